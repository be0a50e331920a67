import { type ReferenceExpression, type Selectable, sql } from 'kysely'
import { NotFound, Stale } from '../errors.ts'
import type { DB, Db, Trx } from './types.ts'

/** Tables that `track()` gave a version, timestamps and history. */
export type VersionedTable = {
  [T in keyof DB]: DB[T] extends { id: unknown; version: unknown; updated_at: unknown } ? T : never
}[keyof DB]

/** Locks the row and reads it, so that nobody reads it again. @throws NotFound when it is gone */
export async function lockRow<T extends VersionedTable>(trx: Trx, table: T, id: number): Promise<Selectable<DB[T]>> {
  const row = await trx
    .selectFrom<VersionedTable>(table)
    .selectAll()
    .where(`${table}.id` as ReferenceExpression<DB, VersionedTable>, '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new NotFound()
  return row as unknown as Selectable<DB[T]>
}

/**
 * Refuses the save of a locked row when somebody changed it since the form was loaded.
 * @param mine the values that are about to be saved, by column, for the comparison the user gets to see
 * @throws Stale (409) with both values of each column that differs
 */
export async function refuseStale(
  trx: Trx,
  table: VersionedTable,
  row: { id: number; version: number; updated_at: Date },
  version: number,
  mine: object,
): Promise<void> {
  if (row.version === version) return
  const stored = row as unknown as Record<string, unknown>
  const fields: Record<string, [unknown, unknown]> = {}
  for (const [column, value] of Object.entries(mine))
    if (column in stored && comparable(stored[column]) !== comparable(value)) fields[column] = [value, stored[column]]
  throw new Stale({
    by: await lastEditor(trx, table, row.id),
    at: row.updated_at.toISOString(),
    version: row.version,
    fields,
  })
}

/**
 * Locks the row, refuses the save when somebody changed it since the form was loaded, and answers the row as it is.
 * @param mine as of `refuseStale`
 * @throws NotFound when the row is gone, Stale (409)
 */
export async function lockVersion<T extends VersionedTable>(
  trx: Trx,
  table: T,
  id: number,
  version: number,
  mine: object,
): Promise<Selectable<DB[T]>> {
  const row = await lockRow(trx, table, id)
  await refuseStale(trx, table, row as unknown as Parameters<typeof refuseStale>[2], version, mine)
  return row
}

const comparable = (value: unknown): string =>
  JSON.stringify(value ?? '', (_key, inner: unknown) => (inner instanceof Date ? inner.getTime() : inner))

/** Who changed the record of this row last, for 'gewijzigd door …'. */
export async function lastEditor(trx: Db | Trx, table: string, id: number): Promise<string> {
  // The record type of a table is the first argument of its history trigger.
  const { rows } = await sql<{ name: string | null }>`
    select coalesce(u.name, h.actor_name) as name from history h left join users u on u.id = h.actor_id
    where h.record_id = ${id} and h.record_type = (
      select split_part(encode(t.tgargs, 'escape'), '\\000', 1) from pg_trigger t
      where t.tgrelid = ${table}::regclass and t.tgname = 'history_update')
    order by h.id desc limit 1
  `.execute(trx)
  return rows[0]?.name ?? 'iemand anders'
}
