import { type Expression, type SqlBool, sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import { type Viewer, hasRole } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { countOf } from '../../../platform/database/count.ts'
import { NotFound, type Reason } from '../../../platform/errors.ts'
import type { Registry } from '../../../platform/registry.ts'
import { supervisedCompanyIds } from '../../../relations/companies/index.ts'
import { type SaleType, saleKinds } from './points.ts'
import { saleLabel } from './sales.rules.ts'

export const SALE_TABLES = ['quotations', 'orders', 'invoices'] as const
export type SaleTable = (typeof SALE_TABLES)[number]

/** The same as `saleLabel`, over a row of the table. */
export const saleLabelSql = (table: SaleTable) =>
  sql<string>`concat_ws(' / ', coalesce(${sql.ref(`${table}.uid`)}, 'Concept'), ${sql.ref(`${table}.reference`)})`

const moneyText = (cents: Expression<unknown>) =>
  sql<string>`'€' || chr(160) || translate(to_char(${cents} / 100.0, 'FM999,999,999,990.00'), ',.', '.,')`

/** What of an invoice is open, as one chooses it by: '€ 432,84 open'. */
export const openText = (open: Expression<unknown>) => sql<string>`case when ${open} = 0 then 'niets open'
  else ${moneyText(sql`abs(${open})`)} || case when ${open} > 0 then ' open' else ' tegoed' end end`

export async function saleNames(db: Db | Trx, table: SaleTable, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom(table).select(['id', 'uid', 'reference']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, saleLabel(row)]))
}

/** What is sold to the companies of a supervisor for all of them (rulings 4); nothing for any other role. */
export function ofOwnCompanies(viewer: Viewer, table: SaleTable): Expression<SqlBool> {
  if (!hasRole(viewer, ROLE.supervisor) || viewer.contactId === null) return sql<SqlBool>`false`
  return sql<SqlBool>`(
    ${sql.ref(`${table}.company_id`)} in (${supervisedCompanyIds(viewer.contactId)})
    and (select supervisor_for_all from contacts where contacts.id = ${viewer.contactId}))`
}

/** How sales of each kind keep what they name from being deleted. */
const KEEPING = {
  quotations: { label: 'Offertes', one: 'offerte' },
  orders: { label: 'Orders', one: 'order' },
  invoices: { label: 'Facturen', one: 'factuur' },
} as const

/** What keeps a company, a contact or a user from being deleted: what was sold to or by them. */
export const reasonsBySales =
  (column: 'company_id' | 'contact_id' | 'employee_id') =>
  async (db: Db | Trx, id: number): Promise<Reason[]> => {
    const reasons: Reason[] = []
    for (const table of SALE_TABLES)
      reasons.push({
        ...KEEPING[table],
        count: await countOf(db.selectFrom(table).select('id').where(column, '=', id)),
        url: `/administration/${table}?${column}=${id}`,
      })
    return reasons
  }

/** What keeps a product or a kind of VAT from being deleted: lines that have it. */
export const reasonsByLines =
  (column: 'product_id' | 'tax_type_id') =>
  async (db: Db | Trx, id: number): Promise<Reason[]> => [
    {
      label: 'Regels van offertes, orders en facturen',
      one: 'regel van een offerte, order of factuur',
      count: await countOf(db.selectFrom('sale_lines').select('id').where(column, '=', id)),
    },
  ]

const TABLE = { quotation: 'quotations', order: 'orders', invoice: 'invoices' } as const
/** The day whose prices and VAT hold. */
const DAY = { quotation: 'quotation_date', order: 'order_date', invoice: 'invoice_date' } as const

/** What the lines of a sale need to know of it. */
export interface SaleHead {
  uid: string | null
  reference: string | null
  company_id: number | null
  contact_id: number | null
  day: string
  /** Why its lines can no longer change; null where they can. */
  refusal: string | null
}

/** @throws NotFound */
export async function getSaleHead(
  db: Db | Trx,
  registry: Registry,
  { type, id }: { type: SaleType; id: number },
  { lock = false } = {},
): Promise<SaleHead> {
  const open = registry.all(saleKinds).find((kind) => kind.type === type)?.open
  const refusal = open ? sql`case when ${open.when} then null else ${open.refusal} end` : sql`null`
  const { rows } = await sql<SaleHead>`
    select uid, reference, company_id, contact_id, ${sql.ref(DAY[type])} as day, ${refusal} as refusal
    from ${sql.table(TABLE[type])} where id = ${id} ${lock ? sql`for update` : sql``}
  `.execute(db)
  if (!rows[0]) throw new NotFound()
  return rows[0]
}

/** The kind of sale that a word of an address names. @throws NotFound for any other word */
export function saleTypeOf(word: string): SaleType {
  if (word in TABLE) return word as SaleType
  throw new NotFound()
}
