/**
 * The wall clock of Europe/Amsterdam, whatever zone the browser is in. Written on Intl instead of temporal-polyfill,
 * which would add 19 kB (compressed) to the first load of the calendar; the tests hold it against Temporal.
 */
import { type Day } from './days.ts'

export interface WallClock {
  day: Day
  /** Minutes since midnight as the clock on the wall shows them, 0–1439. */
  minute: number
}

const SECONDS_PER_DAY = 86_400

const amsterdam = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Europe/Amsterdam',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})

/** The clock changes on whole hours of UTC only, so one look-up per hour serves every moment in it. */
const offsets = new Map<number, number>()

function offsetAt(epoch: number): number {
  const hour = Math.floor(epoch / 3600)
  let offset = offsets.get(hour)
  if (offset === undefined) {
    const field: Record<string, number> = {}
    for (const { type, value } of amsterdam.formatToParts(hour * 3_600_000)) field[type] = Number(value)
    const wall = Date.UTC(field.year!, field.month! - 1, field.day, field.hour, field.minute, field.second) / 1000
    offset = wall - hour * 3600
    offsets.set(hour, offset)
  }
  return offset
}

/** @param epoch seconds since 1970 in UTC */
export function wallClock(epoch: number): WallClock {
  const wall = epoch + offsetAt(epoch)
  const day = Math.floor(wall / SECONDS_PER_DAY)
  return { day, minute: Math.floor((wall - day * SECONDS_PER_DAY) / 60) }
}

/**
 * Epoch seconds of a moment on the wall clock. A moment that the clock skips in March moves on by the hour that is
 * skipped; of a moment that comes twice in October the first is meant.
 */
export function epochOf(day: Day, minute = 0): number {
  const wall = day * SECONDS_PER_DAY + minute * 60
  const before = offsetAt(wall - SECONDS_PER_DAY)
  const after = offsetAt(wall + SECONDS_PER_DAY)
  const early = wall - before
  return offsetAt(early) === before || offsetAt(wall - after) !== after ? early : wall - after
}
