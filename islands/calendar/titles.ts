/** The texts that a date or an appointment reads as. */
import { type CalendarAppointment, type ViewType } from '../../src/system/calendar/calendar.contract.ts'
import { formatMinute, MONTHS, MONTHS_SHORT, partsOf, type Day } from '../../src/platform/format/days.ts'
import { capital, dayTitle, weekTitle } from '../shared/day-titles.ts'
import { wallClock } from '../../src/platform/format/wall-clock.ts'
import { MINUTES_PER_DAY, type Piece } from './split.ts'

export const NO_DATA = 'Geen data'

/** Without the soft hyphens that only serve narrow columns. */
export const plain = (text: string): string => text.replaceAll('\u00AD', '')

export function monthTitle(day: Day): string {
  const { year, month } = partsOf(day)
  return `${capital(MONTHS[month - 1]!)} ${year}`
}

/** The months that the listed appointments start in. */
export function listTitle(appointments: readonly CalendarAppointment[]): string {
  const months = appointments.map((appointment) => {
    const { year, month } = partsOf(wallClock(appointment.start_datetime).day)
    return year * 12 + month - 1
  })
  if (months.length === 0) return NO_DATA
  const first = Math.min(...months)
  const last = Math.max(...months)
  const year = (index: number): number => Math.floor(index / 12)
  const name = (index: number): string => MONTHS_SHORT[index % 12]!
  const until = `${name(last)} ${year(last)}`
  if (first === last) return capital(until)
  const since = year(first) === year(last) ? name(first) : `${name(first)} ${year(first)}`
  return capital(`${since} – ${until}`)
}

export function titleOf(view: ViewType, day: Day, listed: readonly CalendarAppointment[] | null): string {
  switch (view) {
    case 'm':
      return monthTitle(day)
    case 'w':
      return weekTitle(day)
    case 'd':
      return dayTitle(day)
    case 'l':
      return listed ? listTitle(listed) : 'Lijst'
  }
}

/** '08:30–16:30'; where it ends on a later day also how many days later. */
export function timeRange({ start_datetime, end_datetime }: CalendarAppointment): string {
  const from = wallClock(start_datetime)
  const to = wallClock(end_datetime)
  const times = `${formatMinute(from.minute)}–${formatMinute(to.minute)}`
  // The midnight that ends a day still belongs to that day.
  const later = to.minute === 0 ? to.day - from.day - 1 : to.day - from.day
  if (later < 1) return times
  return `${times} (+${later === 1 ? '1 dag' : `${later} dagen`})`
}

/** The short time in a month row: on later days of a longer appointment its end, or that it goes on. */
export function rowTime({ start, end, index }: Piece): string {
  if (index === 0) return formatMinute(start)
  return end === MINUTES_PER_DAY ? 'hele dag' : `tot ${formatMinute(end)}`
}

/** Where it is, short enough for a column of the week. */
export function placeOf({ incompany, room, place }: CalendarAppointment): string {
  return [incompany?.length && 'Incompany', place, room].filter(Boolean).join(', ')
}

/** Where it is, with the companies that it is held for. */
export function fullPlaceOf({ incompany, room, place }: CalendarAppointment): string {
  return [...(incompany ?? []), place, room].filter(Boolean).join(', ')
}

/** '5 items:' above what follows; of nothing no number is told, and nothing is announced by a colon. */
export function countItems(count: number): string {
  if (count === 0) return 'Niets gepland'
  return count === 1 ? '1 item:' : `${count} items:`
}

/** '8 van 10 plaatsen bezet, 2 vrij'; without the maximum only what is free. */
export function placesText(free: number, max: number | undefined): string {
  if (max === undefined) return free === 1 ? '1 plaats vrij' : `${free} plaatsen vrij`
  return `${max - free} van ${max} ${max === 1 ? 'plaats' : 'plaatsen'} bezet, ${free} vrij`
}
