import { type SqlBool, sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { lockRow, lockVersion } from '../../../platform/database/versioned.ts'
import { Invalid, NotFound } from '../../../platform/errors.ts'
import { today } from '../../../platform/format/zone.ts'
import type { CategoryInput, ConsumableInput, PriceInput, ProductEdit, ProductInput } from './products.forms.ts'
import { costsNow } from './products.queries.ts'
import { forced, samePrice } from './products.rules.ts'

/** What is true of a product that is a place in something: it has but a price. */
export const PLACE = {
  category_id: null,
  taxes_included: false,
  discount: '0',
  discount_type: 'percentage',
  is_device: false,
  has_lifecycle: false,
  is_consumable: false,
  has_to_be_delivered: false,
  replace_after: null,
  replace_unit: 'years',
  replace_period_margin: 0,
  note: null,
} as const satisfies Partial<ProductInput>

export async function addProduct(trx: Trx, { price, ...input }: ProductInput): Promise<number> {
  const { id } = await trx
    .insertInto('products')
    .values({ ...forced(input), code: input.code ?? input.name })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setPrices(trx, [{ product_id: id, price }], today())
  return id
}

/**
 * Another price holds from today. A code that only repeats the name goes along with it.
 * @throws NotFound, Stale when someone else saved first
 */
export async function editProduct(trx: Trx, id: number, { version, price, ...input }: ProductEdit): Promise<void> {
  const changes = forced(input)
  const before = await lockVersion(trx, 'products', id, version, { ...changes, code: input.code ?? input.name })
  if (before.is_consumable && !changes.is_consumable) await refuseUsed(trx, id)
  const isSame = before.code === before.name && input.code === before.code
  const code = (isSame ? null : input.code) ?? input.name
  const costs = await costsNow(trx, id)
  // Every save moves the version, for a price is a row of its own: two editors of one product always meet.
  await trx
    .updateTable('products')
    .set({ ...changes, code, version: version + 1 })
    .where('id', '=', id)
    .execute()
  if (!samePrice(price, costs)) await setPrices(trx, [{ product_id: id, price }], today())
}

/** @throws Invalid when another product uses it up */
async function refuseUsed(trx: Trx, consumable_id: number): Promise<void> {
  const user = await trx
    .selectFrom('product_consumables')
    .select('id')
    .where('consumable_id', '=', consumable_id)
    .executeTakeFirst()
  if (user) throw new Invalid({ is_consumable: ['Een ander product verbruikt dit: het blijft een verbruiksartikel.'] })
}

/** Changes the code alone; without one it is the name. @throws NotFound, Stale when someone else saved first */
export async function changeCode(trx: Trx, id: number, code: string | null, version: number): Promise<void> {
  const { name } = await lockVersion(trx, 'products', id, version, { code })
  await trx
    .updateTable('products')
    .set({ code: code ?? name })
    .where('id', '=', id)
    .execute()
}

/** From a day on each of them costs so much; what was said of that day before is replaced. */
export async function setPrices(
  trx: Trx,
  prices: { product_id: number; price: string }[],
  valid_from: string,
): Promise<void> {
  await trx
    .insertInto('product_prices')
    .values(prices.map((row) => ({ ...row, valid_from })))
    .onConflict((conflict) =>
      conflict.columns(['product_id', 'valid_from']).doUpdateSet({ price: (eb) => eb.ref('excluded.price') }),
    )
    .execute()
}

/** From a day on it costs so much; what was said of that day before is replaced. */
export async function setPrice(trx: Trx, product_id: number, { price, valid_from }: PriceInput): Promise<number> {
  await lockRow(trx, 'products', product_id)
  const { id } = await trx
    .insertInto('product_prices')
    .values({ product_id, price, valid_from })
    .onConflict((conflict) => conflict.columns(['product_id', 'valid_from']).doUpdateSet({ price }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Answers whose price it is. @throws NotFound, Stale when someone else saved first */
export async function editPrice(
  trx: Trx,
  id: number,
  { version, ...input }: PriceInput & { version: number },
): Promise<number> {
  const { product_id } = await lockVersion(trx, 'product_prices', id, version, input)
  await trx.updateTable('product_prices').set(input).where('id', '=', id).execute()
  return product_id
}

/** A product without any price has none: the last one stays. @throws NotFound, Invalid */
export async function deletePrice(trx: Trx, id: number): Promise<void> {
  const row = await trx.selectFrom('product_prices').select('product_id').where('id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('Prijs')
  await lockRow(trx, 'products', row.product_id)
  await trx.deleteFrom('product_prices').where('id', '=', id).execute()
  await refuseUnpriced(trx, [row.product_id])
}

/** @throws Invalid when one of these products has no price */
export async function refuseUnpriced(trx: Trx, ids: number[]): Promise<void> {
  const bare = await trx
    .selectFrom('products')
    .select('id')
    .where('id', 'in', ids)
    .where(sql<SqlBool>`not exists (select 1 from product_prices p where p.product_id = products.id)`)
    .executeTakeFirst()
  if (bare) throw new Invalid({ _form: ['Een product houdt minimaal één prijs.'] })
}

export async function setProductsActive(trx: Trx, ids: number[], active: boolean): Promise<void> {
  const found = await trx.updateTable('products').set({ active }).where('id', 'in', ids).returning('id').execute()
  if (found.length < ids.length) throw new NotFound('Product')
}

export async function setCategory(trx: Trx, ids: number[], category_id: number | null): Promise<void> {
  await trx.updateTable('products').set({ category_id }).where('id', 'in', ids).execute()
}

export async function deleteProduct(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('products').where('id', '=', id).execute()
}

/** What a product uses up, and how much of it; what was said of it before is replaced. */
export async function saveConsumable(
  trx: Trx,
  key: { product_id: number; consumable_id: number },
  input: ConsumableInput,
): Promise<number> {
  // Of two that would use up each other, the second to come sees the first.
  await trx
    .selectFrom('products')
    .select('id')
    .where('id', 'in', [key.product_id, key.consumable_id])
    .orderBy('id')
    .forUpdate()
    .execute()
  const other = await trx
    .selectFrom('product_consumables')
    .select('id')
    .where('product_id', '=', key.consumable_id)
    .where('consumable_id', '=', key.product_id)
    .executeTakeFirst()
  if (other) throw new Invalid({ consumable_id: ['Dit product gebruikt het andere zelf al.'] })
  const { id } = await trx
    .insertInto('product_consumables')
    .values({ ...key, ...input })
    .onConflict((conflict) => conflict.columns(['product_id', 'consumable_id']).doUpdateSet(input))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @throws NotFound */
export async function removeConsumable(trx: Trx, key: { product_id: number; consumable_id: number }): Promise<number> {
  const gone = await trx
    .deleteFrom('product_consumables')
    .where('product_id', '=', key.product_id)
    .where('consumable_id', '=', key.consumable_id)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw new NotFound('Verbruiksartikel')
  return gone.id
}

export async function addCategory(trx: Trx, input: CategoryInput): Promise<number> {
  const { id } = await trx.insertInto('product_categories').values(input).returning('id').executeTakeFirstOrThrow()
  return id
}

/** @throws NotFound, Stale when someone else saved first */
export async function editCategory(
  trx: Trx,
  id: number,
  { version, ...input }: CategoryInput & { version: number },
): Promise<void> {
  await lockVersion(trx, 'product_categories', id, version, input)
  await trx.updateTable('product_categories').set(input).where('id', '=', id).execute()
}

/** Gives it another name. @throws NotFound, Stale when someone else saved first */
export async function renameCategory(trx: Trx, id: number, name: string, version: number): Promise<void> {
  await lockVersion(trx, 'product_categories', id, version, { name })
  await trx.updateTable('product_categories').set({ name }).where('id', '=', id).execute()
}

export async function deleteCategory(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('product_categories').where('id', '=', id).execute()
}
