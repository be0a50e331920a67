/** How lists write what the form of a course asks in its own way. */

/** '3 jaar', '36 maanden' and '36' as months; 'onbeperkt' as none. */
export function monthsOf(typed: string): string {
  if (/^(geen|onbeperkt|nvt|n\.v\.t\.?|-)/i.test(typed)) return ''
  const [, count, unit] = /^(\d{1,3})\s*(j|m)?/i.exec(typed) ?? []
  if (count === undefined) return typed
  return String(Number(count) * (unit?.toLowerCase() === 'j' ? 12 : 1))
}

/** '2 dagen', '8 uur', '7,5 uur' and '90 min' as the form reads a duration; a day is eight hours. */
export function durationOf(typed: string): string {
  const [, count = '', unit = ''] = /^(\d{1,4}(?:[.,]\d{1,2})?)\s*(d|u|h|m)/i.exec(typed) ?? []
  const number = Number(count.replace(',', '.'))
  if (unit === '') return typed
  const minutes = Math.round(number * { d: 480, u: 60, h: 60, m: 1 }[unit.toLowerCase() as 'd' | 'u' | 'h' | 'm'])
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
