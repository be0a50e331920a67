/** The cells of one list row. The header row is built from their titles. */
import { type CalendarAppointment, type CalendarWords } from '../../src/system/calendar/calendar.contract.ts'
import { wallClock } from '../../src/platform/format/wall-clock.ts'
import { capital, shortDay } from '../shared/day-titles.ts'
import { fullPlaceOf, plain, timeRange } from './titles.ts'

export type CellKind = 'day' | 'time' | 'main' | 'text' | 'code' | 'number' | 'status'

export interface ListCell {
  kind: CellKind
  title: string
  text: string
}

interface Column {
  kind: CellKind
  title: string
  /** Absent where the viewer may not see it. */
  text: (appointment: CalendarAppointment) => string | undefined
}

function columnsOf({ what, who, one }: CalendarWords): Column[] {
  return [
    { kind: 'day', title: 'Datum', text: ({ start_datetime }) => shortDay(wallClock(start_datetime).day) },
    { kind: 'time', title: 'Tijd', text: timeRange },
    { kind: 'main', title: what, text: ({ description }) => plain(description) },
    { kind: 'code', title: capital(one), text: ({ appointment_group_id: id }) => id?.toString() },
    { kind: 'text', title: 'Plaats', text: (appointment) => fullPlaceOf(appointment) || undefined },
    { kind: 'text', title: who, text: ({ teachers }) => teachers?.join(', ') },
    { kind: 'number', title: 'Vrije plaatsen', text: ({ free }) => free?.toString() },
    { kind: 'status', title: 'Status', text: ({ status, cancelled }) => (cancelled ? 'Geannuleerd' : status?.label) },
  ]
}

/** Rows of equal cells; a column in which no row may show anything is left out of all of them. */
export function listRows(words: CalendarWords, appointments: readonly CalendarAppointment[]): ListCell[][] {
  const rows = appointments.map((appointment) =>
    columnsOf(words).map(({ kind, title, text }) => ({ kind, title, text: text(appointment) })),
  )
  const shows = (column: number): boolean => rows.some((cells) => cells[column]?.text !== undefined)
  return rows.map((cells) =>
    cells.filter((_, column) => shows(column)).map((cell) => ({ ...cell, text: cell.text ?? '' })),
  )
}

export function headerOf(rows: readonly (readonly ListCell[])[]): readonly Pick<ListCell, 'kind' | 'title'>[] {
  return rows[0] ?? []
}

/** Whether a row begins another day than the row above it. */
export function startsNewDay(appointments: readonly CalendarAppointment[], index: number): boolean {
  const day = (at: number): number => wallClock(appointments[at]!.start_datetime).day
  return index > 0 && day(index) !== day(index - 1)
}

const COUNT_LIMIT = 10_000

/** '31–60 van 118', or what can be said of a count that the server stopped at. */
export function countText(page: number, count: number, shown: number, total: number): string {
  const first = page * count + 1
  const all = total > COUNT_LIMIT ? 'meer dan 10.000' : String(total)
  return `${first}–${first + shown - 1} van ${all}`
}
