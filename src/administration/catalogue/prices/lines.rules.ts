/** What a line of a quotation, an order or an invoice comes to. */
import type { DiscountType } from '../products/index.ts'
import { type Cents, HUNDRED, ONE, exact, magnitude, rounded } from './money.rules.ts'

/** A line as it was typed; digits with a point. A discount of money is in the mode of the line: with VAT or without. */
export interface LineInput {
  price: string
  count: string
  discount: string
  discount_type: DiscountType
}

/** Cents of a number in hundred-millionths: ten-thousandths times ten-thousandths. */
const PER_CENT = (ONE * ONE) / 100n

/** Ten-thousandths times ten-thousandths, before the discount. */
const grossOf = ({ price, count }: LineInput): bigint => exact(price) * exact(count)

/**
 * Price times count, then the discount; rounded once, at the end (rulings 6).
 * A discount takes away from what the line comes to, also where a credit turns the line around: so a credited line is
 * the line with its count turned around, and comes to exactly as much less.
 */
export function amountOf(line: LineInput): Cents {
  const gross = grossOf(line)
  const discount = exact(line.discount)
  if (line.discount_type === 'percentage') return rounded(gross * (HUNDRED - discount), PER_CENT * HUNDRED)
  const off = discount * ONE
  return rounded(gross < 0n ? gross + off : gross - off, PER_CENT)
}

/** The line that takes this one back. */
export const credited = <L extends LineInput>(line: L): L => ({
  ...line,
  count: line.count.startsWith('-') ? line.count.slice(1) : `-${line.count}`,
})

/**
 * Why a line cannot be so, by its field; null when it can.
 * @param turned a line of a credit or of a deposit that is settled, whose count may be below 0
 */
export function problemOf(
  line: LineInput,
  { turned = false } = {},
): { field: 'price' | 'count' | 'discount'; message: string } | null {
  const discount = exact(line.discount)
  if (exact(line.price) < 0n) return { field: 'price', message: ':label is niet lager dan 0.' }
  if (!turned && exact(line.count) < 0n) return { field: 'count', message: ':label is niet lager dan 0.' }
  if (discount < 0n) return { field: 'discount', message: ':label is niet lager dan 0.' }
  if (line.discount_type === 'percentage')
    return discount > HUNDRED ? { field: 'discount', message: ':label is hooguit 100%.' } : null
  return discount * ONE > magnitude(grossOf(line))
    ? { field: 'discount', message: ':label is hoger dan het bedrag van de regel.' }
    : null
}

/** An amount without and with VAT, whichever of them it is. `rate` in percents. */
export function bothOf(amount: Cents, rate: string, taxesIncluded: boolean): { excl: Cents; incl: Cents } {
  const hundredths = exact(rate)
  return taxesIncluded
    ? { excl: rounded(amount * HUNDRED, HUNDRED + hundredths), incl: amount }
    : { excl: amount, incl: amount + rounded(amount * hundredths, HUNDRED) }
}
