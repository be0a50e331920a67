/** What one of something costs: digits with a point, in at most four decimals, never a number that could round. */

/** '1.234,50' of '1234.5000': with cents, and more decimals where there are. */
export function formatPrice(digits: string): string {
  const [, sign = '', euros = '0', decimals = ''] = /^(-?)0*(\d+)(?:\.(\d*))?$/.exec(digits) ?? []
  const cents = decimals.replace(/0+$/, '').padEnd(2, '0')
  return `${sign}${euros.replace(/\B(?=(\d{3})+$)/g, '.')},${cents}`
}

/** '€ 1.234,50': the amount never breaks off its sign. */
export const formatEuros = (digits: string): string => `€\u00a0${formatPrice(digits)}`

/** '€ 1.234,57' of '1234.5650': rounded to cents, for columns that say the rest elsewhere. */
export function roundedEuros(digits: string): string {
  const [, sign = '', whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(digits) ?? []
  const parts = BigInt(`${whole}${decimals.slice(0, 4).padEnd(4, '0')}`)
  const cents = String((parts + 50n) / 100n).padStart(3, '0')
  return formatEuros(`${sign}${cents.slice(0, -2)}.${cents.slice(-2)}`)
}

/** '21' of '21.00', '12,5' of '12.50'. */
export function formatPercentage(digits: string): string {
  const [whole = '0', decimals = ''] = digits.split('.')
  const rest = decimals.replace(/0+$/, '')
  return rest === '' ? whole : `${whole},${rest}`
}

/** '12,5%' of '12.50'. */
export const formatPercents = (digits: string): string => `${formatPercentage(digits)}%`
