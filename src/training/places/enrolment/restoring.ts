import type { Trx } from '../../../platform/database/types.ts'
import { type Restoring, type RowChange, sideOf } from '../../../platform/undo/points.ts'
import { lockParts } from '../../planning/appointments/index.ts'
import { refuseInactive, refuseOver } from './enrolment.commands.ts'
import { getPeople } from './enrolment.queries.ts'
import { refuseLate, refuseUnsubscribing } from './unsubscribing/unsubscribing.commands.ts'

const partsNamed = (changes: RowChange[]): number[] =>
  [
    ...new Set(
      changes.flatMap(({ before, after }) => [before.appointment_id, after.appointment_id]).filter(Number.isInteger),
    ),
  ] as number[]

/** The parts are locked first, in the order of their ids, as everyone does who enrols, moves or reserves. */
async function lockNamed(trx: Trx, changes: RowChange[]): Promise<void> {
  await lockParts(trx, partsNamed(changes))
}

/**
 * Who comes back in comes in as by enrolling, and who goes leaves as by unsubscribing; that there is room for all is kept
 * by the database.
 */
export const enrolmentRestoring: Restoring = {
  table: 'enrolments',
  // Who was moved is in the one part or in the other.
  together: (change) => sideOf(change).contact_id,
  lock: lockNamed,
  judge: async (trx, changes, { viewer }) => {
    // Who came was nowhere before: of them only where they go from counts.
    const back = changes.filter(
      ({ kind, before }) => kind === 'deleted' || (kind === 'changed' && 'appointment_id' in before),
    )
    const away = changes.filter(
      ({ kind, after }) => kind === 'created' || (kind === 'changed' && 'appointment_id' in after),
    )
    if (back.length + away.length === 0) return
    const parts = await lockParts(trx, partsNamed([...back, ...away]))
    const isPartOf = (side: 'before' | 'after', rows: RowChange[]) => (part: { id: number }) =>
      rows.some((row) => row[side].appointment_id === part.id)
    const into = parts.filter(isPartOf('before', back))
    refuseOver(into)
    refuseLate(viewer, into)
    const holders = await holdersOf(trx, [...back, ...away])
    if (back.length > 0) refuseInactive(await getPeople(trx, viewer, [...new Set(holders.values())]))
    const leaving = away.map(({ id, after }) => ({
      appointment_id: Number(after.appointment_id),
      contact_id: holders.get(id)!,
    }))
    if (away.length > 0) await refuseUnsubscribing(trx, viewer, parts.filter(isPartOf('after', away)), leaving)
  },
}

/** The people of enrolments that are there now, and of those that are not, by the ids of these. */
async function holdersOf(trx: Trx, changes: RowChange[]): Promise<Map<number, number>> {
  const gone = changes.flatMap(({ id, after }) =>
    typeof after.contact_id === 'number' ? [[id, after.contact_id] as const] : [],
  )
  const rows = await trx
    .selectFrom('enrolments')
    .select(['id', 'contact_id'])
    .where(
      'id',
      'in',
      changes.map(({ id }) => id),
    )
    .execute()
  return new Map([...gone, ...rows.map(({ id, contact_id }) => [id, contact_id] as const)])
}

export const reservationRestoring: Restoring = {
  table: 'reservations',
  lock: lockNamed,
  judge: async (trx, changes) => {
    refuseOver(await lockParts(trx, partsNamed(changes.filter(({ kind }) => kind === 'deleted'))))
  },
}
