/** The texts that a day and a week read as. */
import {
  formatDay,
  isoWeekOf,
  mondayOf,
  partsOf,
  WEEKDAYS,
  WEEKDAYS_SHORT,
  weekdayOf,
  type Day,
} from '../../src/platform/format/days.ts'

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export function weekTitle(day: Day): string {
  const monday = mondayOf(day)
  const { year, month, date } = partsOf(monday)
  return `Week van ${date}-${month}-${year} (${isoWeekOf(monday).week})`
}

export function dayTitle(day: Day): string {
  return `${capital(WEEKDAYS[weekdayOf(day)]!)} ${formatDay(day)}`
}

/** 'Wo 18-11-2026' */
export function shortDay(day: Day): string {
  return `${WEEKDAYS_SHORT[weekdayOf(day)]} ${formatDay(day)}`
}
