/** The period of a report, and the one a year before it. Days are ISO. */
import { dayOf, isoDay, partsOf, readDay } from '../../../platform/format/days.ts'
import { date as typedDay } from '../../../platform/forms/fields.ts'
import { formatDate } from '../../../platform/format/format.ts'

export interface ReportPeriod {
  from: string
  until: string
}

/** This year up to its end, unless an address says otherwise; ends that are turned around are turned back. */
export function periodOf(asked: { from: string; until: string }, today: string): ReportPeriod {
  const year = today.slice(0, 4)
  const from = typedDay.safeParse(asked.from).data ?? `${year}-01-01`
  const until = typedDay.safeParse(asked.until).data ?? `${from.slice(0, 4)}-12-31`
  return from <= until ? { from, until } : { from: until, until: from }
}

/** The same day of a year before; 29 February is the 28th then. */
export function yearBefore(day: string): string {
  const { year, month, date } = partsOf(readDay(formatDate(day))!)
  const last = partsOf(dayOf(year - 1, month + 1, 0)).date
  return isoDay(dayOf(year - 1, month, Math.min(date, last)))
}

/** The period a year before; one that ends with a month ends so there too. */
export function periodBefore({ from, until }: ReportPeriod): ReportPeriod {
  const { year, month, date: day } = partsOf(readDay(formatDate(until))!)
  const isLast = partsOf(dayOf(year, month + 1, 0)).date === day
  return { from: yearBefore(from), until: isLast ? isoDay(dayOf(year - 1, month + 1, 0)) : yearBefore(until) }
}

/** How a filter of days says a period. */
export const filterOf = ({ from, until }: ReportPeriod): string => `${from}..${until}`
