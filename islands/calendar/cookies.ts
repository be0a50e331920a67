/** The calendar comes back where it was left: its state lives in cookies of one day. */
import { type ViewType } from '../../src/system/calendar/calendar.contract.ts'
import { dayOf, isoWeekOf, partsOf, weekStart, type Day } from '../../src/platform/format/days.ts'
import { type CookieJar } from '../shared/platform.ts'
import { epochOf, wallClock } from '../../src/platform/format/wall-clock.ts'
import { type FilterMap } from '../shared/filters.ts'
import { LIST_COUNT, type CalendarState } from './state.ts'

export interface Defaults {
  today: Day
  /** A phone has no room for a month and starts with the list. */
  phone: boolean
}

/** @param filterLabels by filter key */
export function saveState(
  cookies: CookieJar,
  { view, day, page, count, filters }: CalendarState,
  filterLabels: FilterMap,
): void {
  const { year, month } = partsOf(day)
  const iso = isoWeekOf(day)
  cookies.set('calendar-type', view)
  // A week belongs to a year of its own: 1-1-2027 lies in week 53 of 2026.
  cookies.set('selected_year', String(view === 'w' ? iso.year : year))
  cookies.set('selected_month', String(month))
  cookies.set('selected_week', String(iso.week))
  cookies.set('selected_date', String(epochOf(day) * 1000))
  cookies.set('list_params', JSON.stringify({ count, page }))
  const labels = Object.fromEntries(Object.keys(filters.values).map((key) => [key, filterLabels[key] ?? key]))
  cookies.set('calendar-filters', JSON.stringify(filters.values))
  cookies.set('calendar-filter-names', JSON.stringify(labels))
  cookies.set('calendar-filters-values', JSON.stringify(filters.names))
}

/** Whatever is missing or unreadable falls back to its default: the month of today, page 0, no filters. */
export function restoreState(cookies: CookieJar, { today, phone }: Defaults): CalendarState {
  const view = readView(cookies.get('calendar-type')) ?? (phone ? 'l' : 'm')
  const list = readMap(cookies.get('list_params'))
  return {
    view,
    day: readDay(cookies, view) ?? today,
    page: readInt(list.page, 0, 1_000_000) ?? 0,
    count: readInt(list.count, 1, 200) ?? LIST_COUNT,
    filters: {
      values: readMap(cookies.get('calendar-filters')),
      names: readMap(cookies.get('calendar-filters-values')),
    },
    activeId: null,
  }
}

function readView(value: string | null): ViewType | undefined {
  return (['m', 'w', 'd', 'l'] as const).find((view) => view === value)
}

function readDay(cookies: CookieJar, view: ViewType): Day | undefined {
  const millis = readInt(cookies.get('selected_date'), -1e13, 1e13)
  if (millis !== undefined) return wallClock(millis / 1000).day
  const year = readInt(cookies.get('selected_year'), 1900, 9999)
  if (year === undefined) return undefined
  const week = readInt(cookies.get('selected_week'), 1, 53)
  if (view === 'w' && week !== undefined) return weekStart(year, week)
  const month = readInt(cookies.get('selected_month'), 1, 12)
  return month === undefined ? undefined : dayOf(year, month, 1)
}

function readInt(value: string | null | undefined, min: number, max: number): number | undefined {
  if (!value) return undefined
  const number = Number(value)
  return Number.isInteger(number) && number >= min && number <= max ? number : undefined
}

/** The cookies can be edited by hand, so what is not an object of plain values reads as empty. */
function readMap(value: string | null): FilterMap {
  try {
    const parsed: unknown = JSON.parse(value ?? '{}')
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return {}
    return Object.fromEntries(
      Object.entries(parsed)
        .filter((entry): entry is [string, string | number] => ['string', 'number'].includes(typeof entry[1]))
        .map(([key, text]) => [key, String(text)]),
    )
  } catch {
    return {}
  }
}
