import { sql } from 'kysely'
import { HttpError, Invalid } from '../../../platform/errors.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Registry } from '../../../platform/registry.ts'
import { type Answer, type OwnPrice, pricesFor } from '../../catalogue/prices/index.ts'
import { listChosenProducts, samePrice } from '../../catalogue/products/index.ts'
import { SALE_COLUMN, type SaleKey, type SaleLine } from './lines.queries.ts'
import { type SaleHead, getSaleHead } from './sales.queries.ts'

/** A sale whose lines may be changed, locked. */
export type OpenSale = SaleKey & Pick<SaleHead, 'company_id' | 'contact_id' | 'day'>

/** Locks a sale whose lines are about to change. @throws NotFound; HttpError (409) where they no longer can */
export async function lockSale(trx: Trx, registry: Registry, sale: SaleKey): Promise<OpenSale> {
  const head = await getSaleHead(trx, registry, sale, { lock: true })
  if (head.refusal !== null) throw new HttpError(409, head.refusal)
  return { ...sale, company_id: head.company_id, contact_id: head.contact_id, day: head.day }
}

/** A product that is sold, and how much of it. */
export interface AddedLine {
  product_id: number
  count: string
  /** The name of the product when left out. */
  name?: string
  description?: string | null
  /** Whose prices and VAT hold, where that is not the day of the sale. */
  day?: string
  /** In what it is counted, where that is not pieces. */
  unit?: { one: string; many: string }
  /** What whoever asks knows of the price, for the engine to weigh. */
  own?: readonly OwnPrice[]
  /** One that goes before what the engine says. */
  price?: string
  optional?: boolean
  source_id?: number
  /** How much of it is taken in all, where it stands on several lines and a quantity step counts them together. */
  among?: string
  /** Delivered later, also where the product says that nothing of it has to be. */
  later?: boolean
  /** When it was supplied, where that is told of this line alone, ISO. */
  supplied_on?: string
}

/** The place of the last line of a sale; 0 without any. */
export const lastPosition = async (trx: Trx, { type, id }: SaleKey): Promise<number> => {
  const { last } = await trx
    .selectFrom('sale_lines')
    .select((eb) => eb.fn.coalesce(eb.fn.max('position'), sql<number>`0`).as('last'))
    .where(SALE_COLUMN[type], '=', id)
    .executeTakeFirstOrThrow()
  return last
}

/** Why a line costs what it costs, where somebody said so. */
export const BY_HAND = 'De prijs is met de hand gezet.'
export const VAT_BY_HAND = 'De btw is met de hand gezet.'
/** Whether somebody said so: it follows nothing any more. */
export const isByHand = (why: string | null): boolean => why === BY_HAND || why === VAT_BY_HAND

const priced = ({ price, original_price, is_original_price, discount, discount_type, why }: Answer) => ({
  price,
  original_price,
  is_original_price,
  discount,
  discount_type,
  why,
})

/**
 * Products as lines of a sale, at the prices of its day for its customer.
 * @throws Invalid where a product has no VAT on that day
 */
export async function priceLines(
  db: Db | Trx,
  { type, company_id, contact_id, day }: Omit<OpenSale, 'id'>,
  added: readonly AddedLine[],
) {
  if (added.length === 0) return []
  const answers = await pricesFor(
    db,
    added.map((line) => ({
      product_id: line.product_id,
      count: line.among ?? line.count,
      company_id,
      contact_id,
      day: line.day ?? day,
      ...(line.unit ? { unit: line.unit } : {}),
      ...(line.own ? { own: line.own } : {}),
    })),
  )
  const ids = [...new Set(added.map(({ product_id }) => product_id))]
  const products = new Map((await listChosenProducts(db, ids, ids.length)).map((product) => [product.id, product]))
  return added.map((line, i) => {
    const answer = answers[i]!
    const product = products.get(line.product_id)!
    if (answer.tax === null)
      throw new Invalid({ _form: [`Voor ${answer.name} geldt op deze datum nog geen btw-percentage.`] })
    // What is asked for as a price is all of it: no discount comes off that.
    const own = line.price === undefined || (samePrice(line.price, answer.price) && Number(answer.discount) === 0) ? null : line.price // prettier-ignore
    const has_to_be_delivered = product.has_to_be_delivered || line.later === true
    return {
      product_id: line.product_id,
      name: line.name ?? product.name,
      description: line.description ?? null,
      count: line.count,
      ...priced(answer),
      ...(own === null ? {} : { price: own, is_original_price: false, discount: '0', why: BY_HAND }),
      tax_type_id: answer.tax_type_id,
      tax: answer.tax,
      taxes_included: answer.taxes_included,
      optional: line.optional ?? false,
      source_id: line.source_id ?? null,
      has_to_be_delivered,
      delivered: type === 'order' && !has_to_be_delivered,
      supplied_on: line.supplied_on ?? null,
    }
  })
}
/** A line that is not stored yet. */
export type PricedLine = Awaited<ReturnType<typeof priceLines>>[number]

/**
 * Puts products at the end of a sale, at the prices of its day for its customer.
 * @returns the ids of the new lines, in their order
 * @throws Invalid where a product has no VAT on that day
 */
export async function addLines(trx: Trx, sale: OpenSale, added: readonly AddedLine[]): Promise<number[]> {
  const lines = await priceLines(trx, sale, added)
  if (lines.length === 0) return []
  const last = await lastPosition(trx, sale)
  const stored = await trx
    .insertInto('sale_lines')
    .values(lines.map((line, i) => ({ ...line, [SALE_COLUMN[sale.type]]: sale.id, position: last + 1 + i })))
    .returning('id')
    .execute()
  return stored.map(({ id }) => id)
}

/** Puts a heading, with or without a text below it, at the end of a sale. */
export async function addText(
  trx: Trx,
  sale: OpenSale,
  { name, description }: { name: string; description: string | null },
): Promise<number> {
  const { id } = await trx
    .insertInto('sale_lines')
    .values({
      [SALE_COLUMN[sale.type]]: sale.id,
      position: (await lastPosition(trx, sale)) + 1,
      kind: 'section',
      name,
      description,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What of a line goes along when it is copied into another sale. */
const copied = (line: SaleLine) => ({
  kind: line.kind,
  product_id: line.product_id,
  name: line.name,
  description: line.description,
  count: line.count,
  price: line.price,
  original_price: line.original_price,
  is_original_price: line.is_original_price,
  why: line.why,
  discount: line.discount,
  discount_type: line.discount_type,
  tax_type_id: line.tax_type_id,
  tax: line.tax,
  taxes_included: line.taxes_included,
  has_to_be_delivered: line.has_to_be_delivered,
  worded: line.worded,
})

/**
 * Copies lines to the end of a sale at the prices that they have, each knowing where it came from.
 * @param turned what is credited: the same with their counts turned around
 * @returns the ids of the new lines, in their order
 */
export async function copyLines(
  trx: Trx,
  to: SaleKey,
  lines: readonly SaleLine[],
  { linked = true, turned = false } = {},
): Promise<number[]> {
  if (lines.length === 0) return []
  const last = await lastPosition(trx, to)
  const stored = await trx
    .insertInto('sale_lines')
    .values(
      lines.map((line, i) => ({
        ...copied(line),
        [SALE_COLUMN[to.type]]: to.id,
        position: last + 1 + i,
        source_id: linked ? line.id : null,
        delivered: to.type === 'order' && line.kind === 'product' && !line.has_to_be_delivered,
        ...(to.type === 'quotation' ? { optional: line.optional, chosen: line.chosen } : {}),
        ...(turned ? { count: line.count.startsWith('-') ? line.count.slice(1) : `-${line.count}` } : {}),
      })),
    )
    .returning('id')
    .execute()
  return stored.map(({ id }) => id)
}
