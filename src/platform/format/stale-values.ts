/**
 * A value of a comparison as its field writes it: the server tells what the database holds, '28.1000' and '2026-11-26'.
 * @param isDecimal whether it is an amount or another number with decimals
 */
export function shownValue(value: unknown, isDecimal: boolean): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nee'
  if (typeof value !== 'string') return JSON.stringify(value)
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? []
  if (day) return `${day}-${month}-${year}`
  if (!isDecimal || !/^-?\d+(?:\.\d+)?$/.test(value)) return value
  const [whole = '', decimals = ''] = value.split('.')
  return `${whole},${decimals.replace(/0+$/, '').padEnd(2, '0')}`
}
