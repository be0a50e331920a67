import { type ReferenceExpression, sql } from 'kysely'
import { NotFound, Stale } from '../errors.ts'
import type { DB, Trx } from './types.ts'

/** Tables that `track()` gave a version, timestamps and history. */
export type VersionedTable = {
  [T in keyof DB]: DB[T] extends { id: unknown; version: unknown; updated_at: unknown } ? T : never
}[keyof DB]

/**
 * Locks the row and refuses the save when somebody changed it since the form was loaded.
 * @param mine the values that are about to be saved, by column, for the comparison the user gets to see
 * @throws NotFound when the row is gone, Stale (409) with both values of each column that differs
 */
export async function lockVersion(
  trx: Trx,
  table: VersionedTable,
  id: number,
  version: number,
  mine: Record<string, unknown>,
): Promise<void> {
  const row = (await trx
    .selectFrom(table)
    .selectAll()
    .where(`${table}.id` as ReferenceExpression<DB, typeof table>, '=', id)
    .forUpdate()
    .executeTakeFirst()) as (Record<string, unknown> & { version: number; updated_at: Date }) | undefined
  if (!row) throw new NotFound()
  if (row.version === version) return
  const fields: Record<string, [unknown, unknown]> = {}
  for (const [column, value] of Object.entries(mine))
    if (column in row && comparable(row[column]) !== comparable(value)) fields[column] = [value, row[column]]
  throw new Stale({
    by: await lastEditor(trx, table, id),
    at: row.updated_at.toISOString(),
    version: row.version,
    fields,
  })
}

const comparable = (value: unknown): string =>
  JSON.stringify(value ?? '', (_key, inner: unknown) => (inner instanceof Date ? inner.getTime() : inner))

/** Who changed the record of this row last, for 'gewijzigd door …'. */
export async function lastEditor(trx: Trx, table: string, id: number): Promise<string> {
  // The record type of a table is the first argument of its history trigger.
  const { rows } = await sql<{ name: string | null }>`
    select u.name from history h left join users u on u.id = h.actor_id
    where h.record_id = ${id} and h.record_type = (
      select split_part(encode(t.tgargs, 'escape'), '\\000', 1) from pg_trigger t
      where t.tgrelid = ${table}::regclass and t.tgname = 'history_update')
    order by h.id desc limit 1
  `.execute(trx)
  return rows[0]?.name ?? 'iemand anders'
}
