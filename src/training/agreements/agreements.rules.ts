import { addDays } from '../../platform/format/zone.ts'

/** In what an agreement is renewed (T-257). */
export const REPEAT_UNITS = { years: 'jaar', months: 'maanden', weeks: 'weken' } as const
export type RepeatUnit = keyof typeof REPEAT_UNITS

const SINGULAR: Record<RepeatUnit, string> = { years: 'jaar', months: 'maand', weeks: 'week' }

/** 'elk jaar', 'elke 6 maanden'; empty without renewal. */
export function repeatText({ repeat_count: count, repeat_unit: unit }: Repeat): string {
  if (count === null) return ''
  if (count > 1) return `elke ${count} ${REPEAT_UNITS[unit]}`
  return unit === 'years' ? 'elk jaar' : `elke ${SINGULAR[unit]}`
}

interface Repeat {
  repeat_count: number | null
  repeat_unit: RepeatUnit
}

/** How long the places of a course count, until they are renewed. Days are YYYY-MM-DD. */
export interface Term extends Repeat {
  valid_until: string
}

/** A day so many years, months or weeks later; of a month that is shorter its last day. */
export function addUnits(day: string, count: number, unit: RepeatUnit): string {
  if (unit === 'weeks') return addDays(day, count * 7)
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const months = year * 12 + (month - 1) + count * (unit === 'years' ? 12 : 1)
  const last = new Date(Date.UTC(Math.floor(months / 12), (months % 12) + 1, 0)).getUTCDate()
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${two((months % 12) + 1)}-${two(Math.min(date, last))}`
}

export interface Period {
  /** First day; null: from the beginning of the agreement. */
  from: string | null
  until: string
}

/**
 * The period in which a day falls; null when the places are not valid any more. Each end is counted from the first one,
 * so that the 31st comes back after a shorter month.
 */
export function periodOn({ valid_until, repeat_count, repeat_unit }: Term, day: string): Period | null {
  if (day <= valid_until) return { from: null, until: valid_until }
  if (repeat_count === null) return null
  let [times, until] = [0, valid_until]
  let before = until
  while (until < day) {
    before = until
    until = addUnits(valid_until, ++times * repeat_count, repeat_unit)
  }
  return { from: addDays(before, 1), until }
}

/** How many of the days on which places were used count in the period of a day. */
export const usedIn = (period: Period | null, usedOn: readonly string[]): number =>
  period === null ? 0 : usedOn.filter((day) => period.from === null || day >= period.from).length

/** What is left of the places of a course on a day: none once they are not valid any more. */
export function placesOn(line: Term & { places: number }, usedOn: readonly string[], day: string) {
  const period = periodOn(line, day)
  const used = usedIn(period, usedOn)
  return { bought: line.places, used, left: period === null ? 0 : Math.max(0, line.places - used), period }
}

/** Whether there is nothing to be had by an agreement any more: its end has passed, or no course has places left. */
export const isDone = (endsOn: string, left: readonly number[], day: string): boolean =>
  endsOn < day || left.every((places) => places === 0)
