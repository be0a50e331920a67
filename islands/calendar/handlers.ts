import { type MouseEvent } from 'react'
import { type CalendarAppointment } from '../../src/system/calendar/calendar.contract.ts'
import { type Day } from '../../src/platform/format/days.ts'

/** What a view can set in motion. One stable object for all cells, so that memoised cells stay as they are. */
export interface Handlers {
  hrefOf: (appointment: CalendarAppointment) => string
  open: (event: MouseEvent, appointment: CalendarAppointment) => void
  /** On an empty spot: minutes since midnight of the day; without a day the next working day is proposed. */
  add: (day?: Day, minute?: number) => void
  /** Another view, or on a phone another day of the month. */
  show: (view: 'm' | 'w' | 'd', day: Day) => void
}

/** A click that asks for a new tab or window is the browser's own. */
export function isPlainClick({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
}
