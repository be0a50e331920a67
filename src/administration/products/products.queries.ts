import { type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Searched } from '../../platform/screens/conditions.ts'
import { TODAY, percentageOn, taxIdOn, taxTypeLabel } from '../vat/index.ts'

/** Dutch order of products; an index serves it. */
export const byProduct = sql`products.name collate "nl-x-icu"`
export const byCategory = sql`product_categories.name collate "nl-x-icu"`

/** What products are searched by in their lists: name and code. */
export const searchedProducts: Searched = { text: sql<string>`products.search_text`, table: 'products' }

/** What a product is read as, as `productLabel` says it (P-120). */
export const productLabelSql = sql<string>`
  products.name || case when products.code = products.name then '' else ' (' || products.code || ')' end`

/** What a product costs on a day: by the last price from then, or before all of them by the first. */
export const listPriceOn = (day = TODAY) => sql<string>`coalesce(
  (select p.price from product_prices p where p.product_id = products.id and p.valid_from <= ${day}
   order by p.valid_from desc limit 1),
  (select p.price from product_prices p where p.product_id = products.id order by p.valid_from limit 1))`

/** Products as all may see them. */
export const listProducts = (db: Db | Trx) =>
  db
    .selectFrom('products')
    .leftJoin('product_categories', 'product_categories.id', 'products.category_id')
    .select([
      'products.id',
      'products.name',
      'products.code',
      'products.category_id',
      'product_categories.name as category_name',
      'products.is_device',
      'products.has_lifecycle',
      'products.is_consumable',
      'products.has_to_be_delivered',
      'products.replace_after',
      'products.replace_unit',
      'products.replace_period_margin',
      'products.note',
      'products.active',
      'products.version',
      'products.updated_at',
    ])

/** With what they cost on a day. */
export const listPricedProducts = (db: Db | Trx, day = TODAY) =>
  listProducts(db)
    .innerJoin('tax_types', 'tax_types.id', 'products.tax_type_id')
    .select([
      listPriceOn(day).as('price'),
      'products.taxes_included',
      'products.tax_type_id',
      taxTypeLabel(day).as('tax_label'),
      'tax_types.category as tax_category',
      percentageOn(sql`products.tax_type_id`, day).as('tax'),
      taxIdOn(sql`products.tax_type_id`, day).as('tax_id'),
      'products.discount',
      'products.discount_type',
    ])

/** @throws NotFound */
export async function getProduct(db: Db | Trx, id: number, day = TODAY) {
  const row = await listPricedProducts(db, day).where('products.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('Product')
  return row
}
export type Product = Awaited<ReturnType<typeof getProduct>>

export async function productNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('products')
    .select(['products.id', productLabelSql.as('label')])
    .where('products.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, label }) => [id, label]))
}

export async function categoryNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('product_categories').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const isActive = sql<SqlBool>`products.active`
