/** From minutes to the half hours that the grid of week and day counts in. */
import { type Piece } from './split.ts'

export const HALF_HOURS = 48
const HALF_HOUR_MINUTES = 30

/** Where a moment stands, in half hours from the top. The wall clock counts, so the days of 23 and 25 hours fit too. */
export function halfHours(minute: number): number {
  return minute / HALF_HOUR_MINUTES
}

export function pieceSpan({ start, end }: Pick<Piece, 'start' | 'end'>): number {
  return halfHours(end - start)
}

/** An appointment is history once its end has passed, also in the pieces of its earlier days. */
export function isHistory(endEpoch: number, now: number): boolean {
  return endEpoch <= now
}

/** Start of every row, 00:00 up to 23:30. */
export const ROWS: readonly number[] = Array.from({ length: HALF_HOURS }, (_, row) => row * HALF_HOUR_MINUTES)

/** The hours beside the rows, with the extra 00:00 at the bottom. */
export const HOURS: readonly number[] = Array.from({ length: HALF_HOURS / 2 + 1 }, (_, hour) => hour * 60)

/** An hour gives way to the label of the current time where that would cover it. */
export function hourShows(minute: number, nowMinute: number | null): boolean {
  return nowMinute === null || Math.abs(minute - nowMinute) > 20
}

/** What a day without an hour means: a click in a cell of the month, or the button above the calendar. */
export const DAY_START = 9 * 60
