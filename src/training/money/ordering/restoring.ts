import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { HttpError } from '../../../platform/errors.ts'
import type { Restoring, RowChange, RowName } from '../../../platform/undo/points.ts'
import { followEnrolments } from './sync-orders.commands.ts'

/** What of an enrolment its orders follow. */
const FOLLOWED = ['contact_id', 'appointment_id', 'use_invoice_relation', 'invoice_relation_id']
const LEADING = ['enrolments', 'planning_order_choices']

/**
 * Lines that came because of what is given back, with the orders that were made for them: they go as the orders follow
 * again, also where others came onto the same order since. What went comes back as it was.
 */
function following(changes: readonly RowChange[]): RowName[] {
  if (!changes.some(({ table }) => LEADING.includes(table))) return []
  const made = changes.filter(({ kind }) => kind === 'created')
  const lines = made.filter(({ table, after }) => table === 'planning_order_lines' && after.kind !== 'costs')
  const orders = made.filter(({ table }) => table === 'planning_orders')
  const named = (table: string, rows: RowChange[], column: string) =>
    rows.map(({ after }) => ({ table, id: Number(after[column]) }))
  const places = made.filter(({ table }) => table === 'planning_order_places')
  return [
    ...lines,
    ...places,
    ...orders,
    ...named('sale_lines', lines, 'line_id'),
    ...named('orders', orders, 'order_id'),
  ]
}

async function planningsOf(trx: Trx, changes: readonly RowChange[]): Promise<Map<number, number[]>> {
  const value = ({ before, after }: RowChange, column: string) => after[column] ?? before[column]
  const parts = [...new Set(changes.flatMap((change) => [change.before.appointment_id, change.after.appointment_id]))]
  const ids = changes.map(({ id }) => id)
  const rows = await trx
    .selectFrom('appointments')
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.appointment_id', '=', 'appointments.id').on('enrolments.id', 'in', ids),
    )
    .select(['appointments.id', 'appointments.group_id', 'enrolments.contact_id'])
    .where((eb) =>
      eb.or([
        eb('appointments.id', 'in', [0, ...parts.filter((id): id is number => Number.isInteger(id))]),
        eb('enrolments.id', 'is not', null),
      ]),
    )
    .execute()
  const people = [
    ...rows.flatMap(({ contact_id }) => contact_id ?? []),
    ...changes.flatMap((change) => (typeof value(change, 'contact_id') === 'number' ? [value(change, 'contact_id') as number] : [])), // prettier-ignore
  ]
  return new Map(rows.map(({ group_id }) => [group_id, [...new Set(people)]]))
}

/** Orders follow who is enrolled once enrolments are as they were before. */
export const enrolmentsFollowed: Restoring = {
  table: 'enrolments',
  follows: following,
  judge: async (trx, changes) => {
    const came = changes.filter(({ kind, before, after }) => {
      const fields = { ...before, ...after }
      return kind !== 'changed' || FOLLOWED.some((field) => field in fields)
    })
    if (came.length === 0) return
    const plannings = await planningsOf(trx, came)
    for (const [planning, people] of [...plannings].sort(([a], [b]) => a - b))
      await followEnrolments(trx, planning, people)
  },
}

/** As much of a line is taken as there is of it, also when that is as it was before. */
export const placesKept: Restoring = {
  table: 'sale_lines',
  judge: async (trx, changes) => {
    const ids = changes.flatMap(({ id, kind, after }) => (kind === 'changed' && 'count' in after ? [id] : []))
    const { rows } = await sql<{ name: string }>`
      select l.name from sale_lines l where l.id = any(${ids}::integer[])
        and floor(l.count) < (select count(*) from planning_order_places p where p.line_id = l.id)`.execute(trx)
    if (rows[0]) throw new HttpError(409, `Van ${rows[0].name} zijn intussen meer plaatsen bezet.`)
  },
}

/** The same for how a planning is billed. */
export const choiceFollowed: Restoring = {
  table: 'planning_order_choices',
  judge: async (trx, changes) => {
    for (const { before, after } of changes) {
      const planning = Number(after.group_id ?? before.group_id)
      if (Number.isInteger(planning)) await followEnrolments(trx, planning, null)
    }
  },
}
