/** Money in whole numbers, never a floating one: cents, and ten-thousandths for what the database keeps with four decimals. */
import { formatEuros } from '../../../platform/format/price.ts'

/** A price, a count, a discount or a rate, in ten-thousandths. */
export type Exact = bigint
export type Cents = bigint

export const ONE: Exact = 10_000n
export const HUNDRED = 100n * ONE

const DIGITS = /^(-?)(\d+)(?:\.(\d{1,4}))?$/

/** What digits with a point say, as the database and forms give them: '12.5' → 125000. @throws RangeError otherwise */
export function exact(digits: string): Exact {
  const [, sign, whole, part = ''] = DIGITS.exec(digits) ?? []
  if (whole === undefined) throw new RangeError(`'${digits}' is no number of at most four decimals`)
  const value = BigInt(whole) * ONE + BigInt(part.padEnd(4, '0'))
  return sign ? -value : value
}

export const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)

/** 125000 → '12.5000', as the database keeps it. */
export function digitsOf(value: Exact): string {
  const size = magnitude(value)
  return `${value < 0n ? '-' : ''}${size / ONE}.${String(size % ONE).padStart(4, '0')}`
}

/** A quotient, half away from zero (rulings 6), so that what is turned around is rounded to the same size. */
export function rounded(numerator: bigint, denominator: bigint): bigint {
  const size = magnitude(denominator)
  const quotient = (2n * magnitude(numerator) + size) / (2n * size)
  return numerator < 0n === denominator < 0n ? quotient : -quotient
}

/** '€ 1.323,00', and '€ 0,0125' where what one of something costs has more than cents; as digits too. */
export const euros = (price: Exact | string): string => formatEuros(typeof price === 'string' ? price : digitsOf(price))
