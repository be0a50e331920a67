/**
 * A sale as its reader adds it up: all without VAT for a company, all with it for who buys alone, whichever way its lines
 * were typed. What every line comes to is together exactly what stands below them.
 */
import { type Cents, HUNDRED, ONE, amountOf, bothOf, digitsOf, exact, magnitude, rounded, totalsOf } from '../../catalogue/prices/index.ts' // prettier-ignore
import type { SaleLine, SaleTax } from './lines.queries.ts'

type Line = Pick<
  SaleLine,
  'kind' | 'price' | 'count' | 'discount' | 'discount_type' | 'tax' | 'tax_category' | 'taxes_included' | 'amount'
> & { chosen?: boolean }
export type ReadTax = Pick<SaleTax, 'category' | 'tax' | 'base' | 'vat'>

/** Kinds of VAT that are one to who reads or sums them. */
const kindOf = (category: string | null, tax: string | null): string => `${category ?? 'S'} ${exact(tax ?? '0')}`

/**
 * What each of these products counts without and with VAT: together what the sale comes to, to the cent. Where two kinds
 * of VAT are one to its reader and each was rounded by itself, the last line of them takes the difference.
 */
export function countedOf(lines: readonly Line[], told: readonly ReadTax[]): { nets: Cents[]; grosses: Cents[] } {
  const { nets, grosses } = totalsOf(
    lines.map(({ tax, tax_category, taxes_included, amount }) => ({
      tax: kindOf(tax_category, tax),
      rate: tax ?? '0',
      taxes_included,
      amount: BigInt(amount),
    })),
  )
  for (const [kind, taxes] of Map.groupBy(told, ({ category, tax }) => kindOf(category, tax))) {
    const its = lines.flatMap(({ tax_category, tax }, at) => (kindOf(tax_category, tax) === kind ? [at] : []))
    const last = its.at(-1)
    if (last === undefined) continue
    const base = taxes.reduce((sum, one) => sum + BigInt(one.base), 0n)
    const vat = taxes.reduce((sum, one) => sum + BigInt(one.vat), 0n)
    nets[last]! += base - its.reduce((sum, at) => sum + nets[at]!, 0n)
    grosses[last]! += base + vat - its.reduce((sum, at) => sum + grosses[at]!, 0n)
  }
  return { nets, grosses }
}

/** Prices are kept in so many decimals, and read in as few as come to the amount. */
const PLACES = [100n, 10n, 1n]

/** What one costs in the other mode, and what goes off of all: as they come to the amount of the line. */
function pricedAs(line: Line, amount: Cents, withVat: boolean): Pick<Line, 'price' | 'discount'> {
  const rate = exact(line.tax ?? '0')
  const price = exact(line.price)
  const other = withVat ? rounded(price * (HUNDRED + rate), HUNDRED) : rounded(price * HUNDRED, HUNDRED + rate)
  const count = exact(line.count)
  const isMoney = line.discount_type === 'money' && exact(line.discount) > 0n
  if (magnitude(count) === ONE && exact(line.discount) === 0n)
    return { price: digitsOf(magnitude(amount) * (ONE / 100n)), discount: line.discount }
  const whole = (digits: string) =>
    amountOf({ price: digits, count: line.count, discount: '0', discount_type: 'money' })
  const goal = isMoney ? whole(digitsOf(other)) : amount
  const shown = PLACES.map((place) => digitsOf(rounded(other, place) * place))
  const comesTo = (digits: string) => (isMoney ? whole(digits) : amountOf({ ...line, price: digits }))
  const read = shown.find((digits) => comesTo(digits) === goal) ?? digitsOf(other)
  const off = magnitude(whole(read)) - magnitude(amount)
  return { price: read, discount: isMoney ? digitsOf((off > 0n ? off : 0n) * (ONE / 100n)) : line.discount }
}

/** The same lines with prices, money off and amounts all in one mode; headings stay as they are. */
export function linesRead<L extends Line>(lines: readonly L[], taxes: readonly ReadTax[], withVat: boolean): L[] {
  const counted = lines.filter(({ kind, chosen }) => kind === 'product' && chosen !== false)
  const { nets, grosses } = countedOf(counted, taxes)
  return lines.map((line) => {
    if (line.kind !== 'product') return line
    const at = counted.indexOf(line)
    // What was not chosen counts by itself.
    const { excl, incl } =
      at < 0
        ? bothOf(BigInt(line.amount), line.tax ?? '0', line.taxes_included)
        : { excl: nets[at]!, incl: grosses[at]! }
    const amount = withVat ? incl : excl
    if (line.taxes_included === withVat) return { ...line, amount: Number(amount) }
    return { ...line, ...pricedAs(line, amount, withVat), taxes_included: withVat, amount: Number(amount) }
  })
}
