/** An appointment becomes one piece for each day it touches; the views draw pieces. */
import { type CalendarAppointment } from '../../src/system/calendar/calendar.contract.ts'
import { type Day } from '../../src/platform/format/days.ts'
import { wallClock } from '../../src/platform/format/wall-clock.ts'
import { type DayRange } from './range.ts'

export const MINUTES_PER_DAY = 1440

export interface Piece {
  /** Stable over reloads: the same appointment on the same day. */
  key: string
  appointment: CalendarAppointment
  day: Day
  /** Minutes since midnight on the wall clock; `end` may be 1440. */
  start: number
  end: number
  /** Which day of the appointment this is, from 0, and of how many. */
  index: number
  count: number
}

export type PiecesByDay = ReadonlyMap<Day, readonly Piece[]>

/** The first piece ends at the end of its day, later ones start at midnight. Only days inside `range` are made. */
export function splitPerDay(appointment: CalendarAppointment, range: DayRange): Piece[] {
  const from = wallClock(appointment.start_datetime)
  const to = wallClock(Math.max(appointment.end_datetime, appointment.start_datetime))
  // An end at midnight belongs to the day before it, not to a piece of no length.
  const lastDay = to.minute === 0 && to.day > from.day ? to.day - 1 : to.day
  const lastMinute = lastDay === to.day ? to.minute : MINUTES_PER_DAY
  const pieces: Piece[] = []
  for (let day = Math.max(from.day, range.first); day <= Math.min(lastDay, range.first + range.days - 1); day++) {
    const start = day === from.day ? from.minute : 0
    const end = day === lastDay ? lastMinute : MINUTES_PER_DAY
    pieces.push({
      key: `${appointment.id}:${day}`,
      appointment,
      day,
      start,
      end: end < start ? endInRepeatedHour(appointment, start) : end,
      index: day - from.day,
      count: lastDay - from.day + 1,
    })
  }
  return pieces
}

/** In the night that the clock goes back an end may read earlier than its start: there the true length counts. */
function endInRepeatedHour({ start_datetime, end_datetime }: CalendarAppointment, start: number): number {
  return Math.min(MINUTES_PER_DAY, start + Math.ceil((end_datetime - start_datetime) / 60))
}

/** Its end is taken where it is, by who may move it. */
export const canStretch = ({ appointment: { version, fixed }, index, count }: Piece): boolean =>
  version !== undefined && fixed === undefined && index === count - 1

export function byStart(a: Piece, b: Piece): number {
  return a.start - b.start || b.end - a.end || a.appointment.id - b.appointment.id
}

export function piecesByDay(appointments: readonly CalendarAppointment[], range: DayRange): PiecesByDay {
  const byDay = new Map<Day, Piece[]>()
  for (const appointment of appointments) {
    for (const piece of splitPerDay(appointment, range)) {
      const pieces = byDay.get(piece.day)
      if (pieces) pieces.push(piece)
      else byDay.set(piece.day, [piece])
    }
  }
  for (const pieces of byDay.values()) pieces.sort(byStart)
  return byDay
}
