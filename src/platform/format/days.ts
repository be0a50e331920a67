/**
 * Civil days as whole numbers (days since 1-1-1970). A day has no zone and no hours, so that stepping over days, weeks
 * and months cannot stumble over summer time or over the zone of the browser.
 */
export type Day = number

const MS_PER_DAY = 86_400_000

export const WEEKDAYS = ['maandag', 'dinsdag', 'woensdag', 'donderdag', 'vrijdag', 'zaterdag', 'zondag'] as const
export const WEEKDAYS_SHORT = ['Ma', 'Di', 'Wo', 'Do', 'Vr', 'Za', 'Zo'] as const
export const MONTHS = [
  'januari',
  'februari',
  'maart',
  'april',
  'mei',
  'juni',
  'juli',
  'augustus',
  'september',
  'oktober',
  'november',
  'december',
] as const
export const MONTHS_SHORT = [
  'jan',
  'feb',
  'mrt',
  'apr',
  'mei',
  'jun',
  'jul',
  'aug',
  'sep',
  'okt',
  'nov',
  'dec',
] as const

export interface DayParts {
  year: number
  /** 1–12. */
  month: number
  date: number
}

/** `month` and `date` may run over: month 13 is January of the next year. */
export function dayOf(year: number, month: number, date: number): Day {
  return Date.UTC(year, month - 1, date) / MS_PER_DAY
}

export function partsOf(day: Day): DayParts {
  const utc = new Date(day * MS_PER_DAY)
  return { year: utc.getUTCFullYear(), month: utc.getUTCMonth() + 1, date: utc.getUTCDate() }
}

/** Monday is 0, Sunday 6. */
export function weekdayOf(day: Day): number {
  return (((day + 3) % 7) + 7) % 7
}

export function isWeekend(day: Day): boolean {
  return weekdayOf(day) > 4
}

export function mondayOf(day: Day): Day {
  return day - weekdayOf(day)
}

export interface IsoWeek {
  /** The year that the week belongs to: 1-1-2027 lies in week 53 of 2026. */
  year: number
  week: number
}

/** Weeks start on Monday; week 1 is the one that holds the first four days of the year, so the one with 4 January. */
export function isoWeekOf(day: Day): IsoWeek {
  const { year } = partsOf(mondayOf(day) + 3)
  return { year, week: (mondayOf(day) - weekStart(year, 1)) / 7 + 1 }
}

/** Monday of an ISO week. */
export function weekStart(isoYear: number, week: number): Day {
  return mondayOf(dayOf(isoYear, 1, 4)) + (week - 1) * 7
}

/** The same date so many months on, or the last day of that month where it is shorter. */
export function addMonths(day: Day, months: number): Day {
  const { year, month, date } = partsOf(day)
  const lastDay = partsOf(dayOf(year, month + months + 1, 0)).date
  return dayOf(year, month + months, Math.min(date, lastDay))
}

/** The day so many years, months or weeks on, or back for a negative count; of a month that is shorter its last day. */
export const repeatedDay = (day: Day, count: number, unit: 'years' | 'months' | 'weeks'): Day =>
  unit === 'weeks' ? day + count * 7 : addMonths(day, unit === 'years' ? count * 12 : count)

export const pad = (value: number): string => String(value).padStart(2, '0')

/** DD-MM-YYYY */
export function formatDay(day: Day): string {
  const { year, month, date } = partsOf(day)
  return `${pad(date)}-${pad(month)}-${year}`
}

/** The day of a whole date as DD-MM-YYYY; null for anything else, such as 31-02-2026. */
export function readDay(text: string): Day | null {
  const [, date, month, year] = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text) ?? []
  if (year === undefined) return null
  const day = dayOf(Number(year), Number(month), Number(date))
  return formatDay(day) === text ? day : null
}

/** The day of YYYY-MM-DD. */
export function dayFromIso(text: string): Day {
  const [year = 0, month = 0, date = 0] = text.split('-').map(Number)
  return dayOf(year, month, date)
}

/** YYYY-MM-DD */
export function isoDay(day: Day): string {
  const { year, month, date } = partsOf(day)
  return `${year}-${pad(month)}-${pad(date)}`
}

/** Minutes since midnight as HH:mm; the end of the day reads 24:00 as 00:00. */
export function formatMinute(minute: number): string {
  return `${pad(Math.floor(minute / 60) % 24)}:${pad(minute % 60)}`
}
