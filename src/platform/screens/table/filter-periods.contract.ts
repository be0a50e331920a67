/**
 * What a filter of days asks, as its text in the address: `2026-11-01..2026-11-30` with either end open, a day,
 * `this-month`, `next-30` (days), `last-3m` (months), `-` (has none), and `!` before any of these. What is relative
 * stays so wherever it is kept, and is worked out on the day that it is asked.
 */
import { type Day, addMonths, dayOf, formatDay, isoDay, mondayOf, partsOf, readDay } from '../../format/days.ts'

/** An end of a period: a day of its own, or one beside today. */
export type Bound = Day | 'yesterday' | 'today' | 'tomorrow'

export type Period =
  | { kind: 'none' }
  | { kind: 'between'; from: Bound | null; until: Bound | null }
  | { kind: 'named'; name: keyof typeof NAMED }
  | { kind: 'beside'; side: 'next' | 'last'; count: number; unit: 'day' | 'month' }

export interface PeriodChoice {
  not: boolean
  period: Period
}

export interface Days {
  from: Day | null
  until: Day | null
}

const BESIDE_TODAY = { yesterday: -1, today: 0, tomorrow: 1 } as const
const DAY_WORDS: Record<number, string> = {
  [-2]: 'eergisteren',
  [-1]: 'gisteren',
  0: 'vandaag',
  1: 'morgen',
  2: 'overmorgen',
}

const week = (weeks: number) => (today: Day) => {
  const from = mondayOf(today) + weeks * 7
  return { from, until: from + 6 }
}
const month = (months: number) => (today: Day) => {
  const { year, month } = partsOf(today)
  return { from: dayOf(year, month + months, 1), until: dayOf(year, month + months + 1, 0) }
}
const year = (years: number) => (today: Day) => {
  const { year } = partsOf(today)
  return { from: dayOf(year + years, 1, 1), until: dayOf(year + years, 12, 31) }
}

const NAMED = {
  'last-week': { words: 'vorige week', days: week(-1) },
  'this-week': { words: 'deze week', days: week(0) },
  'next-week': { words: 'volgende week', days: week(1) },
  'last-month': { words: 'vorige maand', days: month(-1) },
  'this-month': { words: 'deze maand', days: month(0) },
  'next-month': { words: 'volgende maand', days: month(1) },
  'last-year': { words: 'vorig jaar', days: year(-1) },
  'this-year': { words: 'dit jaar', days: year(0) },
  'next-year': { words: 'volgend jaar', days: year(1) },
} as const

const UNITS = { day: { one: 'dag', many: 'dagen' }, month: { one: 'maand', many: 'maanden' } } as const

/** Undefined for what is no end of a period. */
function readBound(text: string): Bound | null | undefined {
  if (text === '') return null
  if (Object.hasOwn(BESIDE_TODAY, text)) return text as Bound
  const [, year, month, date] = /^([12]\d{3})-(\d{2})-(\d{2})$/.exec(text) ?? []
  // As people write it, which older addresses hold.
  const written = year === undefined ? text : `${date}-${month}-${year}`
  return /-[12]\d{3}$/.test(written) ? (readDay(written) ?? undefined) : undefined
}

function readBetween(text: string): Period | null {
  const ends = text.split('..')
  const [from, until = from] = ends.map(readBound)
  if (ends.length > 2 || from === undefined || until === undefined || (from === null && until === null)) return null
  if (typeof from === 'number' && typeof until === 'number' && from > until) return null
  return { kind: 'between', from, until }
}

function readPeriod(text: string): Period | null {
  if (text === '-') return { kind: 'none' }
  if (Object.hasOwn(NAMED, text)) return { kind: 'named', name: text as keyof typeof NAMED }
  const [, side, digits, months] = /^(next|last)-([1-9]\d{0,2})(m?)$/.exec(text) ?? []
  if (side === undefined) return readBetween(text)
  return { kind: 'beside', side: side as 'next' | 'last', count: Number(digits), unit: months ? 'month' : 'day' }
}

/** Null for a text that is no period, or one that ends before it begins. */
export function readPeriodChoice(text: string): PeriodChoice | null {
  const not = text.startsWith('!')
  const period = readPeriod(text.slice(not ? 1 : 0).trim())
  return period && { not, period }
}

const writeBound = (bound: Bound | null) => (typeof bound === 'number' ? isoDay(bound) : (bound ?? ''))

function writePeriod(period: Period): string {
  if (period.kind === 'none') return '-'
  if (period.kind === 'named') return period.name
  if (period.kind === 'beside') return `${period.side}-${period.count}${period.unit === 'month' ? 'm' : ''}`
  const { from, until } = period
  return from === until ? writeBound(from) : `${writeBound(from)}..${writeBound(until)}`
}

export function writePeriodChoice({ not, period }: PeriodChoice): string {
  return `${not ? '!' : ''}${writePeriod(period)}`
}

const dayAt = (bound: Bound | null, today: Day) => (typeof bound === 'string' ? today + BESIDE_TODAY[bound] : bound)

/** Its first and last day; `today` is the day on which it is asked. Null for 'has none'. */
export function daysOf(period: Period, today: Day): Days | null {
  if (period.kind === 'none') return null
  if (period.kind === 'named') return NAMED[period.name].days(today)
  if (period.kind === 'between') return { from: dayAt(period.from, today), until: dayAt(period.until, today) }
  const count = period.side === 'next' ? period.count : -period.count
  const end = period.unit === 'month' ? addMonths(today, count) : today + count
  return period.side === 'next' ? { from: today, until: end } : { from: end, until: today }
}

/** A day so many days beside an end of a period. */
const wordsOfBound = (bound: Bound, days: number): string =>
  typeof bound === 'number' ? formatDay(bound + days) : DAY_WORDS[BESIDE_TODAY[bound] + days]!

/** The word between the field and its period, and the period; both as in a sentence. */
function wordsOfPeriod(period: Exclude<Period, { kind: 'none' }>): { operator: string; value: string } {
  if (period.kind === 'named') return { operator: 'in de periode', value: NAMED[period.name].words }
  if (period.kind === 'beside') {
    const { side, count, unit } = period
    const { one, many } = UNITS[unit]
    const value = `${side === 'next' ? 'komende' : 'afgelopen'} ${count === 1 ? one : `${count} ${many}`}`
    return { operator: 'in de periode', value }
  }
  const { from, until } = period
  if (from === null) return { operator: 'vóór', value: wordsOfBound(until!, 1) }
  if (until === null) return { operator: 'na', value: wordsOfBound(from, -1) }
  if (from === until) return { operator: typeof from === 'number' ? 'op' : 'is', value: wordsOfBound(from, 0) }
  return { operator: 'in de periode', value: `${wordsOfBound(from, 0)} – ${wordsOfBound(until, 0)}` }
}

/** How a chip says it. */
export function periodWords({ not, period }: PeriodChoice): { operator: string; value: string } {
  if (period.kind === 'none') return { operator: not ? 'is ingevuld' : 'is leeg', value: '' }
  const { operator, value } = wordsOfPeriod(period)
  return { operator: not ? (operator === 'is' ? 'is niet' : `niet ${operator}`) : operator, value }
}
