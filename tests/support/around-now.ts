import { offsetOf } from '../../src/platform/format/zone.ts'

const YEAR = 365 * 86_400
const now = Math.floor(Date.now() / 1000)

/** The year before and the year after this moment, as the calendar is asked for them: all that the story tells of. */
export const AROUND_NOW = `from=${now - YEAR}&to=${now + YEAR}`

/** From a quarter of a year before this moment to a quarter after it. */
export const HALF_YEAR = `from=${now - Math.floor(YEAR / 4)}&to=${now + Math.floor(YEAR / 4)}`

/** The same hour in Amsterdam so many days later or earlier, also where the clock changes in between. */
export function daysFromNow(days: number, from = new Date()): Date {
  const moved = new Date(from.getTime() + days * 86_400_000)
  return new Date(moved.getTime() + offsetOf(from) - offsetOf(moved))
}
