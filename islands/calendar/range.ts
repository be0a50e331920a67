/** Which days a view shows, and what it asks the server for. */
import { type ViewType } from '../../src/system/calendar/calendar.contract.ts'
import { addMonths, dayOf, mondayOf, partsOf, type Day } from '../../src/platform/format/days.ts'
import { epochOf } from '../../src/platform/format/wall-clock.ts'

export const MONTH_ROWS = 6
/** The list runs on from its first day; two years reach past everything that is planned. */
const LIST_DAYS = 731

export interface DayRange {
  first: Day
  days: number
}

/** The month fills six whole weeks, starting with the one that holds the first of the month. */
export function rangeOf(view: ViewType, day: Day): DayRange {
  const { year, month } = partsOf(day)
  switch (view) {
    case 'm':
      return { first: mondayOf(dayOf(year, month, 1)), days: MONTH_ROWS * 7 }
    case 'w':
      return { first: mondayOf(day), days: 7 }
    case 'd':
      return { first: day, days: 1 }
    case 'l':
      return { first: day, days: LIST_DAYS }
  }
}

export function daysOf({ first, days }: DayRange): Day[] {
  return Array.from({ length: days }, (_, index) => first + index)
}

/** Unix seconds of the first midnight and of the midnight after the last day. */
export function secondsOf({ first, days }: DayRange): { from: number; to: number } {
  return { from: epochOf(first), to: epochOf(first + days) }
}

/** One step of 'vorige' or 'volgende' in the views that show a period; the list steps by page. */
export function stepDay(view: ViewType, day: Day, direction: 1 | -1): Day {
  switch (view) {
    case 'm':
      return addMonths(day, direction)
    case 'w':
      return day + 7 * direction
    case 'd':
      return day + direction
    case 'l':
      return day
  }
}
