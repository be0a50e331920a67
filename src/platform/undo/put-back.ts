import { sql } from 'kysely'
import type { Trx } from '../database/types.ts'
import type { RowChange } from './net-changes.ts'
import type { Tables } from './tables.ts'

type Step = (trx: Trx, tables: Tables, changes: RowChange[]) => Promise<void>

/** A row was not there to be written: what deleted it before was no change of the set. */
export class NotPutBack extends Error {}

/**
 * Writes rows as they were before. Triggers stay on, so that counters, numbers and versions follow. What came goes first,
 * for what went may want its unique values; the other way round where rows would be dragged along by what goes.
 * @throws NotPutBack or the error of the database, with which the transaction has to go back to its savepoint
 */
export async function putBack(trx: Trx, tables: Tables, changes: RowChange[], order: 'goes first' | 'goes last') {
  await sql`set constraints all deferred`.execute(trx)
  const steps =
    order === 'goes first' ? [removeNew, insertGone, restoreChanged] : [insertGone, restoreChanged, removeNew]
  for (const step of steps) await step(trx, tables, changes)
  await sql`set constraints all immediate`.execute(trx)
}

const removeNew: Step = async (trx, tables, changes) => {
  for (const [table, rows] of byTable(changes, 'created', tables.order.toReversed()))
    await sql`delete from ${sql.table(table)} where id = any(${rows.map(({ id }) => id)})`.execute(trx)
}

const insertGone: Step = async (trx, tables, changes) => {
  for (const [table, rows] of byTable(changes, 'deleted', tables.order)) {
    const kept = tables.byName.get(table)!.columns
    const isVersioned = rows.every(({ before }) => 'version' in before)
    const columns = sql.join([...kept, ...(isVersioned ? ['version'] : [])].map((column) => sql.ref(column)))
    // No form has seen the version that it comes back with.
    const values = JSON.stringify(
      rows.map(({ id, before }) => ({ ...before, id, version: Number(before.version) + 1 })),
    )
    await sql`
      insert into ${sql.table(table)} (${columns}) overriding system value
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${values}::jsonb)
    `.execute(trx)
  }
}

const restoreChanged: Step = async (trx, tables, changes) => {
  for (const [table, rows] of byTable(changes, 'changed', tables.order))
    for (const alike of Map.groupBy(rows, ({ before }) => Object.keys(before).toSorted().join()).values()) {
      const columns = Object.keys(alike[0]!.before)
      const values = JSON.stringify(alike.map(({ id, before }) => ({ ...before, id })))
      const { numAffectedRows } = await sql`
        update ${sql.table(table)} t set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = b.${sql.ref(column)}`))}
        from jsonb_populate_recordset(null::${sql.table(table)}, ${values}::jsonb) b where t.id = b.id
      `.execute(trx)
      if (Number(numAffectedRows) < alike.length) throw new NotPutBack(table)
    }
}

function byTable(changes: RowChange[], kind: RowChange['kind'], order: readonly string[]): [string, RowChange[]][] {
  const of = Map.groupBy(
    changes.filter((change) => change.kind === kind),
    ({ table }) => table,
  )
  return order.flatMap((name) => (of.has(name) ? [[name, of.get(name)!]] : []))
}
