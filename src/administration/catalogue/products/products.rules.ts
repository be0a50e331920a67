import { formatCount } from '../../../platform/format/format.ts'
import { lengthText } from '../../../platform/format/repeats.ts'

export const DISCOUNT_TYPES = { percentage: 'Procent', money: 'Bedrag' } as const
export type DiscountType = keyof typeof DISCOUNT_TYPES

/** In what is counted after how long a product is replaced. */
export const REPLACE_UNITS = { years: 'jaar', months: 'maanden' } as const
export type ReplaceUnit = keyof typeof REPLACE_UNITS

/** What a product is, as far as one thing follows from another. */
export interface Kind {
  is_device: boolean
  has_lifecycle: boolean
  is_consumable: boolean
  has_to_be_delivered: boolean
}

/** A device or what has a lifecycle is a consumable, and a consumable is always delivered. */
export function forced<Some extends Kind>(product: Some): Some {
  const is_consumable = product.is_consumable || product.is_device || product.has_lifecycle
  return { ...product, is_consumable, has_to_be_delivered: product.has_to_be_delivered || is_consumable }
}

/** What a product is read as where one is chosen: its code stands behind its name unless it says the same (P-120). */
export const productLabel = ({ name, code }: { name: string; code: string }): string =>
  name === code ? name : `${name} (${code})`

/** What digits with a point count in ten-thousandths. */
export function tenThousandths(digits: string): bigint {
  const [whole = '0', decimals = ''] = digits.split('.')
  return BigInt(whole + decimals.padEnd(4, '0'))
}

/** Why a discount cannot be: it takes away more than there is; null when it can. */
export function discountProblem(of: { price: string; discount: string; discount_type: DiscountType }): string | null {
  const discount = tenThousandths(of.discount)
  if (of.discount_type === 'percentage') return discount > tenThousandths('100') ? 'De korting is hooguit 100%.' : null
  return discount > tenThousandths(of.price) ? 'De korting is hooguit de prijs.' : null
}

/** Whether two prices are the same, however many zeros end them. */
export const samePrice = (a: string, b: string): boolean => tenThousandths(a) === tenThousandths(b)

/** After how long something is replaced, and how far from that it may be: a percentage of that time. */
export interface Term {
  after: number
  unit: ReplaceUnit
  margin: number
}

const MONTHS: Record<ReplaceUnit, number> = { years: 12, months: 1 }
const DAYS_PER_MONTH = 365.25 / 12

/** What the margin comes to: in whole months, or in days where it does not come to those. */
export function marginOf({ after, unit, margin }: Term): { count: number; unit: 'months' | 'days' } {
  const hundredths = after * MONTHS[unit] * margin
  if (hundredths % 100 === 0) return { count: hundredths / 100, unit: 'months' }
  return { count: Math.round((hundredths / 100) * DAYS_PER_MONTH), unit: 'days' }
}

/** '5 jaar', '18 maanden, 10% eerder of later (55 dagen)'. */
export function termText(term: Term): string {
  const length = lengthText({ count: term.after, unit: term.unit })
  const { count, unit } = marginOf(term)
  if (count === 0) return length
  const room = unit === 'days' ? formatCount(count, 'dag', 'dagen') : lengthText({ count, unit })
  return `${length}, ${term.margin}% eerder of later (${room})`
}
