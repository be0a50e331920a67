/** Appointments for the tests, given by their times on the wall clock. */
import { type CalendarAppointment, type CalendarWords } from '../../src/system/calendar/calendar.contract.ts'
import { dayOf, type Day } from '../../src/platform/format/days.ts'
import { epochOf } from '../../src/platform/format/wall-clock.ts'

/** 'YYYY-MM-DD' */
export function day(text: string): Day {
  const [year, month, date] = text.split('-').map(Number)
  return dayOf(year!, month!, date!)
}

/** 'YYYY-MM-DD HH:mm' */
export function epoch(text: string): number {
  const [date, time] = text.split(' ')
  const [hour, minute] = time!.split(':').map(Number)
  return epochOf(day(date!), hour! * 60 + minute!)
}

/** As the courses' calendar says it. */
export const words: CalendarWords = { what: 'Opleiding', who: 'Docent', one: 'planning', many: 'planningen' }

let lastId = 0

export function appointment(
  start: string,
  end: string,
  fields: Partial<CalendarAppointment> = {},
): CalendarAppointment {
  lastId += 1
  return {
    id: lastId,
    start_datetime: epoch(start),
    end_datetime: epoch(end),
    description: `Planning ${lastId}`,
    full: false,
    cancelled: false,
    ...fields,
  }
}
