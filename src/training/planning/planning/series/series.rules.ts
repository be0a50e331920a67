import { WEEKDAYS_SHORT } from '../../../../platform/format/days.ts'
import { formatCount, formatDate } from '../../../../platform/format/format.ts'
import { addDays, instantOf, wallClock, weekday } from '../../../../platform/format/zone.ts'

/** What fits in a preview that somebody still reads. */
export const MOST_OCCASIONS = 60
/** Parts of all plannings of a series together. */
export const MOST_PARTS = 300

/** On which days a series begins anew. Days are YYYY-MM-DD, days of the week 1 (Monday) to 7. */
export interface Pattern {
  repeat: 'weekly' | 'monthly' | 'dates'
  every_weeks: number
  weekdays: readonly number[]
  every_months: number
  nth: 1 | 2 | 3 | 4 | 'last'
  nth_weekday: number
  dates: readonly string[]
  /** At most so many, and none after `until`. */
  count: number | null
  until: string | null
  exceptions: readonly string[]
  closed: 'skip' | 'show'
}

/** A day on which the pattern falls and nothing is planned, and why. */
export interface SkippedDay {
  day: string
  why: string
}

export interface SeriesDays {
  days: string[]
  skipped: SkippedDay[]
  /** That the pattern goes on after the most that one series holds. */
  isCut: boolean
}

const mondayOf = (day: string): string => addDays(day, 1 - weekday(day))
/** Nothing is planned later. */
const LAST_DAY = '2099-12-31'

function* weekly({ every_weeks, weekdays }: Pattern, first: string): Generator<string> {
  const sorted = [...new Set(weekdays)].sort((a, b) => a - b)
  if (sorted.length === 0) return
  for (let monday = mondayOf(first); monday <= LAST_DAY; monday = addDays(monday, 7 * every_weeks))
    for (const wanted of sorted) {
      const day = addDays(monday, wanted - 1)
      if (day >= first) yield day
    }
}

/** The first day of the month that comes so many months later. */
function monthAfter(day: string, months: number): string {
  const total = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months
  return `${String(Math.floor(total / 12)).padStart(4, '0')}-${String((total % 12) + 1).padStart(2, '0')}-01`
}

/** The first, second, third, fourth or last of that day of the week in the month of a day. */
export function nthOfMonth(day: string, nth: Pattern['nth'], wanted: number): string {
  const first = monthAfter(day, 0)
  const earliest = addDays(first, (wanted - weekday(first) + 7) % 7)
  if (nth !== 'last') return addDays(earliest, 7 * (nth - 1))
  const next = monthAfter(day, 1)
  const before = addDays(next, -7)
  return addDays(before, (wanted - weekday(before) + 7) % 7)
}

function* monthly({ every_months, nth, nth_weekday }: Pattern, first: string): Generator<string> {
  for (let month = monthAfter(first, 0); month <= LAST_DAY; month = monthAfter(month, every_months)) {
    const day = nthOfMonth(month, nth, nth_weekday)
    if (day >= first) yield day
  }
}

const chosen = ({ dates }: Pattern): string[] => [...new Set(dates)].sort()

function candidates(pattern: Pattern, first: string): Iterable<string> {
  if (pattern.repeat === 'dates') return chosen(pattern)
  return pattern.repeat === 'weekly' ? weekly(pattern, first) : monthly(pattern, first)
}

/**
 * The days on which the plannings of a series begin, from the day of the first on. A day that is left out is not
 * counted: the series goes on until it has as many as were asked for.
 * @param offsets days from the first part to each of the parts: a planning is skipped when any of them is on a closed day
 * @param closure name of a closed day, or undefined
 */
export function seriesDays(
  pattern: Pattern,
  first: string,
  offsets: readonly number[],
  closure: (day: string) => string | undefined,
): SeriesDays {
  const isChosen = pattern.repeat === 'dates'
  const until = isChosen ? LAST_DAY : (pattern.until ?? LAST_DAY)
  const count = isChosen ? MOST_OCCASIONS : Math.min(pattern.count ?? MOST_OCCASIONS, MOST_OCCASIONS)
  const left = new Set(pattern.exceptions)
  const found: SeriesDays = { days: [], skipped: [], isCut: false }
  for (const day of candidates(pattern, first)) {
    if (day > until) break
    if (found.days.length >= count) {
      found.isCut = isChosen || pattern.count === null
      break
    }
    // A pattern that is closed all the time ends too.
    if (found.skipped.length >= MOST_OCCASIONS) break
    const why = left.has(day)
      ? 'zelf overgeslagen'
      : pattern.closed === 'skip'
        ? closedWhy(day, offsets, closure)
        : null
    if (why === null) found.days.push(day)
    else found.skipped.push({ day, why })
  }
  return found
}

/** 'Eerste kerstdag', of a later part with its day; null when none of the parts is on a closed day. */
function closedWhy(
  day: string,
  offsets: readonly number[],
  closure: (day: string) => string | undefined,
): string | null {
  for (const offset of offsets) {
    const on = addDays(day, offset)
    const name = closure(on)
    if (name !== undefined) return offset === 0 ? name : `${name} op ${dayText(on)}`
  }
  return null
}

/** Days from one to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000

/** Later by whole days, at the same time of the clock; null where the clock skips that time. */
export function laterByDays(instant: Date, days: number): Date | null {
  const { day, time } = wallClock(instant)
  return instantOf(addDays(day, days), time)
}

/** 'vr 25-12-2026'. */
export const dayText = (day: string): string => `${WEEKDAYS_SHORT[weekday(day) - 1]!.toLowerCase()} ${formatDate(day)}`

/** 'Overgeslagen: vr 25-12-2026 (Eerste kerstdag).'; null when nothing is. */
export function skippedText(skipped: readonly SkippedDay[]): string | null {
  if (skipped.length === 0) return null
  return `Overgeslagen: ${skipped.map(({ day, why }) => `${dayText(day)} (${why})`).join(', ')}.`
}

/** What is told of a new series: its plannings, and how many have no teacher for each of their parts yet. */
export function seriesText(planningIds: readonly number[], open: number): string {
  const [first] = planningIds
  const last = planningIds.at(-1)
  const added =
    planningIds.length === 1
      ? `Planning ${first} toegevoegd`
      : `Reeks van ${planningIds.length} planningen toegevoegd: ${first} t/m ${last}`
  return open === 0 ? added : `${added}, ${formatCount(open, 'planning', 'planningen')} nog zonder docent`
}

/** How a pattern starts that nobody chose yet: each week on the day of the first planning, ten times. */
export function usualPattern(first: string): Pattern {
  const wanted = weekday(first)
  const place = Math.ceil(Number(first.slice(8)) / 7)
  return {
    repeat: 'weekly',
    every_weeks: 1,
    weekdays: [wanted],
    every_months: 1,
    nth: place > 4 ? 'last' : (place as 1 | 2 | 3 | 4),
    nth_weekday: wanted,
    dates: [first],
    count: 10,
    until: null,
    exceptions: [],
    closed: 'skip',
  }
}
