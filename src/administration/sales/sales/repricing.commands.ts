/** What another count, customer or day does to the prices of lines that nobody set by hand. */
import { sql } from 'kysely'
import { type Question, Unconfirmed } from '../../../platform/errors.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { formatEuros } from '../../../platform/format/price.ts'
import { type Answer, type Asked, pricesFor } from '../../catalogue/prices/index.ts'
import { samePrice } from '../../catalogue/products/index.ts'
import { type TaxCategory, vatText } from '../../catalogue/vat/index.ts'
import { isByHand } from './lines.commands.ts'
import type { PricesAnswer } from './lines.forms.ts'
import { type SaleKey, type SaleLine, listSaleLines } from './lines.queries.ts'
import { discountText } from './lines.rules.ts'
import type { SaleHead } from './sales.queries.ts'

/** Whose prices hold, and of which day. */
type Head = Pick<SaleHead, 'company_id' | 'contact_id' | 'day'>

interface Moved {
  line: SaleLine
  answer: Answer
  /** It has the price that was computed before, and nobody agreed on it since. */
  follows: boolean
}

type Money = Pick<Answer, 'price' | 'discount' | 'discount_type' | 'tax_type_id' | 'taxes_included'>

const alike = (line: Money & { tax: string | null }, other: Money & { tax: string | null }): boolean =>
  samePrice(line.price, other.price) &&
  samePrice(line.discount, other.discount) &&
  line.discount_type === other.discount_type &&
  line.tax_type_id === other.tax_type_id &&
  line.taxes_included === other.taxes_included &&
  Number(line.tax) === Number(other.tax)

/** What was taken over from elsewhere, or stands on an invoice, was agreed as it is. */
const isFree = ({ source_id, invoice_id }: SaleLine): boolean => source_id === null && invoice_id === null

/** A price that is computed: of a product, not by hand, not taken back, and not settled elsewhere already. */
const isComputed = ({ kind, product_id, why, count, destination }: SaleLine): boolean =>
  kind === 'product' && product_id !== null && !isByHand(why) && Number(count) >= 0 && destination === null

/** Which lines would get another price, because of what is asked otherwise alone. */
async function movedBy(
  trx: Trx,
  lines: readonly SaleLine[],
  asked: readonly [before: (line: SaleLine) => Omit<Asked, 'product_id'>, after: (line: SaleLine) => Omit<Asked, 'product_id'>], // prettier-ignore
): Promise<Moved[]> {
  const computed = lines.filter(isComputed)
  if (computed.length === 0) return []
  const answers = await pricesFor(
    trx,
    asked.flatMap((of) => computed.map((line) => ({ ...of(line), product_id: line.product_id! }))),
  )
  return computed.flatMap((line, i) => {
    const [before, answer] = [answers[i]!, answers[computed.length + i]!]
    // Before its first percentage a kind of VAT says nothing to go by.
    const stored = line as Money & SaleLine
    if (answer.tax === null || alike(before, answer) || alike(stored, answer)) return []
    return [{ line, answer, follows: isFree(line) && alike(stored, before) }]
  })
}

const costs = (line: Money, vat: string): string =>
  [formatEuros(line.price), discountText(line) && `korting ${discountText(line)}`, vat].filter(Boolean).join(', ')

function movedText({ line, answer }: Moved): string {
  const was = vatText(line.tax ?? '0', line.taxes_included, line.tax_category as TaxCategory)
  const becomes = vatText(answer.tax ?? '0', answer.taxes_included, answer.tax_category)
  const told = was === becomes ? ['', ''] : [was, becomes]
  return `${line.name}: ${costs(line as Money & SaleLine, told[0]!)} wordt ${costs(answer, told[1]!)}`
}

const questionOf = (firm: readonly Moved[]): Question => ({
  title: 'Prijzen aanpassen?',
  text: 'Deze prijzen zijn al afgesproken of staan op een factuur. Opnieuw berekend worden ze anders:',
  lines: firm.map((moved) => ({ text: movedText(moved), isNew: false })),
  links: [],
  ...{ go: 'Prijzen aanpassen', field: 'prices', value: 'new' },
  otherwise: { go: 'Prijzen laten staan', value: 'kept' },
})

/**
 * Gives lines the prices that they would have now. What was agreed already is asked about first.
 * @returns how many got another price
 * @throws Unconfirmed
 */
async function reprice(trx: Trx, moved: readonly Moved[], answer: PricesAnswer): Promise<number> {
  const firm = moved.filter(({ follows }) => !follows)
  if (firm.length > 0 && answer === undefined) throw new Unconfirmed(questionOf(firm))
  const going = moved.filter(({ follows }) => follows || answer === 'new')
  if (going.length === 0) return 0
  const told = going.map(({ line: { id }, answer: { price, original_price, is_original_price, ...rest } }) => {
    const { discount, discount_type, why, tax_type_id, tax, taxes_included } = rest
    return { id, price, original_price, is_original_price, discount, discount_type, why, tax_type_id, tax, taxes_included } // prettier-ignore
  })
  await sql`
    update sale_lines set price = told.price, original_price = told.original_price,
      is_original_price = told.is_original_price, discount = told.discount, discount_type = told.discount_type,
      why = told.why, tax_type_id = told.tax_type_id, tax = told.tax, taxes_included = told.taxes_included
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told(id integer, price numeric, original_price numeric,
      is_original_price boolean, discount numeric, discount_type text, why text, tax_type_id integer, tax numeric,
      taxes_included boolean)
    where sale_lines.id = told.id
  `.execute(trx)
  return told.length
}

/**
 * Prices the lines of a sale anew that is for another customer, or of another day. The sale is locked by the caller.
 * @returns how many got another price @throws Unconfirmed where lines were agreed already and nobody said what becomes of them
 */
export async function repriceSale(
  trx: Trx,
  sale: SaleKey,
  { before, after, answer }: { before: Head; after: Head; answer: PricesAnswer },
): Promise<number> {
  if (before.company_id === after.company_id && before.contact_id === after.contact_id && before.day === after.day)
    return 0
  const of = ({ company_id, contact_id, day }: Head) => (line: SaleLine) => ({ company_id, contact_id, day, count: line.count }) // prettier-ignore
  return reprice(trx, await movedBy(trx, await listSaleLines(trx, sale), [of(before), of(after)]), answer)
}

/** The same of a line of which there is more or less than there was, before that is stored. */
export async function repriceLine(
  trx: Trx,
  line: SaleLine,
  { head: { company_id, contact_id, day }, count, answer }: { head: Head; count: string; answer: PricesAnswer },
): Promise<number> {
  if (samePrice(line.count, count)) return 0
  const of = (many: string) => () => ({ company_id, contact_id, day, count: many })
  return reprice(trx, await movedBy(trx, [line], [of(line.count), of(count)]), answer)
}

/** What is said of a change after which lines have another price. */
export const savedText = (repriced: number): string =>
  repriced === 0
    ? 'Wijziging opgeslagen'
    : `Wijziging opgeslagen. ${repriced === 1 ? '1 regel kreeg' : `${repriced} regels kregen`} een andere prijs`
