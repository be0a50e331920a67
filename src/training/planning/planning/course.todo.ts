import { type SqlBool, sql } from 'kysely'
import type { OpenPoint } from '../../../platform/screens/popup/open-points.ts'
import type { PopupAction } from '../../../platform/screens/popup/popup-actions.ts'
import { appointmentsArea } from '../appointments/rights.ts'

const add = (id: number) => `/calendar/add?course_id=${id}`
const given = (id: number) => sql<SqlBool>`exists (select 1 from courses where id = ${id} and active)`

/** Whether the course is planned: something of it is still to begin. */
const comes = (id: number) => sql<SqlBool>`exists (
  select 1 from appointment_groups g join appointments a on a.group_id = g.id
  where g.course_id = ${id} and a.starts_at > now() and a.status <> 'cancelled')`

/** A course that people cannot come to. */
export const unplannedCourse: OpenPoint = {
  record: 'course',
  order: 20,
  area: appointmentsArea,
  ask: (_viewer, id) => sql<boolean | null>`select case when ${given(id)} and not ${comes(id)} then true end`,
  line: (_answer, { id }) => ({
    label: 'Nog niet gepland',
    sub: 'Niemand kan zich inschrijven',
    icon: 'calendar-plus',
    state: 'open',
    action: { label: 'Plannen', kind: 'popup', url: add(id), area: appointmentsArea, right: 'change' },
  }),
}

/** Planning a course, which comes next when nothing of it is still to come. */
export const planStep: PopupAction = {
  record: 'course',
  place: 'step',
  order: 20,
  area: appointmentsArea,
  right: 'change',
  action: ({ id }) => ({ label: 'Plannen', icon: 'calendar-plus', kind: 'popup', url: add(id) }),
  when: (_viewer, id) => given(id),
  next: (_viewer, id) => sql`not ${comes(id)}`,
}
