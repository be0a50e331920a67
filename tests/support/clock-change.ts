import { addDays, today, weekday } from '../../src/platform/format/zone.ts'
import { dayOf, isoWeekOf } from '../../src/platform/format/days.ts'

/** The last Sunday of a month of 31 days: in March and in October the clock changes in its night. */
export function lastSunday(year: number, month: 3 | 10): string {
  const last = `${year}-${String(month).padStart(2, '0')}-31`
  return addDays(last, -(weekday(last) % 7))
}

const NEXT_YEAR = Number(today().slice(0, 4)) + 1

/** The nights of the next years in which the clock goes forward and back. */
export const CLOCK_CHANGES = Array.from({ length: 4 }, (_, i) => [
  lastSunday(NEXT_YEAR + i, 3),
  lastSunday(NEXT_YEAR + i, 10),
]).flat()

/** The Monday of the next week with the number 53 of which all lies in the future. */
export function mondayOfWeek53(): string {
  let year = NEXT_YEAR
  while (isoWeekOf(dayOf(year, 12, 31)).week !== 53) year++
  const last = `${year}-12-31`
  return addDays(last, 1 - weekday(last))
}
