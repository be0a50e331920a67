import type { Db } from '../../../platform/database/types.ts'
import { type Viewer, may } from '../../../platform/access/viewer.ts'
import type { CalendarSource } from '../../../system/calendar/points.ts'
import { calendarArea } from '../../../system/calendar/rights.ts'
import { listStatuses } from '../appointments/index.ts'
import { appointmentsArea } from '../appointments/rights.ts'
import { type AppointmentsQuery, FILTER_LABELS, appointmentsQuery } from './calendar.forms.ts'
import { TASKS, listAppointments, seesStatus } from './calendar.queries.ts'
import { judgePeriod } from './assessment.queries.ts'
import { findOpenParts } from './open-parts.queries.ts'

const optionsOf = (labels: Record<string, { label: string }>) =>
  Object.entries(labels).map(([value, { label }]) => ({ value, label }))

async function frame(db: Db, viewer: Viewer) {
  const planner = may(viewer, appointmentsArea, 'change')
  const statuses = await listStatuses(db)
  return {
    allow: planner ? 'add edit remove' : '',
    addUrl: planner ? '/calendar/add' : null,
    ...(planner ? { moveUrl: MOVE_URL, awayUrl: AWAY_URL, judgedUrl: JUDGED_URL } : {}),
    legend: seesStatus(viewer)
      ? statuses.map(({ key, label, css, color }) => ({ key, label, css: color ?? css }))
      : statuses.filter(({ key }) => key === 'cancelled').map(({ key, label, css }) => ({ key, label, css })),
  }
}

/** `src/training/desk/moving` answers there. */
export const MOVE_URL = '/calendar/move-appointment/{id}'
/** `src/training/planning/replacements` answers there. */
export const AWAY_URL = '/replacements/report?part={id}'
export const JUDGED_URL = '/ajax/getJudged/courses'

/** The plannings in the calendar, a block for each part. */
export const courseCalendar: CalendarSource = {
  module: 'courses',
  order: 10,
  area: calendarArea,
  record: 'appointment',
  words: { what: 'Opleiding', who: 'Docent', one: 'planning', many: 'planningen' },
  viewUrl: '/calendar/view-appointment/{id}',
  query: appointmentsQuery,
  list: (db, viewer, query: AppointmentsQuery) => listAppointments(db, viewer, query),
  frame,
  judge: ({ db, registry }, viewer, period) => judgePeriod(db, registry, viewer, period),
  filters: {
    key: 'default',
    labels: FILTER_LABELS,
    records: { course_id: 'course', instructor_id: 'contact', company_id: 'company' },
    view: 'training/calendar/filters',
    load: async (db, viewer) => ({
      statuses: (await listStatuses(db)).map(({ key, label }) => ({ value: key, label })),
      tasks: optionsOf(TASKS),
      planner: may(viewer, appointmentsArea, 'change'),
      staff: seesStatus(viewer),
    }),
  },
  waiting: findOpenParts,
}
