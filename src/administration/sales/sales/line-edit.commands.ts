import type * as z from 'zod'
import { sql } from 'kysely'
import { Invalid, NotFound } from '../../../platform/errors.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { lockVersion } from '../../../platform/database/versioned.ts'
import type { Registry } from '../../../platform/registry.ts'
import { lineProblem } from '../../catalogue/prices/index.ts'
import { samePrice } from '../../catalogue/products/index.ts'
import { percentageOn } from '../../catalogue/vat/index.ts'
import type { LineForm, PricesAnswer, TextEditForm } from './lines.forms.ts'
import { BY_HAND, VAT_BY_HAND, type OpenSale, addText, lastPosition, lockSale } from './lines.commands.ts'
import { freeSources } from './line-status.commands.ts'
import { refuseTaken, takenOf } from './places.commands.ts'
import { repriceLine } from './repricing.commands.ts'
import { SALE_COLUMN, type SaleKey, type SaleLine, listSaleLines, saleOf } from './lines.queries.ts'

/** The percentage of a kind of VAT on a day; null before its first. */
async function taxOn(trx: Trx, taxTypeId: number, day: string): Promise<string | null> {
  const row = await trx
    .selectFrom('tax_types')
    .select(percentageOn(sql`tax_types.id`, sql`${day}::date`).as('tax'))
    .where('id', '=', taxTypeId)
    .executeTakeFirst()
  return row?.tax ?? null
}

/** A line as its form has it. */
export type LineEdit = Omit<z.output<typeof LineForm>, 'all' | 'prices'>

/** What somebody set by hand on a line: null where price, discount and VAT are as they were. */
function byHand(before: SaleLine, input: Omit<LineEdit, 'version'>): string | null {
  const off = samePrice(input.discount, before.discount) && (Number(input.discount) === 0 || input.discount_type === before.discount_type) // prettier-ignore
  if (!samePrice(input.price, before.price) || !off) return BY_HAND
  return input.tax_type_id === before.tax_type_id && input.taxes_included === before.taxes_included ? null : VAT_BY_HAND
}

/**
 * Changes a line; with `all` price, discount and VAT of every line with the same product in this sale too. Of another
 * count the price follows, unless it was set by hand.
 * @returns its sale, how many lines were changed, and how many of them got another price by that
 * @throws NotFound, Stale, Invalid by field; Unconfirmed where the price was agreed already; HttpError where the sale can no
 *   longer change
 */
export async function editLine(
  trx: Trx,
  registry: Registry,
  before: SaleLine,
  { version, ...input }: LineEdit,
  { all = false, prices }: { all?: boolean; prices?: PricesAnswer } = {},
): Promise<{ sale: SaleKey; count: number; repriced: number }> {
  const { id } = before
  const key = saleOf(before)
  const sale = await lockSale(trx, registry, key)
  // Of a heading there is nothing to price.
  if (before.kind !== 'product') throw new NotFound('Regel')
  await lockVersion(trx, 'sale_lines', id, version, input)
  const problem = lineProblem(input, { turned: sale.type === 'invoice' })
  if (problem) throw new Invalid({ [problem.field]: [problem.message] })
  const { taken, text } = (await takenOf(trx, registry, [id])).get(id) ?? { taken: 0, text: '' }
  if (Number(input.count) < taken) throw new Invalid({ count: [`Minder kan niet: ${text}.`] })
  const tax = await taxOn(trx, input.tax_type_id, sale.day)
  if (tax === null) throw new Invalid({ tax_type_id: ['Deze btw geldt nog niet op de datum van dit stuk.'] })
  const set = byHand(before, input)
  const money = {
    ...pick(input),
    tax,
    ...(set === null ? {} : { is_original_price: false, why: before.why === BY_HAND ? BY_HAND : set }),
  }
  await trx
    .updateTable('sale_lines')
    .set({ ...input, ...money, ...(isWorded(before, input) ? { worded: true } : {}) })
    .where('id', '=', id)
    .execute()
  const repriced = set === null ? await repriceLine(trx, before, { head: sale, count: input.count, answer: prices }) : 0
  if (!all || before.product_id === null) return { sale: key, count: 1, repriced }
  const others = await trx
    .updateTable('sale_lines')
    .set(money)
    .where(SALE_COLUMN[sale.type], '=', sale.id)
    .where('product_id', '=', before.product_id)
    .where('id', '<>', id)
    .returning('id')
    .execute()
  return { sale: key, count: others.length + 1, repriced }
}

const isWorded = (before: SaleLine, input: Pick<LineEdit, 'name' | 'description'>): boolean =>
  input.name !== before.name || (input.description ?? '') !== (before.description ?? '')

const pick = ({ price, discount, discount_type, tax_type_id, taxes_included }: Omit<LineEdit, 'version'>) => ({
  price,
  discount,
  discount_type,
  tax_type_id,
  taxes_included,
})

/** Changes a heading and the text below it. @throws NotFound, Stale; HttpError where the sale can no longer change */
export async function editText(
  trx: Trx,
  registry: Registry,
  line: SaleLine,
  { version, ...input }: z.output<typeof TextEditForm>,
): Promise<void> {
  await lockSale(trx, registry, saleOf(line))
  if (line.kind === 'product') throw new NotFound('Regel')
  await lockVersion(trx, 'sale_lines', line.id, version, input)
  await trx.updateTable('sale_lines').set(input).where('id', '=', line.id).execute()
}

/**
 * Takes a line out of its sale. What a line of an order settled by going onto it can go elsewhere again.
 * @returns the sales that changed @throws NotFound; HttpError where the sale can no longer change
 */
export async function removeLine(trx: Trx, registry: Registry, line: SaleLine): Promise<SaleKey[]> {
  const sale = saleOf(line)
  await lockSale(trx, registry, sale)
  await refuseTaken(trx, registry, [line.id])
  const orders = await freeSources(trx, sale, [line.id])
  await trx.deleteFrom('sale_lines').where('id', '=', line.id).execute()
  return [sale, ...orders]
}

/** Puts the lines of a sale in the order of these ids; those that are not among them keep theirs, behind them. */
export async function orderLines(trx: Trx, sale: OpenSale, ids: readonly number[]): Promise<void> {
  const lines = await listSaleLines(trx, sale)
  const wanted = [...ids.filter((id) => lines.some((line) => line.id === id))]
  const order = [...wanted, ...lines.map(({ id }) => id).filter((id) => !wanted.includes(id))]
  await sql`
    update sale_lines set position = wanted.position
    from unnest(${order}::integer[]) with ordinality wanted (id, position)
    where sale_lines.id = wanted.id and sale_lines.position is distinct from wanted.position
  `.execute(trx)
}

/**
 * Puts the lines of an invoice behind those of another one, each as it is. Both are locked by the caller.
 * @param heading what stands above them, where there is something to say
 */
export async function moveLines(trx: Trx, from: OpenSale, to: OpenSale, heading: string | null): Promise<void> {
  if (heading !== null) await addText(trx, to, { name: heading, description: null })
  const last = await lastPosition(trx, to)
  await sql`
    update sale_lines set ${sql.ref(SALE_COLUMN[to.type])} = ${to.id}, position = ${last} + moved.place
    from (
      select id, row_number() over (order by position, id) as place from sale_lines
      where ${sql.ref(SALE_COLUMN[from.type])} = ${from.id}
    ) moved
    where sale_lines.id = moved.id
  `.execute(trx)
}

/** Says when the products of an invoice were supplied of which no order knows it and nobody told it apart. */
export async function keepSupply(trx: Trx, invoiceId: number, on: string, from: string | null): Promise<void> {
  await sql`
    update sale_lines set supplied_on = ${on}, supplied_from = ${from}
    where invoice_id = ${invoiceId} and kind = 'product' and supplied_on is null
      and not exists (select from sale_lines source where source.id = sale_lines.source_id and source.delivered)`.execute(
    trx,
  )
}

/** From now on what is told of the whole invoice holds for all of its lines. */
export const forgetSupply = (trx: Trx, invoiceId: number) =>
  trx
    .updateTable('sale_lines')
    .set({ supplied_on: null, supplied_from: null })
    .where('invoice_id', '=', invoiceId)
    .where('supplied_on', 'is not', null)
    .execute()
