import { sql } from 'kysely'
import { PLANNERS, ROLE } from '../../platform/access/roles.ts'
import { Forbidden } from '../../platform/errors.ts'
import type { Trx } from '../../platform/database/types.ts'
import { type Viewer, hasRole } from '../../platform/access/viewer.ts'
import { type TableRow, listColumns } from './references.queries.ts'
import type { MergeType, Values } from './merging.rules.ts'

/** A row that the merge changed (then only the columns it changed) or deleted (`after` is null). */
export interface Touched {
  table: string
  before: TableRow
  after: TableRow | null
}
export interface Before {
  gone: TableRow
  kept: TableRow
  /** The kept record as the merge left it. */
  merged: TableRow
  rows: Touched[]
}

export const TABLES: Record<MergeType, 'companies' | 'contacts'> = { company: 'companies', contact: 'contacts' }

/** SQLSTATE of a reference to something that is not there. */
export const FOREIGN_KEY = '23503'

/** Columns that triggers keep. */
export const KEPT = new Set(['id', 'version', 'created_at', 'updated_at'])
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Writes these columns of one row, from their JSON. */
export async function update(trx: Trx, table: string, id: number, values: Values): Promise<void> {
  const columns = Object.keys(values)
  if (columns.length === 0) return
  await sql`
    update ${sql.table(table)} t set (${sql.join(columns.map((column) => sql.ref(column)))}) =
      (select ${sql.join(columns.map((column) => sql.ref(`r.${column}`)))}
       from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(values)}::jsonb) r)
    where t.id = ${id}
  `.execute(trx)
}

/** Brings a row back as it was, id and all. */
export async function insert(trx: Trx, table: string, row: TableRow): Promise<void> {
  const columns = (await listColumns(trx, table)).map((column) => sql.ref(column))
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns)}) overriding system value
    select ${sql.join(columns)} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::jsonb)
  `.execute(trx)
}

/** Merging must not be a way around who grants which role (rulings 4). */
export function refuseRoles(viewer: Viewer, kept: TableRow, gone: TableRow): void {
  if (hasRole(viewer, ROLE.administrator)) return
  if ([kept, gone].some(({ roles }) => PLANNERS.some((role) => (roles as number[]).includes(role))))
    throw new Forbidden('Alleen een beheerder kan contacten van beheerders en planners samenvoegen.')
}
