/** A part that is held in the hand: where it was, where it is now, and what the server is asked of it. */
import { type CalendarAppointment } from '../../src/system/calendar/calendar.contract.ts'
import { formatDay, formatMinute, WEEKDAYS_SHORT, weekdayOf, type Day } from '../../src/platform/format/days.ts'
import { wallClock } from '../../src/platform/format/wall-clock.ts'
import { MINUTES_PER_DAY } from './split.ts'
import { plain } from './titles.ts'

const GRID_MINUTES = 15
/** Longer than this no part is. */
const MOST_MINUTES = 14 * MINUTES_PER_DAY

/** Where something stands: day and minute on the wall clock, and on the board the row that it is in. */
export interface Spot {
  day: Day
  minute: number
  lane: number | null
}

export interface Held {
  appointment: CalendarAppointment
  from: Spot
  /** On the wall clock, so that a day of 23 or 25 hours changes nothing of its times. */
  lengthBefore: number
  at: Spot
  length: number
  copy: boolean
  by: 'pointer' | 'keys'
  /** The pointer pulls its end: a longer part is no copy. */
  pulled?: boolean
  /** Why it cannot be put into the row that the pointer is in. */
  refusal?: string | undefined
}

const between = (from: { day: Day; minute: number }, to: { day: Day; minute: number }): number =>
  (to.day - from.day) * MINUTES_PER_DAY + to.minute - from.minute

export function pickUp(appointment: CalendarAppointment, lane: number | null, by: Held['by']): Held {
  const start = wallClock(appointment.start_datetime)
  // In the night that the clock goes back an end may read earlier than its start.
  const lengthBefore = Math.max(between(start, wallClock(appointment.end_datetime)), GRID_MINUTES)
  const from = { ...start, lane }
  return { appointment, from, lengthBefore, at: from, length: lengthBefore, copy: false, by }
}

export const snap = (minute: number): number => Math.round(minute / GRID_MINUTES) * GRID_MINUTES

/** The next line of the grid in a direction, for a part that stands between two lines. */
const step = (minute: number, direction: 1 | -1): number =>
  direction === 1
    ? (Math.floor(minute / GRID_MINUTES) + 1) * GRID_MINUTES
    : (Math.ceil(minute / GRID_MINUTES) - 1) * GRID_MINUTES

/** A minute before midnight or after the next belongs to another day. */
function onItsDay({ day, minute, lane }: Spot): Spot {
  const days = Math.floor(minute / MINUTES_PER_DAY)
  return { day: day + days, minute: minute - days * MINUTES_PER_DAY, lane }
}

export const putAt = (held: Held, at: Spot): Held => ({ ...held, at: onItsDay(at) })

export const moveDays = (held: Held, days: number): Held => putAt(held, { ...held.at, day: held.at.day + days })

export const moveMinutes = (held: Held, direction: 1 | -1): Held =>
  putAt(held, { ...held.at, minute: step(held.at.minute, direction) })

export function withLength(held: Held, minutes: number): Held {
  return { ...held, length: Math.max(GRID_MINUTES, Math.min(minutes, MOST_MINUTES)) }
}

/** Its end one line of the grid later or earlier. */
export const stretch = (held: Held, direction: 1 | -1): Held =>
  withLength(held, step(held.at.minute + held.length, direction) - held.at.minute)

/** Its end another day, at the time that it has; as near to that as is after its begin, and as long as a part may be. */
export function stretchDays(held: Held, days: number): Held {
  const least = ((held.length - GRID_MINUTES) % MINUTES_PER_DAY) + GRID_MINUTES
  const most = least + Math.floor((MOST_MINUTES - least) / MINUTES_PER_DAY) * MINUTES_PER_DAY
  return { ...held, length: Math.max(least, Math.min(held.length + days * MINUTES_PER_DAY, most)) }
}

/** To the row below or above, as far as there is one. */
export function moveLane(held: Held, lanes: readonly number[], direction: 1 | -1): Held {
  const lane = lanes[lanes.indexOf(held.at.lane ?? Number.NaN) + direction]
  return lane === undefined || !lanes.includes(held.at.lane!) ? held : { ...held, at: { ...held.at, lane } }
}

export function isMoved({ at, from, length, lengthBefore }: Held): boolean {
  return at.day !== from.day || at.minute !== from.minute || at.lane !== from.lane || length !== lengthBefore
}

export const endOf = ({ at, length }: Held): Spot => onItsDay({ ...at, minute: at.minute + length })

/** The last day that it is on: the midnight that ends a day still belongs to it. */
export function lastDayOf(held: Held): Day {
  const end = endOf(held)
  return end.minute === 0 && end.day > held.at.day ? end.day - 1 : end.day
}

const typed = ({ day, minute }: Spot): string => `${formatDay(day)} ${formatMinute(minute)}`
const shortDay = (day: Day): string => `${WEEKDAYS_SHORT[weekdayOf(day)]!.toLowerCase()} ${formatDay(day).slice(0, 5)}`

/** 'do 03-12, 18:30–21:30'. */
export function spotText(held: Held): string {
  const end = endOf(held)
  const until = end.day === held.at.day ? '' : `${shortDay(end.day)} `
  return `${shortDay(held.at.day)}, ${formatMinute(held.at.minute)}–${until}${formatMinute(end.minute)}`
}

export const heldTitle = (held: Held): string =>
  `${held.copy ? 'Kopie van ' : ''}${plain(held.appointment.description)}, ${spotText(held)}`

/**
 * What the server is asked, and told to save.
 * @param lanes what the rows are, where moving to another one changes who or what it takes
 */
export function wishOf(held: Held, lanes: string | null): URLSearchParams {
  const wish = new URLSearchParams({
    version: String(held.appointment.version ?? 0),
    start_datetime: typed(held.at),
    end_datetime: typed(endOf(held)),
  })
  if (held.copy) wish.set('copy', '1')
  if (lanes !== null && held.from.lane !== null && held.at.lane !== null) {
    wish.set('lanes', lanes)
    wish.set('from_lane', String(held.from.lane))
    wish.set('to_lane', String(held.at.lane))
  }
  return wish
}
