/** One month as a table of days to pick from, with the days around it that fill its weeks. */
import {
  type Day,
  dayOf,
  isoWeekOf,
  mondayOf,
  MONTHS,
  partsOf,
  WEEKDAYS,
  weekdayOf,
} from '../../../src/platform/format/days.ts'
import { el } from '../lib/dom.ts'

/** What can be picked, and what is said of it. */
export interface Days {
  chosen: Day | null
  today: Day
  /** The first and the last day that can be picked. */
  min?: Day | undefined
  max?: Day | undefined
}

/** As many as a month can touch, so that the table never changes its height. */
const WEEKS = 6

/** 'donderdag 5 maart 2026' */
function wordsOf(day: Day): string {
  const { year, month, date } = partsOf(day)
  return `${WEEKDAYS[weekdayOf(day)]} ${date} ${MONTHS[month - 1]} ${year}`
}

export const canPick = (day: Day, { min = -Infinity, max = Infinity }: Days): boolean => day >= min && day <= max

function dayCell(day: Day, shown: Day, days: Days): HTMLElement {
  const { month, date } = partsOf(day)
  const button = el(
    'button',
    {
      type: 'button',
      class: month === partsOf(shown).month ? null : 'is-other',
      'data-day': day,
      'aria-label': wordsOf(day),
      'aria-current': day === days.today ? 'date' : null,
      'aria-disabled': canPick(day, days) ? null : 'true',
      tabindex: day === shown ? 0 : -1,
    },
    String(date),
  )
  return el('td', { role: 'gridcell', 'aria-selected': String(day === days.chosen) }, button)
}

/** @param shown the day of the month on which the keyboard stands */
export function monthTable(shown: Day, days: Days): HTMLTableElement {
  const { year, month } = partsOf(shown)
  const first = mondayOf(dayOf(year, month, 1))
  const heads = WEEKDAYS.map((name) => el('th', { scope: 'col', abbr: name }, name.slice(0, 2)))
  const rows = Array.from({ length: WEEKS }, (_, i) => {
    const monday = first + 7 * i
    const week = el('th', { scope: 'row', class: 'week' }, String(isoWeekOf(monday).week))
    return el('tr', {}, week, ...WEEKDAYS.map((_name, weekday) => dayCell(monday + weekday, shown, days)))
  })
  return el(
    'table',
    { role: 'grid', 'aria-label': `${MONTHS[month - 1]} ${year}` },
    el('thead', {}, el('tr', {}, el('th', { scope: 'col', class: 'week', abbr: 'week' }, 'wk'), ...heads)),
    el('tbody', {}, ...rows),
  )
}
