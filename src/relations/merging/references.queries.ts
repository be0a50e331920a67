import { sql } from 'kysely'
import type { Trx } from '../../platform/database/types.ts'
import type { MergeStrategy } from '../../platform/merging.ts'

/** A column that holds the id of a record of some type. */
export interface Reference {
  table: string
  column: string
  /** Where another column holds the record type: only rows of this type refer to the record. */
  type: { column: string; value: string } | null
  /** Belongs to a row that refers to the record itself, by a key that holds the record's id too. */
  follows: boolean
}

export interface MovingReference extends Reference {
  merges: Exclude<MergeStrategy['merges'], 'stays'>
}

/**
 * Everything that refers to a record of this table, from the database itself, so that a table of a later area is never
 * forgotten: foreign keys, columns that name one without a key and say so in their comment ('names contacts'), and pairs
 * of columns such as `record_type` and `record_id`. What follows another row comes before that row, so that it is moved
 * out of the way of a row that has to go.
 */
export async function listReferences(trx: Trx, table: string, recordType: string): Promise<Reference[]> {
  const keys = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${table}::regclass and array_length(c.conkey, 1) = 1
    union all
    select a.attrelid::regclass::text, a.attname
    from pg_description d join pg_attribute a on a.attrelid = d.objoid and a.attnum = d.objsubid
    where d.classoid = 'pg_class'::regclass and d.description = 'names ' || ${table}::text
    order by 1, 2
  `.execute(trx)
  const followers = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c cross join unnest(c.conkey, c.confkey) as part (own, other)
    join pg_constraint d on d.contype = 'f' and d.conrelid = c.confrelid and d.confrelid = ${table}::regclass
      and d.conkey = array[part.other]
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = part.own
    where c.contype = 'f' and array_length(c.conkey, 1) > 1
    order by 1, 2
  `.execute(trx)
  const pairs = await sql<{ table: string; kind: string }>`
    select c.relname as table, kind
    from pg_class c cross join unnest(array['record', 'object']) kind
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and (
      select count(*) from pg_attribute
      where attrelid = c.oid and attname in ('id', kind || '_type', kind || '_id')) = 3
    order by 1
  `.execute(trx)
  return [
    ...followers.rows.map((key): Reference => ({ ...key, type: null, follows: true })),
    ...keys.rows.map((key): Reference => ({ ...key, type: null, follows: false })),
    ...pairs.rows.map(({ table: named, kind }): Reference => ({
      table: named,
      column: `${kind}_id`,
      type: { column: `${kind}_type`, value: recordType },
      follows: false,
    })),
  ]
}

/**
 * The references to records of this type that move when two are merged, with how.
 * @throws Error when a column has no strategy: rows move only where their module says so
 */
export async function listMovingReferences(
  trx: Trx,
  { type, table }: { type: string; table: string },
  strategies: readonly MergeStrategy[],
): Promise<MovingReference[]> {
  const moving: MovingReference[] = []
  for (const reference of await listReferences(trx, table, type)) {
    const merges = strategies.find((one) => one.table === reference.table && one.column === reference.column)?.merges
    if (merges === undefined)
      throw new Error(`${reference.table}.${reference.column} names a ${type} and does not say how it merges`)
    if (merges !== 'stays') moving.push({ ...reference, merges })
  }
  return moving
}

/** Rows of a table, as they are. */
export type TableRow = Record<string, unknown> & { id: number }

const typed = ({ type }: Reference) => (type ? sql`and ${sql.ref(type.column)} = ${type.value}` : sql``)

/** Rows that refer to a record, locked, in the order of their ids. */
export async function lockRows(trx: Trx, reference: Reference, id: number): Promise<TableRow[]> {
  const { rows } = await sql<{ row: TableRow }>`
    select to_jsonb(t) as row from ${sql.table(reference.table)} t
    where ${sql.ref(reference.column)} = ${id} ${typed(reference)} order by t.id for update
  `.execute(trx)
  return rows.map(({ row }) => row)
}

export async function findRows(trx: Trx, table: string, ids: number[]): Promise<Map<number, TableRow>> {
  const { rows } = await sql<{ row: TableRow }>`
    select to_jsonb(t) as row from ${sql.table(table)} t where t.id = any(${ids})
  `.execute(trx)
  return new Map(rows.map(({ row }) => [row.id, row]))
}

/** Columns that can be written: neither generated nor kept by triggers. */
export async function listColumns(trx: Trx, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
  `.execute(trx)
  return rows.map(({ name }) => name)
}
