/** The lines of a sale as they are read, and what they come to. */
import { formatMoney } from '../../../platform/format/format.ts'
import { formatEuros, formatPercents, roundedEuros } from '../../../platform/format/price.ts'
import { type TaxCategory, vatText } from '../../catalogue/vat/index.ts'
import type { SaleLine, SaleTax } from './lines.queries.ts'
import { DESTINATIONS, type LineKind, amountsOf, countText, discountText } from './lines.rules.ts'

export interface ShownLine {
  id: number
  kind: LineKind
  product_id: number | null
  name: string
  code: string | null
  description: string | null
  count: string
  price: string
  /** The price in cents, where a column has room for two decimals. */
  rounded: string
  /** 'exclusief 21% BTW'. */
  vat: string
  discount: string
  why: string | null
  excl: string
  incl: string
  /** An option of a quotation: whether it was taken; null for what is no option. */
  option: boolean | null
  delivered: boolean
  /** 'Factuur': where it went when its order was settled. */
  went: string | null
}

const shown = (cents: bigint | number) => formatMoney(Number(cents))

/** '21% BTW', or by what name nothing is charged. */
const vatOf = ({ tax, taxes_included, tax_category, tax_name }: SaleLine): string =>
  Number(tax) > 0 ? vatText(tax!, taxes_included, tax_category as TaxCategory) : (tax_name ?? '')

export function shownLines(lines: readonly SaleLine[]): ShownLine[] {
  const amounts = amountsOf(lines)
  return lines.map((line) => {
    const { excl = 0n, incl = 0n } = amounts.get(line.id) ?? {}
    const { id, kind, product_id, name, description, why, delivered } = line
    return {
      ...{ id, kind, product_id, name, description, why, delivered },
      code: line.code === line.name ? null : line.code,
      count: countText(line.count),
      price: formatEuros(line.price),
      rounded: roundedEuros(line.price),
      vat: vatOf(line),
      discount: discountText(line),
      excl: shown(excl),
      incl: shown(incl),
      option: line.optional ? line.chosen : null,
      went: line.destination === null ? null : DESTINATIONS[line.destination],
    }
  })
}

export interface ShownTotals {
  base: string
  taxes: { label: string; over: string; vat: string }[]
  total: string
}

/** What a sale comes to; what bears no VAT is named by why. */
export const shownTotals = (taxes: readonly Pick<SaleTax, 'tax' | 'name' | 'base' | 'vat'>[]): ShownTotals => ({
  base: shown(taxes.reduce((sum, { base }) => sum + base, 0)),
  taxes: taxes.map(({ tax, name, base, vat }) => ({
    label: Number(tax) > 0 ? `${formatPercents(tax)} BTW` : name,
    over: shown(base),
    vat: shown(vat),
  })),
  total: shown(taxes.reduce((sum, { base, vat }) => sum + base + vat, 0)),
})
