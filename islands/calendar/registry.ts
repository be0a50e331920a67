/** The one door through which appointments reach a calendar on the page: its own loader uses it, and others may. */
import { type AppointmentsAnswer } from '../../src/system/calendar/calendar.contract.ts'
import { log } from '../shared/log.ts'

type Receive = (answer: AppointmentsAnswer) => void

const calendars = new WeakMap<object, Receive>()

/** Returns the way to end it. */
export function registerCalendar(element: object, receive: Receive): () => void {
  calendars.set(element, receive)
  return () => calendars.delete(element)
}

/** On anything that is not (or no longer) a calendar this logs a message and does nothing. */
export function setAppointments(element: object, answer: AppointmentsAnswer): void {
  const receive = calendars.get(element)
  if (receive) receive(answer)
  else log('Appointments were set on an element that is not a calendar', element)
}
