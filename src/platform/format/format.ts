import { randomUUID } from 'node:crypto'
import { countryName } from './country.ts'
import { asSentence } from './sentence.ts'
import { uniqueId } from './unique-id.ts'
import { ZONE, offsetOf } from './zone.ts'

const weekdays = new Intl.DateTimeFormat('nl-NL', { timeZone: ZONE, weekday: 'short' })
const longDay = new Intl.DateTimeFormat('nl-NL', { timeZone: ZONE, weekday: 'long', day: 'numeric', month: 'long' })
const number = new Intl.NumberFormat('nl-NL')
const money = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' })

/** Cached offset of Amsterdam from UTC in milliseconds, by hour since 1970: it only changes at a full hour. */
const ahead = new Map<number, number>()
const MOST_HOURS = 50_000

/** Intl computes each moment from scratch, and a list has dozens of them. */
function inAmsterdam(instant: Date): Date {
  const hour = Math.floor(instant.getTime() / 3_600_000)
  let offset = ahead.get(hour)
  if (offset === undefined) {
    if (ahead.size >= MOST_HOURS) ahead.clear()
    offset = offsetOf(instant)
    ahead.set(hour, offset)
  }
  return new Date(instant.getTime() + offset)
}

function clock(value: Date): { date: string; time: string } {
  const iso = inAmsterdam(value).toISOString()
  return { date: formatDate(iso), time: iso.slice(11, 16) }
}

/** A day as the user reads it: DD-MM-YYYY (P-002). Takes an ISO day or an instant (Amsterdam wall clock). */
export function formatDate(value: Date | string | null | undefined): string {
  if (value === null || value === undefined || value === '') return ''
  if (value instanceof Date) return clock(value).date
  const [year, month, day] = value.slice(0, 10).split('-')
  return `${day}-${month}-${year}`
}

/** HH:mm of an instant, Amsterdam wall clock. */
export function formatTime(value: Date | null | undefined): string {
  return value ? clock(value).time : ''
}

/** DD-MM-YYYY HH:mm (P-003). */
export function formatDateTime(value: Date | null | undefined): string {
  if (!value) return ''
  const { date, time } = clock(value)
  return `${date} ${time}`
}

/** 'Maandag 23 november', for the head of a day. */
export function formatLongDay(value: Date): string {
  const text = longDay.format(value)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** 'do 19-11', for what lies near and stands beside its year. */
export const formatNearDay = (value: Date): string => `${weekdays.format(value)} ${clock(value).date.slice(0, 5)}`

/** 'do 19-11-2026' and '08:30–16:30'; the second tells the other day too when it ends on another one. */
export function formatDayAndHours(from: Date, to: Date): [day: string, hours: string] {
  const start = clock(from)
  const end = clock(to)
  const hours =
    start.date === end.date
      ? `${start.time}–${end.time}`
      : `${start.time} – ${weekdays.format(to)} ${end.date}, ${end.time}`
  return [`${weekdays.format(from)} ${start.date}`, hours]
}

/** 'do 19-11-2026, 08:30–16:30', or both days when it ends on another one. */
export const formatPeriod = (from: Date, to: Date): string => formatDayAndHours(from, to).join(', ')

/** 'di 24-11' where the day counts and the year goes without saying; 'di 24-11-2025' in another year. */
export function formatShortDay(value: Date, now = new Date()): string {
  const { date } = clock(value)
  return `${weekdays.format(value)} ${date.endsWith(clock(now).date.slice(5)) ? date.slice(0, 5) : date}`
}

/** 1.323. */
export function formatNumber(value: number): string {
  // Intl takes its time, and most counts are written as they are.
  return Number.isInteger(value) && Math.abs(value) < 1000 ? String(value) : number.format(value)
}

/** € 1.323,00 from an amount in cents (P-260). */
export function formatMoney(cents: number): string {
  return money.format(cents / 100).replace(/ /g, ' ')
}

/** A score of 0 to 100 as people read it: '8,7' (P-261). */
export const formatScore = (score: number): string => (score / 10).toFixed(1).replace('.', ',')

/** '1 cursist', '3 cursisten'. */
export function formatCount(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

/** Initials for an avatar: 'Anouk van der Linden' → 'AL'. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{Lu}/u.test(word))
  return `${words[0]?.[0] ?? ''}${words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''}`
}

/** One of the avatar hues 1…6, the same for one id everywhere. */
export function hueOf(id: number): string {
  return `hue-${(id % 6) + 1}`
}

/** The formatters every view can name as `fmt`. */
export const formatters = {
  score: formatScore,
  date: formatDate,
  time: formatTime,
  dateTime: formatDateTime,
  period: formatPeriod,
  country: countryName,
  money: formatMoney,
  number: formatNumber,
  count: formatCount,
  sentence: asSentence,
  initials: initialsOf,
  hue: hueOf,
  uid: uniqueId,
  onceToken: randomUUID,
}
