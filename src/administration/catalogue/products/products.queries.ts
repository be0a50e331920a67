import { type SqlBool, sql } from 'kysely'
import { countOf } from '../../../platform/database/count.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound, type Reason } from '../../../platform/errors.ts'
import { formatDate } from '../../../platform/format/format.ts'
import type { Searched } from '../../../platform/matching/conditions.ts'
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

/** What one costs today. */
export async function costsNow(db: Db | Trx, id: number): Promise<string> {
  const { price } = await db
    .selectFrom(sql<{ id: number }>`(select ${id}::integer as id)`.as('products'))
    .select(listPriceOn().as('price'))
    .executeTakeFirstOrThrow()
  return price
}

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

/** From when a product costs what. */
export const listPrices = (db: Db | Trx, productId: number) =>
  db
    .selectFrom('product_prices')
    .select([
      'product_prices.id',
      'product_prices.valid_from',
      'product_prices.price',
      sql<boolean>`product_prices.valid_from > current_date`.as('is_coming'),
      sql<boolean>`product_prices.id = (
        select p.id from product_prices p where p.product_id = ${productId}
        order by p.valid_from > current_date, abs(p.valid_from - current_date) limit 1)`.as('is_now'),
    ])
    .where('product_prices.product_id', '=', productId)

/** @throws NotFound */
export async function getPrice(db: Db | Trx, id: number) {
  const row = await db
    .selectFrom('product_prices')
    .innerJoin('products', 'products.id', 'product_prices.product_id')
    .select([
      'product_prices.id',
      'product_prices.price',
      'product_prices.valid_from',
      'product_prices.version',
      'products.name',
    ])
    .where('product_prices.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new NotFound('Prijs')
  return row
}

/** The next price that is told already. */
export const nextPriceOf = (db: Db | Trx, productId: number) =>
  db
    .selectFrom('product_prices')
    .select(['price', 'valid_from'])
    .where('product_id', '=', productId)
    .where('valid_from', '>', sql<string>`current_date`)
    .orderBy('valid_from')
    .limit(1)
    .executeTakeFirst()

export async function priceNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('product_prices')
    .innerJoin('products', 'products.id', 'product_prices.product_id')
    .select(['product_prices.id', 'products.name', 'product_prices.valid_from'])
    .where('product_prices.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name, valid_from }) => [id, `${name} vanaf ${formatDate(valid_from)}`]))
}

/** What a product uses up, each with its own terms or those that it has by itself. */
export const listConsumables = (db: Db | Trx) =>
  db
    .selectFrom('product_consumables')
    .innerJoin('products as consumable', 'consumable.id', 'product_consumables.consumable_id')
    .select([
      'product_consumables.id',
      'product_consumables.product_id',
      'product_consumables.consumable_id',
      'product_consumables.count',
      'product_consumables.replace_after as own_replace_after',
      'product_consumables.replace_unit as own_replace_unit',
      'product_consumables.replace_period_margin as own_margin',
      'consumable.name',
      'consumable.code',
      'consumable.replace_after as usual_replace_after',
      'consumable.replace_unit as usual_replace_unit',
      'consumable.replace_period_margin as usual_margin',
    ])

/** As its form has it. */
export const findConsumable = (db: Db | Trx, key: { product_id: number; consumable_id: number }) =>
  db
    .selectFrom('product_consumables')
    .select(['count', 'replace_after', 'replace_unit', 'replace_period_margin'])
    .where('product_id', '=', key.product_id)
    .where('consumable_id', '=', key.consumable_id)
    .executeTakeFirst()

/** What uses up a product. */
export const listUsers = (db: Db | Trx, consumableId: number) =>
  db
    .selectFrom('product_consumables')
    .innerJoin('products', 'products.id', 'product_consumables.product_id')
    .select(['products.id', productLabelSql.as('label')])
    .where('product_consumables.consumable_id', '=', consumableId)
    .orderBy(byProduct)
    .execute()

export async function consumableNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await listConsumables(db).where('product_consumables.id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** What keeps a product from being deleted, as far as products know. */
export async function productBlockers(db: Db | Trx, id: number): Promise<Reason[]> {
  const count = (await listUsers(db, id)).length
  return [
    { label: 'Producten die dit verbruiken', one: 'product dat dit verbruikt', count, url: `/products/view/${id}` },
  ]
}

export const listCategories = (db: Db | Trx) =>
  db
    .selectFrom('product_categories')
    .select([
      'product_categories.id',
      'product_categories.name',
      'product_categories.discount',
      'product_categories.version',
      'product_categories.updated_at',
      sql<number>`(select count(*)::integer from products p where p.category_id = product_categories.id and p.active)`.as(
        'product_count',
      ),
    ])

/** @throws NotFound */
export async function getCategory(db: Db | Trx, id: number) {
  const row = await listCategories(db).where('product_categories.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('Productcategorie')
  return row
}

export async function categoryBlockers(db: Db | Trx, id: number): Promise<Reason[]> {
  const count = await countOf(db.selectFrom('products').select('id').where('category_id', '=', id))
  return [{ label: 'Producten', one: 'product', count, url: `/products?category_id=${id}&active=` }]
}

/** The category that a new product begins in, as its selector shows it. */
export async function chosenCategory(db: Db, id: number | undefined) {
  if (id === undefined) return []
  const row = await db.selectFrom('product_categories').select(['id', 'name']).where('id', '=', id).executeTakeFirst()
  return row ? [{ id: row.id, label: row.name }] : []
}

/** Some products, or those that are sold, by name and without prices. */
export const listChosenProducts = async (db: Db | Trx, ids: number[], most: number) => {
  const rows = await listProducts(db)
    .where(ids.length > 0 ? sql<SqlBool>`products.id in (${sql.join(ids)})` : isActive)
    .orderBy(byProduct)
    .orderBy('products.id')
    .limit(most)
    .execute()
  return rows.map(({ version: _version, updated_at: _updatedAt, note: _note, category_name, ...row }) => ({
    ...row,
    category: category_name,
  }))
}

/** Whose debtor number it is. @throws NotFound */
export async function getBuyer(db: Db, clientId: number) {
  const row = await db
    .selectFrom('client_ids')
    .select(['company_id', 'contact_id'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (!row) throw new NotFound('Debiteur')
  return row
}

/** What keeps a VAT type from being deleted. */
export async function taxTypeBlockers(db: Db | Trx, id: number): Promise<Reason[]> {
  const count = await countOf(db.selectFrom('products').select('id').where('tax_type_id', '=', id))
  return [{ label: 'Producten', one: 'product', count }]
}

/** The history of a product with that of its prices, also of those that are gone since; an index knows these by product. */
export const historyOfProduct = (id: number) => sql`
  select 'product'::text as record_type, ${id}::bigint as record_id
  union select 'product_price', product_prices.id::bigint from product_prices where product_prices.product_id = ${id}
  union select 'product_price', gone.record_id from history gone
    where gone.record_type = 'product_price' and gone.action = 'delete'
      and (gone.changes -> 'product_id' ->> 0)::integer = ${id}`
