/** What lines are, beside what they come to. */
import { formatEuros, formatPercents } from '../../../platform/format/price.ts'
import { bothOf, totalsOf } from '../../catalogue/prices/index.ts'

/** Beside products a sale has headings between its lines, with or without a text below them. */
export const LINE_KINDS = { product: 'Product', section: 'Kop' } as const
export type LineKind = keyof typeof LINE_KINDS

/** Where a line of an order goes when the order is settled. */
export const DESTINATIONS = { quote: 'Offerte', order: 'Nieuwe order', invoice: 'Factuur' } as const
export type Destination = keyof typeof DESTINATIONS

/** '10%', '€ 20,00', '' where nothing goes off. */
export const discountText = ({ discount, discount_type }: { discount: string; discount_type: string }): string =>
  Number(discount) === 0 ? '' : discount_type === 'percentage' ? formatPercents(discount) : formatEuros(discount)

/** A line with what it comes to, in cents. */
interface Counted {
  id: number
  kind: LineKind
  amount: number
  tax: string | null
  tax_type_id: number | null
  taxes_included: boolean
}

const totalled = ({ amount, tax, tax_type_id, taxes_included }: Counted) => ({
  tax: String(tax_type_id),
  rate: tax ?? '0',
  taxes_included,
  amount: BigInt(amount),
})

/**
 * What each line comes to without and with VAT, in cents, by its id, so that each adds up to what the sale comes to
 * (rulings 6); an option that was not chosen counts by itself.
 */
export function amountsOf(
  lines: readonly (Counted & { chosen: boolean })[],
): Map<number, { excl: bigint; incl: bigint }> {
  const products = lines.filter(({ kind }) => kind === 'product')
  const counted = products.filter(({ chosen }) => chosen)
  const { nets, grosses } = totalsOf(counted.map(totalled))
  return new Map(
    products.map((line) => {
      const { excl, incl } = bothOf(BigInt(line.amount), line.tax ?? '0', line.taxes_included)
      const at = counted.indexOf(line)
      return [line.id, at < 0 ? { excl, incl } : { excl: nets[at]!, incl: grosses[at]! }]
    }),
  )
}

/** What VAT products come to when these are chosen, in the order in which the database tells it of what is kept. */
export function taxesOf(
  lines: readonly (Counted & { chosen: boolean; tax_name: string | null; tax_category: string | null })[],
): { tax_type_id: number; tax: string; name: string; category: string; base: number; vat: number }[] {
  const counted = lines.filter(({ kind, chosen }) => kind === 'product' && chosen)
  const { taxes } = totalsOf(counted.map(totalled))
  const lineOf = (id: number) => counted.find(({ tax_type_id }) => tax_type_id === id)
  return taxes
    .map(({ tax, rate, base, vat }) => ({
      tax_type_id: Number(tax),
      tax: rate,
      name: lineOf(Number(tax))?.tax_name ?? '',
      category: lineOf(Number(tax))?.tax_category ?? 'S',
      base: Number(base),
      vat: Number(vat),
    }))
    .sort((a, b) => Number(b.tax) - Number(a.tax) || a.tax_type_id - b.tax_type_id)
}

/** '6', '2,5': a count as it is read. */
export const countText = (digits: string): string => digits.replace(/\.0*$|(\.\d*?)0+$/, '$1').replace('.', ',')
