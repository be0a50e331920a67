/** How the prices of many products are changed at once. */
import { tenThousandths } from './products.rules.ts'

export const CHANGES = {
  raise_percentage: 'Verhogen met procenten',
  lower_percentage: 'Verlagen met procenten',
  raise_amount: 'Verhogen met een bedrag',
  lower_amount: 'Verlagen met een bedrag',
  price: 'Op een vaste prijs zetten',
} as const
export type Change = keyof typeof CHANGES

export const ROUNDINGS = {
  cent: 'Op centen',
  five: 'Op 5 cent',
  ten: 'Op 10 cent',
  fifty: 'Op 50 cent',
  euro: "Op hele euro's",
  none: 'Niet afronden',
} as const
export type Rounding = keyof typeof ROUNDINGS

/** In ten-thousandths. */
const STEPS: Record<Rounding, bigint> = { cent: 100n, five: 500n, ten: 1000n, fifty: 5000n, euro: 10_000n, none: 1n }
const HUNDRED = 1_000_000n

export interface Repricing {
  change: Change
  /** Digits with a point: percents or euros. */
  value: string
  rounding: Rounding
}

/** Half away from zero, of what is not below 0. */
const rounded = (amount: bigint, step: bigint): bigint => ((2n * amount + step) / (2n * step)) * step

const digits = (amount: bigint): string => `${amount / 10_000n}.${String(amount % 10_000n).padStart(4, '0')}`

/** What a price becomes, as the database keeps it; null where that is below 0. */
export function repriced(price: string, { change, value, rounding }: Repricing): string | null {
  const before = tenThousandths(price)
  const by = tenThousandths(value)
  // Ten-thousandths times ten-thousandths of percents, so that the rounding at the end is the only one.
  const exact: Record<Change, bigint> = {
    raise_percentage: before * (HUNDRED + by),
    lower_percentage: before * (HUNDRED - by),
    raise_amount: (before + by) * HUNDRED,
    lower_amount: (before - by) * HUNDRED,
    price: by * HUNDRED,
  }
  if (exact[change] < 0n) return null
  return digits(rounded(exact[change], STEPS[rounding] * HUNDRED) / HUNDRED)
}
