import { type Expression, type SqlBool, sql } from 'kysely'
import { type Viewer, viewerScope } from '../../../platform/access/viewer.ts'
import type { Records } from '../../../platform/manifest.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { DiscountType } from '../../catalogue/products/index.ts'
import type { Destination, LineKind } from './lines.rules.ts'
import type { SaleType } from './points.ts'
import { saleLinesArea } from './rights.ts'

/** The column of a line that names its sale, by the kind of that. */
export const SALE_COLUMN = { quotation: 'quotation_id', order: 'order_id', invoice: 'invoice_id' } as const

/** A sale: its kind and its id. */
export interface SaleKey {
  type: SaleType
  id: number
}

const linesWithProduct = (db: Db | Trx) =>
  db
    .selectFrom('sale_lines')
    .leftJoin('products', 'products.id', 'sale_lines.product_id')
    .leftJoin('tax_types', 'tax_types.id', 'sale_lines.tax_type_id')
    .select([
      'sale_lines.id',
      'sale_lines.quotation_id',
      'sale_lines.order_id',
      'sale_lines.invoice_id',
      'sale_lines.position',
      'sale_lines.product_id',
      'sale_lines.name',
      'sale_lines.description',
      'sale_lines.count',
      'sale_lines.price',
      'sale_lines.original_price',
      'sale_lines.is_original_price',
      'sale_lines.why',
      'sale_lines.discount',
      'sale_lines.tax_type_id',
      'sale_lines.tax',
      'sale_lines.taxes_included',
      'sale_lines.optional',
      'sale_lines.chosen',
      'sale_lines.has_to_be_delivered',
      'sale_lines.delivered',
      'sale_lines.source_id',
      'sale_lines.amount',
      'sale_lines.version',
      'sale_lines.worded',
      'products.code',
      'tax_types.category as tax_category',
      'tax_types.name as tax_name',
    ])
    .select(sql<LineKind>`sale_lines.kind`.as('kind'))
    .select(sql<DiscountType>`sale_lines.discount_type`.as('discount_type'))
    .select(sql<Destination | null>`sale_lines.destination`.as('destination'))

/** The lines of a sale in their order. */
export const listSaleLines = (db: Db | Trx, { type, id }: SaleKey) =>
  linesWithProduct(db)
    .where(`sale_lines.${SALE_COLUMN[type]}`, '=', id)
    .orderBy('sale_lines.position')
    .orderBy('sale_lines.id')
    .execute()
export type SaleLine = Awaited<ReturnType<typeof listSaleLines>>[number]

/** Some lines of any sales. */
export const listLines = async (db: Db | Trx, ids: readonly number[]): Promise<SaleLine[]> =>
  ids.length === 0
    ? []
    : linesWithProduct(db)
        .where('sale_lines.id', 'in', [...ids])
        .execute()

/** @throws NotFound */
async function getSaleLine(db: Db | Trx, id: number): Promise<SaleLine> {
  const row = await linesWithProduct(db).where('sale_lines.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('Regel')
  return row
}

/** The same of a kind of sale. @throws NotFound where it stands in another one */
export async function getLineOf(db: Db | Trx, type: SaleType, id: number): Promise<SaleLine> {
  const line = await getSaleLine(db, id)
  if (saleOf(line).type !== type) throw new NotFound('Regel')
  return line
}

/** How many other lines of the same sale have the product of a line. */
export async function countAlike(db: Db | Trx, line: SaleLine): Promise<number> {
  const { type, id } = saleOf(line)
  const { count } = await db
    .selectFrom('sale_lines')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where(`sale_lines.${SALE_COLUMN[type]}`, '=', id)
    .where('product_id', '=', line.product_id)
    .where('id', '<>', line.id)
    .executeTakeFirstOrThrow()
  return count
}

/** The sale that a line stands in. */
export const saleOf = (line: Pick<SaleLine, 'quotation_id' | 'order_id' | 'invoice_id'>): SaleKey =>
  line.order_id !== null
    ? { type: 'order', id: line.order_id }
    : line.quotation_id !== null
      ? { type: 'quotation', id: line.quotation_id }
      : { type: 'invoice', id: line.invoice_id! }

/** What a sale comes to per kind of VAT and its percentage, in cents, as the database counts it (rulings 6). */
export async function listSaleTaxes(db: Db | Trx, { type, id }: SaleKey) {
  const of = (kind: SaleType) => (kind === type ? id : null)
  const { rows } = await sql<{
    tax_type_id: number
    tax: string
    base: number
    vat: number
    name: string
    category: string
    reason: string | null
  }>`
    select t.*, k.name, k.category, k.reason
    from sale_taxes(${of('quotation')}::integer, ${of('order')}::integer, ${of('invoice')}::integer) t
      join tax_types k on k.id = t.tax_type_id
    order by t.tax desc, t.tax_type_id
  `.execute(db)
  return rows
}
export type SaleTax = Awaited<ReturnType<typeof listSaleTaxes>>[number]

/** Lines of the sales that the viewer sees. */
export function saleLinesVisibleTo(viewer: Viewer, records: Records): Expression<SqlBool> {
  if (viewerScope(viewer, saleLinesArea) === 'all') return sql<SqlBool>`true`
  const seen = (type: SaleType) => records.sees(viewer, type, sql.ref(`sale_lines.${SALE_COLUMN[type]}`))
  return sql<SqlBool>`(${seen('quotation')} or ${seen('invoice')})`
}

export async function lineNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('sale_lines').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The history of a sale with that of its lines, also of those that are gone since; an index knows these by their sale. */
export const historyOfSale = (type: SaleType) => (id: number) => {
  const column = SALE_COLUMN[type]
  return sql`
    select ${type}::text as record_type, ${id}::bigint as record_id
    union select 'sale_line', sale_lines.id::bigint from sale_lines where ${sql.ref(`sale_lines.${column}`)} = ${id}
    union select 'sale_line', gone.record_id from history gone
      where gone.record_type = 'sale_line' and gone.action = 'delete'
        and (gone.changes -> ${sql.lit(column)} ->> 0)::integer = ${id}`
}
