/** What a document comes to, per VAT rate (rulings 6): the one place where VAT is computed for screens, paper and books. */
import { type Cents, HUNDRED, exact, rounded } from './money.rules.ts'

/** A line that was rounded to cents already, in its own mode. `tax` tells apart kinds of VAT that have one rate. */
export interface TotalledLine {
  tax: string
  /** In percents. */
  rate: string
  taxes_included: boolean
  amount: Cents
}

export interface TaxTotal {
  tax: string
  rate: string
  base: Cents
  vat: Cents
}

export interface Totals {
  /** In the order in which the lines name them first. */
  taxes: TaxTotal[]
  base: Cents
  vat: Cents
  total: Cents
  /** What each line counts without VAT, in the order of the lines: together exactly the base. */
  nets: Cents[]
  /** The same with VAT: together exactly the total. */
  grosses: Cents[]
}

const sum = (amounts: readonly Cents[]): Cents => amounts.reduce((all, one) => all + one, 0n)

/** An amount goes from one mode to the other by multiplying with the one and dividing by the other. */
type Ratio = readonly [times: bigint, per: bigint]

/** Divides what lines come to in the other mode over them, by largest remainder; of equal ones the first line gets it. */
function sharesOf(amounts: readonly Cents[], whole: Cents, [times, per]: Ratio): Cents[] {
  // A credit is divided as its original is, so that it mirrors it line by line: the first amount says which way it goes.
  const leading = sum(amounts) || (amounts.find((amount) => amount !== 0n) ?? 0n)
  if (leading < 0n) return sharesOf(amounts.map((amount) => -amount), -whole, [times, per]).map((share) => -share) // prettier-ignore
  const shares = amounts.map((amount, at) => {
    const scaled = amount * times
    const rest = ((scaled % per) + per) % per
    return { at, share: (scaled - rest) / per, rest }
  })
  const byRest = [...shares].sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1))
  const left = Number(whole - sum(shares.map(({ share }) => share)))
  for (const one of byRest.slice(0, left)) one.share += 1n
  return shares.map(({ share }) => share)
}

/**
 * With E the lines typed without VAT and G those typed with it, of one rate r:
 * base = E + round(G / (1 + r)) and VAT = round(E × r) + (G − round(G / (1 + r))), so that what was typed with VAT stays.
 */
export function totalsOf(lines: readonly TotalledLine[]): Totals {
  const nets: Cents[] = lines.map(({ amount }) => amount)
  const grosses = [...nets]
  const places = Map.groupBy(
    lines.map((line, at) => ({ ...line, at })),
    ({ tax, rate }) => `${tax} ${exact(rate)}`,
  )
  const taxes = [...places.values()].map((of): TaxTotal => {
    const { tax, rate } = of[0]!
    const percents = exact(rate)
    const [withVat, withoutVat] = [true, false].map((mode) => of.filter((line) => line.taxes_included === mode)) as [typeof of, typeof of] // prettier-ignore
    const without = sum(withoutVat.map(({ amount }) => amount))
    const vat = rounded(without * percents, HUNDRED)
    const gross = sum(withVat.map(({ amount }) => amount))
    const net = rounded(gross * HUNDRED, HUNDRED + percents)
    const shared = sharesOf(withVat.map(({ amount }) => amount), net, [HUNDRED, HUNDRED + percents]) // prettier-ignore
    withVat.forEach(({ at }, i) => (nets[at] = shared[i]!))
    const raised = sharesOf(withoutVat.map(({ amount }) => amount), without + vat, [HUNDRED + percents, HUNDRED]) // prettier-ignore
    withoutVat.forEach(({ at }, i) => (grosses[at] = raised[i]!))
    return { tax, rate, base: without + net, vat: vat + (gross - net) }
  })
  const base = sum(taxes.map((one) => one.base))
  const vat = sum(taxes.map((one) => one.vat))
  return { taxes, base, vat, total: base + vat, nets, grosses }
}
