/** What one of something costs: digits with a point, in at most four decimals, never a number that could round. */

/** '1.234,50' of '1234.5000': with cents, and more decimals where there are. */
export function formatPrice(digits: string): string {
  const [, sign = '', euros = '0', decimals = ''] = /^(-?)0*(\d+)(?:\.(\d*))?$/.exec(digits) ?? []
  const cents = decimals.replace(/0+$/, '').padEnd(2, '0')
  return `${sign}${euros.replace(/\B(?=(\d{3})+$)/g, '.')},${cents}`
}

/** '€ 1.234,50': the amount never breaks off its sign. */
export const formatEuros = (digits: string): string => `€\u00a0${formatPrice(digits)}`

/** '21' of '21.00', '12,5' of '12.50'. */
export function formatPercentage(digits: string): string {
  const [whole = '0', decimals = ''] = digits.split('.')
  const rest = decimals.replace(/0+$/, '')
  return rest === '' ? whole : `${whole},${rest}`
}

/** '12,5%' of '12.50'. */
export const formatPercents = (digits: string): string => `${formatPercentage(digits)}%`
