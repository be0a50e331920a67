import { calendarArea } from '../calendar/rights.ts'
import type { Widget } from './points.ts'

/** What asks attention. */
export const todoWidget: Widget = {
  name: 'todo',
  title: 'Te doen',
  area: calendarArea,
  order: 1,
  wide: true,
  region: '/attention/groups',
  of: 'appointment enrolment message task',
}
