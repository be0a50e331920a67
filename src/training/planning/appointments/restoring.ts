import { sql } from 'kysely'
import { Invalid } from '../../../platform/errors.ts'
import type { Trx } from '../../../platform/database/types.ts'
import type { Registry } from '../../../platform/registry.ts'
import type { JudgeContext, Restoring, RowChange } from '../../../platform/undo/points.ts'
import { changedSince } from '../../../platform/undo/since.ts'
import {
  type Occupation,
  bookingLine,
  holdForPlanning,
  listOccupations,
  overlaps,
} from '../../../system/occupations/index.ts'
import { getAppointment, listResponsibles } from './appointments.queries.ts'

interface Span {
  starts_at: Date
  ends_at: Date
}

/** What decides whom and what a part keeps busy, and when. */
const DECIDING = ['starts_at', 'ends_at', 'room_id', 'status']
const CANCELLED = 'cancelled'

/** Waits for whoever plans with the same people and rooms at this moment, and they for this. */
async function hold(trx: Trx, changes: RowChange[], registry: Registry): Promise<void> {
  const named = (column: string) =>
    changes.flatMap(({ before }) => (typeof before[column] === 'number' ? [before[column]] : []))
  await holdForPlanning(trx, registry, { contact: named('contact_id'), room: named('room_id') })
}

/** @throws Invalid when one of the parts keeps busy what was planned elsewhere after it was changed */
async function refuseDouble(trx: Trx, { services: { registry }, set }: JudgeContext, ids: number[]): Promise<void> {
  for (const id of ids) {
    const part = await getAppointment(trx, id)
    if (part.status === CANCELLED) continue
    const people = await listResponsibles(trx, [id])
    const busy = await listOccupations(trx, registry, {
      spans: [{ from: part.starts_at, to: part.ends_at }],
      of: { contact: people.map(({ contact_id }) => contact_id), room: part.room_id === null ? [] : [part.room_id] },
      except: { record: 'appointment', ids: [id] },
    })
    const newer = await changedSince(
      trx,
      set,
      busy.map(({ record, record_id }) => ({ type: record, id: record_id })),
    )
    const taken = busy.find(
      (booking) =>
        newer.some(({ type, id: other }) => type === booking.record && other === booking.record_id) &&
        overlaps(booking, timesOf(booking, part, people)),
    )
    if (taken) throw new Invalid({ _form: [`intussen gepland: ${bookingLine(taken)}`] })
  }
}

/** When the part needs what is busy: somebody perhaps for a while only. */
function timesOf(
  { resource, resource_id }: Occupation,
  part: Span,
  people: { contact_id: number; starts_at: Date | null; ends_at: Date | null }[],
) {
  const person = resource === 'contact' ? people.find(({ contact_id }) => contact_id === resource_id) : undefined
  return { starts_at: person?.starts_at ?? part.starts_at, ends_at: person?.ends_at ?? part.ends_at }
}

const isBack = ({ kind, before }: RowChange) =>
  kind === 'deleted' || (kind === 'changed' && DECIDING.some((column) => column in before))

/** Parts that were cancelled in one go come back in one go: people were told of them by one message. */
async function cancelledWith(trx: Trx, changes: RowChange[]) {
  const ids = changes.filter(({ after }) => after.status === CANCELLED).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom('appointments')
    .select(({ fn }) => [
      'id',
      fn
        .min('id')
        .over((over) => over.partitionBy('group_id'))
        .as('first'),
    ])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, first }) => [id, { table: 'appointments', id: first }]))
}

/** A part that comes back, or back to its time and place, may make no double booking. */
export const appointmentRestoring: Restoring = {
  table: 'appointments',
  partOf: cancelledWith,
  lock: hold,
  judge: (trx, changes, ctx) =>
    refuseDouble(
      trx,
      ctx,
      changes.filter(isBack).map(({ id }) => id),
    ),
}

/** What a planner permitted comes back with the part that needs it. */
export const permissionRestoring: Restoring = {
  table: 'double_bookings',
  partOf: async (trx, changes) => {
    const { rows } = await sql<{ id: number; later_id: number }>`
      select id, later_id from double_bookings where id = any(${changes.map(({ id }) => id)})`.execute(trx)
    const named = changes.flatMap(({ id, before }) =>
      typeof before.later_id === 'number' ? [{ id, later_id: before.later_id }] : [],
    )
    return new Map([...rows, ...named].map(({ id, later_id }) => [id, { table: 'appointments', id: later_id }]))
  },
}

/** Likewise that somebody is planned although not there. */
export const awayPermitRestoring: Restoring = {
  table: 'away_permits',
  partOf: async (trx, changes) => {
    const { rows } = await sql<{ id: number; appointment_id: number }>`
      select id, appointment_id from away_permits where id = any(${changes.map(({ id }) => id)})`.execute(trx)
    const named = changes.flatMap(({ id, before }) =>
      typeof before.appointment_id === 'number' ? [{ id, appointment_id: before.appointment_id }] : [],
    )
    return new Map(
      [...rows, ...named].map(({ id, appointment_id }) => [id, { table: 'appointments', id: appointment_id }]),
    )
  },
}

/** Likewise a teacher or lotus who comes back into a part. */
export const responsibleRestoring: Restoring = {
  table: 'appointment_responsibles',
  lock: hold,
  judge: async (trx, changes, ctx) => {
    const ids = changes.filter(({ kind }) => kind !== 'created').map(({ id }) => id)
    if (ids.length === 0) return
    const rows = await trx
      .selectFrom('appointment_responsibles')
      .innerJoin('contacts', 'contacts.id', 'appointment_responsibles.contact_id')
      .select(['appointment_id', 'contacts.active', 'contacts.roles', 'role_id'])
      .where('appointment_responsibles.id', 'in', ids)
      .execute()
    if (rows.some(({ active, roles, role_id }) => !active || !roles.includes(role_id)))
      throw new Invalid({ responsibles: ['deze docent of lotus is niet meer actief'] })
    await refuseDouble(trx, ctx, [...new Set(rows.map(({ appointment_id }) => appointment_id))])
  },
}
