import { Invalid, NotFound } from '../../../../platform/errors.ts'
import type { Viewer } from '../../../../platform/access/viewer.ts'
import type { Trx } from '../../../../platform/database/types.ts'
import { formatDate } from '../../../../platform/format/format.ts'
import { today } from '../../../../platform/format/zone.ts'
import { lockVersion } from '../../../../platform/database/versioned.ts'
import { lockParts } from '../../../planning/appointments/index.ts'
import { makeRoom } from '../capacity.commands.ts'
import { refuseClosed } from '../enrolment.commands.ts'
import { lockChosen, withHeld } from '../enrolment.queries.ts'
import { type Shortage, type WhatAppointments, shortageText, shortagesOf } from '../enrolment.rules.ts'

export interface ReservationInput {
  company_id: number | null
  contact_id: number | null
  places: number
  /** YYYY-MM-DD; null: as long as the planning takes people. */
  names_by: string | null
  note: string
}

/** @throws Invalid on `names_by` for a day that is over, or on which the first of these parts has begun */
function refuseDay(day: string | null, parts: readonly { starts_at: Date }[]): void {
  if (day === null) return
  if (day < today()) throw new Invalid({ names_by: ['Kies vandaag of een dag die nog komt.'] })
  const first = parts.map(({ starts_at }) => today(starts_at)).toSorted()[0]
  if (first !== undefined && day >= first)
    throw new Invalid({ names_by: [`Kies een dag vóór ${formatDate(first)}, wanneer de planning begint.`] })
}

const tooFewPlaces = (shortages: readonly Shortage[]): Invalid =>
  new Invalid({ places: [shortageText(shortages, 'te reserveren plaats', 'te reserveren plaatsen')] })

/**
 * Keeps places in all parts of a planning or in one, for a company or a person whose students are not known yet.
 * @throws Invalid on `places` when there are fewer free places; on `students` when a part is closed; on `names_by`
 */
export async function reserve(
  trx: Trx,
  viewer: Viewer,
  input: ReservationInput & { appointmentId: number; whatAppointments: WhatAppointments; raiseMaximum: boolean },
): Promise<{ ids: number[]; partIds: number[] }> {
  const { appointmentId, whatAppointments, raiseMaximum: raise, ...reservation } = input
  const parts = await lockChosen(trx, viewer, appointmentId, whatAppointments)
  await refuseClosed(trx, viewer, parts)
  refuseDay(reservation.names_by, parts)
  const shortages = shortagesOf(parts, () => input.places)
  await makeRoom(trx, viewer, shortages, raise, tooFewPlaces)
  const rows = await trx
    .insertInto('reservations')
    .values(parts.map(({ id }) => ({ ...reservation, appointment_id: id })))
    .returning('id')
    .execute()
  return { ids: rows.map(({ id }) => id), partIds: parts.map(({ id }) => id) }
}

/** The part is locked before the reservation, in the order everyone keeps; null when there is no such reservation. */
async function findPartOf(trx: Trx, id: number) {
  const reservation = await trx
    .selectFrom('reservations')
    .select('appointment_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!reservation) return null
  const [part] = await lockParts(trx, [reservation.appointment_id])
  return part!
}

async function lockPartOf(trx: Trx, id: number) {
  const part = await findPartOf(trx, id)
  if (part === null) throw new NotFound('Reservering')
  return part
}

/** @throws Stale, Invalid on `places` when the part has fewer free places than are asked for more */
export async function editReservation(
  trx: Trx,
  viewer: Viewer,
  id: number,
  { version, raise_maximum, ...input }: ReservationInput & { version: number; raise_maximum: boolean },
): Promise<number> {
  const part = await lockPartOf(trx, id)
  const { places, names_by } = await lockVersion(trx, 'reservations', id, version, input)
  if (input.names_by !== names_by) refuseDay(input.names_by, [part])
  const shortages = shortagesOf(await withHeld(trx, viewer, [part]), () => input.places - places)
  await makeRoom(trx, viewer, shortages, raise_maximum, tooFewPlaces)
  await trx.updateTable('reservations').set(input).where('id', '=', id).execute()
  return part.id
}

/** Gives the places back; answers the part. @throws NotFound */
export async function deleteReservation(trx: Trx, id: number): Promise<number> {
  const part = await lockPartOf(trx, id)
  await trx.deleteFrom('reservations').where('id', '=', id).execute()
  return part.id
}

/** Gives the places back unless there is time for the names on this day; answers the part, or null. */
export async function releaseReservation(trx: Trx, id: number, day: string): Promise<number | null> {
  const part = await findPartOf(trx, id)
  const gone = await trx.deleteFrom('reservations').where('id', '=', id).where('names_by', '<', day).executeTakeFirst()
  return part !== null && gone.numDeletedRows > 0n ? part.id : null
}
