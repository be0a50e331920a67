/** What people write behind a whole amount: '125,-' and '125,--'. */
const NO_CENTS = /[.,]\s?(?:[-–—]{1,2}|=)$/

/** A point groups thousands, but never behind a nought alone: '0.125' is an eighth. */
const GROUPED = /^[1-9]\d{0,2}(?:\.\d{3})+(?=,|$)/

/** A number as it is typed in Dutch, '1.234,5' or '12.50', as digits with a point; null for what is none. */
export function typedNumber(typed: string): string | null {
  const text = typed.trim().replace(NO_CENTS, '')
  const digits = text.replace(GROUPED, (whole) => whole.replaceAll('.', '')).replace(',', '.')
  return /^\d+(?:\.\d+)?$/.test(digits) ? digits : null
}
