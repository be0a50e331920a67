/** Lines that an order was given by what another area knows, and that follow that. The order is locked by the caller. */
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { type Asked, pricesFor } from '../../catalogue/prices/index.ts'
import { samePrice } from '../../catalogue/products/index.ts'
import { isByHand, lastPosition } from './lines.commands.ts'
import { SALE_COLUMN, type SaleKey, listLines } from './lines.queries.ts'
import { freeSources } from './line-status.commands.ts'

/** Takes lines out of a sale; what they settled can go elsewhere again. */
export async function dropLines(trx: Trx, sale: SaleKey, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await freeSources(trx, sale, ids)
  await trx
    .deleteFrom('sale_lines')
    .where('id', 'in', [...ids])
    .execute()
}

/** Lets lines of orders go to the end of another order, as they are. Both orders are locked by the caller. */
export async function passLines(trx: Trx, ids: readonly number[], to: SaleKey & { type: 'order' }): Promise<void> {
  if (ids.length === 0) return
  const last = await lastPosition(trx, to)
  await sql`
    update sale_lines set order_id = ${to.id}, position = ${last} + moving.nr
    from (select id, row_number() over (order by position, id) as nr from sale_lines
      where id = any(${[...ids]}::integer[]) and order_id is not null) moving
    where sale_lines.id = moving.id`.execute(trx)
}

/** Says what lines are about, and of how much, where that changed; what somebody worded by hand stays. */
export async function describeLines(
  trx: Trx,
  lines: readonly { id: number; name: string; description: string | null; count: string }[],
): Promise<void> {
  if (lines.length === 0) return
  await sql`
    update sale_lines set count = told.count,
      name = case when worded then sale_lines.name else told.name end,
      description = case when worded then sale_lines.description else told.description end
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as told(id integer, name text, description text, count numeric)
    where sale_lines.id = told.id
      and (sale_lines.count is distinct from told.count or worded is null
        and (sale_lines.name, sale_lines.description) is distinct from (told.name, told.description))
  `.execute(trx)
}

/**
 * Prices lines of one product anew, as when more or less of it is taken together; what somebody set by hand stays.
 * @param asked what is taken in all, by whom and on which day
 */
export async function priceAnew(trx: Trx, ids: readonly number[], asked: Asked): Promise<void> {
  if (ids.length === 0) return
  const [answer] = await pricesFor(trx, [asked])
  const { price, original_price, is_original_price, discount, discount_type, why } = answer!
  const changed = (await listLines(trx, ids)).filter(
    (line) =>
      !isByHand(line.why) &&
      line.product_id === asked.product_id &&
      !(
        samePrice(line.price, price) &&
        samePrice(line.discount, discount) &&
        line.discount_type === discount_type &&
        line.why === why
      ),
  )
  if (changed.length === 0) return
  await trx
    .updateTable('sale_lines')
    .set({ price, original_price, is_original_price, discount, discount_type, why })
    .where(
      'id',
      'in',
      changed.map(({ id }) => id),
    )
    .execute()
}

const MONEY = ['price', 'discount', 'discount_type', 'tax_type_id', 'tax', 'taxes_included'] as const

/**
 * Gives lines the price, discount and VAT that somebody set by hand on all others of the same product that they come
 * beside, as 'all lines with this product' in a form does for those that are there.
 */
export async function priceAlike(trx: Trx, ids: readonly number[], beside: readonly number[]): Promise<void> {
  if (ids.length === 0 || beside.length === 0) return
  const others = await trx
    .selectFrom('sale_lines')
    .select([...MONEY, 'product_id', 'why'])
    .where('id', 'in', [...beside])
    .execute()
  const [first] = others
  if (!first || first.product_id === null) return
  const { product_id, why, ...money } = first
  const alike = (one: typeof first) =>
    isByHand(one.why) && one.product_id === product_id && MONEY.every((field) => one[field] === first[field])
  if (!others.every(alike)) return
  await trx
    .updateTable('sale_lines')
    .set({ ...money, why, is_original_price: false })
    .where('id', 'in', [...ids])
    .where('product_id', '=', product_id)
    .execute()
}

/** An amount that is no product: a part of what is sold that is asked beforehand, or taken off again. */
export interface AddedAmount {
  name: string
  tax_type_id: number
  tax: string
  taxes_included: boolean
  /** In whole cents; what is below zero is taken off. */
  amount: bigint
  source_id: number | null
}

/** Puts amounts at the end of a sale. The sale is locked by the caller. */
export async function addAmounts(trx: Trx, sale: SaleKey, amounts: readonly AddedAmount[]): Promise<void> {
  if (amounts.length === 0) return
  const last = await lastPosition(trx, sale)
  await trx
    .insertInto('sale_lines')
    .values(
      amounts.map(({ name, tax_type_id, tax, taxes_included, amount, source_id }, i) => ({
        [SALE_COLUMN[sale.type]]: sale.id,
        position: last + 1 + i,
        ...{ name, tax_type_id, tax, taxes_included, source_id },
        count: amount < 0n ? '-1' : '1',
        price: (Number(amount < 0n ? -amount : amount) / 100).toFixed(2),
      })),
    )
    .execute()
}
