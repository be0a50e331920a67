import { dayFromIso, isoDay, repeatedDay } from './days.ts'
import { formatCount } from './format.ts'

/** In what is counted after how long something comes again, with the word for several of them (T-257). */
export const REPEAT_UNITS = { years: 'jaar', months: 'maanden', weeks: 'weken' } as const
export type RepeatUnit = keyof typeof REPEAT_UNITS

const ONE: Record<RepeatUnit, string> = { years: 'jaar', months: 'maand', weeks: 'week' }

export interface Repeat {
  count: number
  unit: RepeatUnit
}

/** The day (YYYY-MM-DD) so much later, or earlier for a negative count; of a month that is shorter its last day. */
export const addRepeat = (day: string, { count, unit }: Repeat): string =>
  isoDay(repeatedDay(dayFromIso(day), count, unit))

/** '1 jaar', '18 maanden', '6 weken'. */
export const lengthText = ({ count, unit }: Repeat): string => formatCount(count, ONE[unit], REPEAT_UNITS[unit])

/** 'elk jaar', 'elke 6 maanden'. */
export function everyText({ count, unit }: Repeat): string {
  if (count > 1) return `elke ${count} ${REPEAT_UNITS[unit]}`
  return unit === 'years' ? 'elk jaar' : `elke ${ONE[unit]}`
}
