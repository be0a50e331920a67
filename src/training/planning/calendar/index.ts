import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { calendarSources } from '../../../system/calendar/points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { courseCalendar } from './calendar-source.ts'
import { agendaStep } from './contact.todo.ts'

export { AWAY_URL, JUDGED_URL, MOVE_URL } from './calendar-source.ts'

export { FILTER_LABELS, calendarFilters } from './calendar.forms.ts'
export { listAppointments } from './calendar.queries.ts'

export const calendar: ModulePart = {
  gifts: [give(calendarSources, [courseCalendar]), give(popupActions, [agendaStep])],
}
