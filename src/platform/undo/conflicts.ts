import { sql } from 'kysely'
import type { Trx } from '../database/types.ts'
import { type RowChange, isSame, rowKey, sideOf } from './net-changes.ts'
import type { KeptTable, Reference, Tables } from './tables.ts'

/** Why a row cannot be given back, by its key (`rowKey`): the end of a sentence that begins with its record. */
export type Conflicts = Map<string, string>

const GONE = 'is daarna verwijderd'
const BACK = 'is er alweer'
const SECRET = 'bevat gegevens die niet worden bewaard'

/**
 * Locks every row of a change set that is still there, named ones first and in the order of their ids, and tells which
 * cannot be given back since they changed again: a column returns if it still holds what the set wrote, a new row goes if
 * it is as it was made and nothing newer hangs on it, a deleted one returns if its id is free.
 */
export async function conflictsOf(trx: Trx, tables: Tables, changes: RowChange[], set: number): Promise<Conflicts> {
  const conflicts: Conflicts = new Map()
  const byTable = Map.groupBy(changes, ({ table }) => table)
  for (const name of tables.order) {
    const rows = byTable.get(name) ?? []
    const table = tables.byName.get(name)!
    if (rows.length === 0) continue
    const now = await lockRows(trx, table, rows)
    for (const row of rows) {
      const why = conflictOf(table, row, now.get(row.id))
      if (why) conflicts.set(rowKey(row), why)
    }
    await nameEditors(trx, rows, conflicts, set)
  }
  for (const reference of tables.references) await findNewer(trx, reference, byTable, conflicts)
  return conflicts
}

async function lockRows(trx: Trx, { name }: KeptTable, rows: RowChange[]) {
  const { rows: found } = await sql<{ id: number; row: Record<string, unknown> }>`
    select id, to_jsonb(t) as row from ${sql.table(name)} t
    where id = any(${rows.map(({ id }) => id)}) order by id for update
  `.execute(trx)
  return new Map(found.map(({ id, row }) => [id, row]))
}

/** Stands for somebody's name, which is looked up only when there is a conflict. */
const CHANGED = 'changed'

function conflictOf(table: KeptTable, change: RowChange, now: Record<string, unknown> | undefined): string | null {
  if (change.kind === 'deleted') return now ? BACK : table.hasSecrets ? SECRET : null
  if (!now) return GONE
  const columns = change.kind === 'created' ? table.columns : Object.keys(change.after)
  const kept =
    change.kind === 'created' ? columns.filter((column) => column !== 'id' && column !== 'created_at') : columns
  return kept.every((column) => isSame(now[column], change.after[column])) ? null : CHANGED
}

/** Says in each conflict who changed the row since. */
async function nameEditors(trx: Trx, rows: RowChange[], conflicts: Conflicts, set: number): Promise<void> {
  const changed = rows.filter((row) => conflicts.get(rowKey(row)) === CHANGED)
  if (changed.length === 0) return
  const { rows: found } = await sql<{ id: number; name: string | null }>`
    select distinct on (h.row_id) h.row_id as id, u.name
    from history h left join users u on u.id = h.actor_id
    where h.table_name = ${changed[0]!.table} and h.row_id = any(${changed.map(({ id }) => id)}::bigint[])
      and h.change_set > ${set} and h.at > now() - interval '26 hours'
    order by h.row_id, h.id desc
  `.execute(trx)
  const names = new Map(found.map(({ id, name }) => [id, name]))
  for (const row of changed)
    conflicts.set(rowKey(row), `is daarna gewijzigd door ${names.get(row.id) ?? 'iemand anders'}`)
}

/** Finds what came to hang on a new row after it was made. */
async function findNewer(
  trx: Trx,
  reference: Reference,
  byTable: Map<string, RowChange[]>,
  conflicts: Conflicts,
): Promise<void> {
  const made = (byTable.get(reference.to) ?? []).filter(({ kind }) => kind === 'created')
  if (made.length === 0) return
  // A row that the set changed so that it names the new one goes back with it.
  const own = (byTable.get(reference.table) ?? []).filter((row) =>
    reference.columns.some((name) => name in sideOf(row)),
  )
  const { rows } = await sql<{ id: number }>`
    select distinct parent.id from ${sql.table(reference.table)} child
    join ${sql.table(reference.to)} parent on ${sql.join(
      reference.columns.map((column, i) => sql`child.${sql.ref(column)} = parent.${sql.ref(reference.toColumns[i]!)}`),
      sql` and `,
    )}
    where parent.id = any(${made.map(({ id }) => id)}) and child.id <> all(${own.map(({ id }) => id)})
      ${reference.type ? sql`and child.${sql.ref(reference.type.column)} = ${reference.type.value}` : sql``}
  `.execute(trx)
  for (const { id } of rows) {
    const key = rowKey({ table: reference.to, id })
    if (!conflicts.has(key)) conflicts.set(key, 'is intussen gebruikt')
  }
}
