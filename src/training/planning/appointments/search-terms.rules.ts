import {
  MONTHS,
  MONTHS_SHORT,
  WEEKDAYS,
  addMonths,
  type Day,
  dayOf,
  isoDay,
  pad,
  partsOf,
  readDay,
} from '../../../platform/format/days.ts'

/** What a text typed into the search says of a planning: the days on which it starts, and words of its course and place. */
export interface PlanningTerms {
  /** ISO days, the last one left out; null when no day is named. */
  days: { from: string; until: string } | null
  words: string[]
}

/** Shorter words occur in everything. */
const SHORTEST_WORD = 2

/** Days by name, counted from today. */
const NAMED = new Map([
  ['gisteren', -1],
  ['vandaag', 0],
  ['morgen', 1],
  ['overmorgen', 2],
])

/** 1–12 of 'nov', 'november'; 0 for anything else. */
const monthOf = (word = '') =>
  MONTHS.findIndex((month, i) => [month, MONTHS_SHORT[i], month.slice(0, 3)].includes(word.toLowerCase())) + 1

const isWeekday = (word: string) => WEEKDAYS.some((name) => [name, name.slice(0, 2)].includes(word.toLowerCase()))

/** What is typed without a year is meant in the year in which it is nearest to today. */
function nearest(today: Day, inYear: (year: number) => Day | null): Day | null {
  const { year } = partsOf(today)
  const days = [year - 1, year, year + 1].flatMap((one) => inYear(one) ?? [])
  return days.sort((a, b) => Math.abs(a - today) - Math.abs(b - today))[0] ?? null
}

const inYear = (date: string, month: number) => (year: number | string) =>
  readDay(`${date.padStart(2, '0')}-${pad(month)}-${year}`)

/** The day that the first words name, and how many words that takes. */
function dayIn([word = '', next]: string[], today: Day): { day: Day | null; words: number } {
  const named = NAMED.get(word.toLowerCase())
  if (named !== undefined) return { day: today + named, words: 1 }
  if (/^\d{1,2}$/.test(word) && monthOf(next) > 0) return { day: nearest(today, inYear(word, monthOf(next))), words: 2 }
  const [, date, month, year] = /^(\d{1,2})[-/](\d{1,2})(?:[-/](\d{4}|\d{2}))?$/.exec(word) ?? []
  if (date === undefined) return { day: null, words: 1 }
  const day = inYear(date, Number(month))
  return { day: year === undefined ? nearest(today, day) : day(year.padStart(4, '20')), words: 1 }
}

/** Reads 'bhv 24-11', 'di 24 november zwolle', 'vca morgen', 'ehbo december'. */
export function planningTermsOf(typed: string, isoToday: string): PlanningTerms {
  const today = readDay(isoToday.split('-').toReversed().join('-'))!
  const typedWords = typed.split(/\s+/).filter(Boolean)
  const words: string[] = []
  let days: [Day, Day] | null = null
  for (let at = 0; at < typedWords.length;) {
    const found = dayIn(typedWords.slice(at), today)
    if (found.day === null) words.push(typedWords[at]!)
    else days = [found.day, found.day + 1]
    at += found.day === null ? 1 : found.words
  }
  const month = words.findIndex((word) => word.length > 3 && monthOf(word) > 0)
  if (days === null && month >= 0) {
    const [name] = words.splice(month, 1)
    // By its middle, so that the month that has just begun is not the one a year later.
    const first = nearest(today, (year) => dayOf(year, monthOf(name), 15))! - 14
    days = [first, addMonths(first, 1)]
  }
  return {
    days: days && { from: isoDay(days[0]), until: isoDay(days[1]) },
    words: words.filter((word) => word.length >= SHORTEST_WORD && !(days !== null && isWeekday(word))),
  }
}
