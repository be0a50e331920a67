import { Temporal } from 'temporal-polyfill'

/** All input is Amsterdam wall clock, whatever the zone of server or browser (docs/database.md). */
export const ZONE = 'Europe/Amsterdam'

/**
 * The instant of an Amsterdam day (YYYY-MM-DD) and time (HH:mm). An hour that the clock skips in spring gives null; an
 * hour that comes twice in autumn is the first one.
 */
export function instantOf(day: string, time: string): Date | null {
  const wanted = Temporal.PlainDateTime.from(`${day}T${time}`)
  const zoned = wanted.toZonedDateTime(ZONE, { disambiguation: 'earlier' })
  return zoned.toPlainDateTime().equals(wanted) ? new Date(zoned.epochMilliseconds) : null
}

/** Amsterdam day (YYYY-MM-DD) and time (HH:mm) of an instant. */
export function wallClock(instant: Date): { day: string; time: string } {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(ZONE)
  return { day: zoned.toPlainDate().toString(), time: zoned.toPlainTime().toString({ smallestUnit: 'minute' }) }
}

/** Milliseconds by which Amsterdam is ahead of UTC at an instant. */
export function offsetOf(instant: Date): number {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(ZONE)
  return zoned.offsetNanoseconds / 1e6
}

/** Today's date in Amsterdam, YYYY-MM-DD. */
export function today(now = new Date()): string {
  return wallClock(now).day
}

/** The day `count` days later (or earlier), YYYY-MM-DD. */
export function addDays(day: string, count: number): string {
  return Temporal.PlainDate.from(day).add({ days: count }).toString()
}

/** Day of the week, 1 Monday … 7 Sunday. */
export function weekday(day: string): number {
  return Temporal.PlainDate.from(day).dayOfWeek
}

/** Instant as epoch seconds, as the calendar's JSON carries it. */
export function epochSeconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000)
}

/** The same for a clock that must go off: an hour that is skipped in spring goes off as much later. */
export function alarmAt(day: string, time: string): Date {
  const zoned = Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(ZONE, { disambiguation: 'compatible' })
  return new Date(zoned.epochMilliseconds)
}
