/** When a visit begins and ends on its day, as the board and the server judge it. Times are minutes since midnight. */

export interface DaySpan {
  start: number
  end: number
}

/** Minutes of a visit whose length nobody knows. */
export const DEFAULT_DURATION = 60
/** 08:00, where a day begins on which nothing is planned yet. */
const DEFAULT_START = 8 * 60
/** 23:59: a visit ends on the day on which it begins. */
export const LAST_MINUTE = 24 * 60 - 1

export const OVERLAPS = 'Kan geen andere planning overlappen.'
export const DOES_NOT_FIT = 'Dit gaat helaas niet passen.'
export const CANCEL_ASKED = 'Weet u zeker dat u deze planning wilt annuleren?'
export const ROOM_TAKEN = 'is bezet op de volgende planningen.'
export const NOT_LOADED = 'Er is iets fout gegaan. Vernieuw de pagina of neem contact op met ons op.'
/** Of a visit that lies outside the hours at which its customer can be visited; it can be planned all the same. */
export function outsideHours(
  { start, end }: DaySpan,
  hours: { from: string; until: string } | undefined,
): string | null {
  if (!hours || (start >= minutesOf(hours.from) && end <= minutesOf(hours.until))) return null
  return `Buiten de bezoektijd ${hours.from}–${hours.until}.`
}

/** Buttons of the question whether a visit may be shorter. */
export const SHORTEN = { no: 'Annuleren', yes: 'Prima' }

export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
export const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** Begins later or earlier. At or after its end the end goes along, so that it takes as long as before. */
export function withStart({ start: was, end }: DaySpan, wanted: number): DaySpan {
  if (wanted < end) return { start: wanted, end }
  const duration = end - was
  const start = Math.min(wanted, LAST_MINUTE - duration)
  return { start, end: start + duration }
}

/** Ends later or earlier. At or before its start the start goes along, so that it takes as long as before. */
export function withEnd({ start, end: was }: DaySpan, wanted: number): DaySpan {
  if (wanted > start) return { start, end: wanted }
  const duration = was - start
  const end = Math.max(wanted, duration)
  return { start: end - duration, end }
}

/** Whether it begins before the one before it ends, or ends after the one after it begins. */
export const overlapsAny = (span: DaySpan, others: readonly DaySpan[]): boolean =>
  others.some(({ start, end }) => start < span.end && span.start < end)

/** Where one begins that is put behind what is planned on that day. */
export const startBehind = (others: readonly DaySpan[]): number =>
  others.length === 0 ? DEFAULT_START : Math.max(...others.map(({ end }) => end))

export type Dropped =
  | { span: DaySpan }
  /** Fits when it takes so many minutes fewer: is asked. */
  | { span: DaySpan; shorten: { from: number; to: number } }
  | { refusal: string }

/**
 * What becomes of a visit that is dropped among others of its day.
 * @param at where it is dropped; within another it begins when that ends. Without it, behind all.
 */
export function drop(others: readonly DaySpan[], at: number | null, duration = DEFAULT_DURATION): Dropped {
  const start = at === null ? startBehind(others) : begin(others, at)
  const next = Math.min(LAST_MINUTE, ...others.filter((other) => other.end > start).map((other) => other.start))
  const gap = next - start
  if (gap <= 0) return { refusal: DOES_NOT_FIT }
  const span = { start, end: start + Math.min(duration, gap) }
  return gap < duration ? { span, shorten: { from: duration, to: gap } } : { span }
}

const begin = (others: readonly DaySpan[], at: number): number =>
  others.find(({ start, end }) => start <= at && at < end)?.end ?? at

/** 'De planning inkorten van 60 naar 45 minuten?' */
export const shortenQuestion = ({ from, to }: { from: number; to: number }): string =>
  `De planning inkorten van ${from} naar ${to} ${to === 1 ? 'minuut' : 'minuten'}?`
