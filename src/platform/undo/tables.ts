import { sql } from 'kysely'
import type { Trx } from '../database/types.ts'

/** A way in which rows of one table name rows of another. */
export interface Reference {
  table: string
  columns: string[]
  /** The table that is named, and its columns; `type` for rows that say the type of what they name. */
  to: string
  toColumns: string[]
  type: { column: string; value: string } | null
}

/** A table of which changes are kept. */
export interface KeptTable {
  name: string
  /** Of its record, where the row is the record itself; else of the record that it belongs to. */
  recordType: string | null
  /** Columns that are written when a row is put back: neither derived nor secret, nor kept by the database itself. */
  columns: string[]
  hasSecrets: boolean
}

export interface Tables {
  byName: ReadonlyMap<string, KeptTable>
  references: readonly Reference[]
  /** Names of the tables, those that are named before those that name them. */
  order: readonly string[]
}

/** Kept by the database whenever a row is written. */
const ITS_OWN = ['version', 'updated_at']

/** The tables of which changes are kept, as the database describes them. */
export async function keptTables(trx: Trx): Promise<Tables> {
  const { rows } = await sql<{ name: string; columns: string[]; told: string | null }>`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      max(encode(t.tgargs, 'escape')) filter (where t.tgname = 'history_insert') as told
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname in ('history_insert', 'unshown_insert') and c.relnamespace = 'public'::regnamespace
    group by c.oid, c.relname
  `.execute(trx)
  const tables = rows.map((row) => described(row))
  const byName = new Map(tables.map((table) => [table.name, table]))
  const references = await referencesAmong(trx, tables)
  return { byName, references, order: parentsFirst([...byName.keys()], references) }
}

function described({ name, columns, told }: { name: string; columns: string[]; told: string | null }): KeptTable {
  // The arguments of the trigger: record type, its column, and which columns are hidden, secret and merely not shown.
  const [type, key, hidden, secret, unshown] = (told ?? '').split('\\000')
  const left = listed(hidden).filter((column) => !listed(unshown).includes(column))
  return {
    name,
    recordType: type && key === 'id' ? type : null,
    columns: columns.filter((column) => !ITS_OWN.includes(column) && !left.includes(column)),
    hasSecrets: listed(secret).length > 0,
  }
}

const listed = (array = '{}'): string[] => array.replace(/[{}"]/g, '').split(',').filter(Boolean)

async function referencesAmong(trx: Trx, tables: KeptTable[]): Promise<Reference[]> {
  const { rows } = await sql<Omit<Reference, 'type'>>`
    select child.relname as "table", parent.relname as "to",
      array(select a.attname::text from unnest(k.conkey) with ordinality as at(number, turn)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = at.number order by turn) as columns,
      array(select a.attname::text from unnest(k.confkey) with ordinality as at(number, turn)
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = at.number order by turn) as "toColumns"
    from pg_constraint k
    join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace
  `.execute(trx)
  const names = new Set(tables.map(({ name }) => name))
  const keys = rows.filter((row) => names.has(row.table) && names.has(row.to)).map((row) => ({ ...row, type: null }))
  // What hangs on records of any type names them by type and id.
  const hanging = tables
    .filter(({ columns }) => columns.includes('object_type') && columns.includes('object_id'))
    .flatMap(({ name }) =>
      tables
        .filter(({ recordType }) => recordType !== null)
        .map((to) => ({
          table: name,
          columns: ['object_id'],
          to: to.name,
          toColumns: ['id'],
          type: { column: 'object_type', value: to.recordType! },
        })),
    )
  return [...keys, ...hanging]
}

function parentsFirst(names: string[], references: Reference[]): string[] {
  const order = new Set<string>()
  const under = new Set<string>()
  const visit = (name: string): void => {
    if (order.has(name) || under.has(name)) return
    under.add(name)
    for (const { table, to } of references) if (table === name && to !== name) visit(to)
    under.delete(name)
    order.add(name)
  }
  for (const name of names.toSorted()) visit(name)
  return [...order]
}
