import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { HttpError } from '../../../platform/errors.ts'
import { wallClock } from '../../../platform/format/zone.ts'
import { getAppointment, listParts, lockParts } from '../../planning/appointments/index.ts'
import { findCounted } from '../../planning/code95/index.ts'

/** The parts of a planning on the day of this one that count for code 95, locked. @throws NotFound, HttpError */
async function lockDay(trx: Trx, partId: number) {
  const { group_id, starts_at } = await getAppointment(trx, partId)
  const { day } = wallClock(starts_at)
  const ids = (await listParts(trx, group_id)).map(({ id }) => id)
  const parts = (await lockParts(trx, ids)).filter(
    (part) => part.status !== 'cancelled' && wallClock(part.starts_at).day === day,
  )
  const worth = await findCounted(
    trx,
    parts.flatMap(({ component_id }) => component_id ?? []),
  )
  const counting = parts.filter(({ component_id }) => component_id !== null && worth.has(component_id))
  if (counting.length === 0) throw new HttpError(409, 'Deze dag telt niet mee voor code 95.')
  return counting
}

/**
 * Writes down that the day of a part was announced to the CBR as it is planned now.
 * @returns ids of the parts of that day
 * @throws HttpError while nobody is enrolled: a day is announced with one student at least
 */
export async function announceDay(trx: Trx, partId: number): Promise<number[]> {
  const parts = await lockDay(trx, partId)
  if (parts.every(({ enrolled_count }) => enrolled_count === 0))
    throw new HttpError(409, 'Er is nog geen cursist. Een dag wordt met minstens 1 cursist aangemeld.')
  await trx
    .insertInto('code95_days')
    .values(
      parts.map(({ id, starts_at }) => ({
        appointment_id: id,
        announced_at: sql<Date>`now()`,
        announced_for: starts_at,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('appointment_id').doUpdateSet((eb) => ({
        announced_at: eb.ref('excluded.announced_at'),
        announced_for: eb.ref('excluded.announced_for'),
      })),
    )
    .execute()
  return parts.map(({ id }) => id)
}

/**
 * Writes down that the CBR was told what came of the day of a part.
 * @returns ids of the parts of that day
 * @throws HttpError before it is over
 */
export async function reportDay(trx: Trx, partId: number): Promise<number[]> {
  const parts = await lockDay(trx, partId)
  if (parts.some(({ ends_at }) => ends_at > new Date())) throw new HttpError(409, 'Deze dag is nog niet voorbij.')
  await trx
    .insertInto('code95_days')
    .values(parts.map(({ id }) => ({ appointment_id: id, reported_at: sql<Date>`now()` })))
    .onConflict((conflict) =>
      conflict.column('appointment_id').doUpdateSet((eb) => ({ reported_at: eb.ref('excluded.reported_at') })),
    )
    .execute()
  return parts.map(({ id }) => id)
}
