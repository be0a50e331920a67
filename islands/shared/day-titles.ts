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

/** 'Week 49', above days that say their date; of another year than today's with the year. */
function weekName(day: Day, today: Day): string {
  const { week, year } = isoWeekOf(day)
  return `Week ${week}${year === isoWeekOf(today).year ? '' : `, ${year}`}`
}

/** Above rows of people or places. */
export const rowsTitle = (view: string, day: Day, today: Day): string =>
  view === 'd' ? dayTitle(day) : weekName(day, today)

export function dayTitle(day: Day): string {
  return `${capital(WEEKDAYS[weekdayOf(day)]!)} ${formatDay(day)}`
}

/** 'Wo 18-11-2026' */
export function shortDay(day: Day): string {
  return `${WEEKDAYS_SHORT[weekdayOf(day)]} ${formatDay(day)}`
}
