/** What stands in each row of the board, day by day. */
import { type CalendarAppointment } from '../../src/system/calendar/calendar.contract.ts'
import {
  type BoardAnswer,
  type BoardAway,
  type BoardLane,
  type BoardTravel,
  type InLanes,
} from '../../src/training/planning/board/board.contract.ts'
import { isWeekend, type Day } from '../../src/platform/format/days.ts'
import { epochOf } from '../../src/platform/format/wall-clock.ts'
import { daysOf, type DayRange } from './range.ts'
import { byStart, MINUTES_PER_DAY, type Piece, splitPerDay } from './split.ts'

export type LaneAppointment = CalendarAppointment & InLanes
export type Answer = BoardAnswer<CalendarAppointment>

export interface AwayPiece {
  start: number
  end: number
  text: string
}
export interface LaneDay {
  day: Day
  pieces: Piece[]
  away: AwayPiece[]
}
/** A row before it is drawn: its days are told apart when it is. */
export interface LaneRow {
  lane: BoardLane
  appointments: LaneAppointment[]
  away: BoardAway[]
  /** By what comes after the way. */
  travel: ReadonlyMap<number, BoardTravel>
}

const asAppointment = ({ lane, from, to, text }: BoardAway): LaneAppointment => ({
  id: 0,
  start_datetime: from,
  end_datetime: to,
  description: text,
  full: false,
  cancelled: false,
  lanes: [lane],
})

function byLane<T>(items: readonly T[], lanesOf: (item: T) => readonly number[]): Map<number, T[]> {
  const found = new Map<number, T[]>()
  for (const item of items)
    for (const lane of lanesOf(item)) {
      const list = found.get(lane)
      if (list) list.push(item)
      else found.set(lane, [item])
    }
  return found
}

export function laneRows({ lanes, appointments, away, travel }: Answer): LaneRow[] {
  const held = byLane(appointments, (appointment) => appointment.lanes)
  const absent = byLane(away, ({ lane }) => [lane])
  const ways = byLane(travel, ({ lane }) => [lane])
  return lanes.map((lane) => ({
    lane,
    appointments: held.get(lane.id) ?? [],
    away: absent.get(lane.id) ?? [],
    travel: new Map((ways.get(lane.id) ?? []).map((way) => [way.before, way])),
  }))
}

/** What stands in a row on each day of the range. */
export function laneDays({ appointments, away }: LaneRow, range: DayRange): LaneDay[] {
  const pieces = appointments.flatMap((appointment) => splitPerDay(appointment, range)).sort(byStart)
  const off = away.flatMap((one) => splitPerDay(asAppointment(one), range))
  return Array.from({ length: range.days }, (_, i): LaneDay => {
    const day = range.first + i
    return {
      day,
      pieces: pieces.filter((piece) => piece.day === day),
      away: off
        .filter((piece) => piece.day === day)
        .map(({ start, end, appointment }) => ({ start, end, text: appointment.description })),
    }
  })
}

/** The days of a weekend on which nothing is: they need no room. */
export function emptyWeekendDays(answer: Answer, { first, days }: DayRange): ReadonlySet<Day> {
  const isEmpty = (day: Day): boolean =>
    answer.appointments.every((one) => one.start_datetime >= epochOf(day + 1) || one.end_datetime <= epochOf(day))
  return new Set(daysOf({ first, days }).filter((day) => isWeekend(day) && isEmpty(day)))
}

/** How many minutes of these days somebody gives, and how many of those that the person works are left. */
export function minutesOf(days: readonly LaneDay[]): { given: number; free: number } {
  let given = 0
  let taken = 0
  for (const { pieces, away } of days) {
    const held = pieces.filter(({ appointment }) => !appointment.cancelled)
    given += held.reduce((sum, { start, end }) => sum + end - start, 0)
    let until = 0
    for (const { start, end } of [...held, ...away].sort((a, b) => a.start - b.start)) {
      taken += Math.max(0, end - Math.max(start, until))
      until = Math.max(until, end)
    }
  }
  return { given, free: days.length * MINUTES_PER_DAY - taken }
}

/** Pieces that overlap stand below each other on a line of hours. */
export function tracksOf({ pieces }: LaneDay): Piece[][] {
  const tracks: Piece[][] = []
  for (const piece of pieces) {
    const track = tracks.find((one) => one.at(-1)!.end <= piece.start)
    if (track) track.push(piece)
    else tracks.push([piece])
  }
  return tracks
}
