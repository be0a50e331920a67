import { type SqlBool, sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import type { PopupAction } from '../../../platform/screens/popup/popup-actions.ts'
import { enrolmentArea } from '../../rights.ts'

/** Who gives courses, or plays a part in them, and is no student. */
const isStaff = (id: number) => sql<SqlBool>`exists (select 1 from contacts where id = ${id}
  and roles && array[${sql.lit(ROLE.teacher)}, ${sql.lit(ROLE.lotus)}] and not roles && array[${sql.lit(ROLE.student)}])`

/** Records from whose popup people are enrolled, with the address that knows as much as the record says. */
const ENROL_FROM = [
  {
    record: 'contact',
    table: 'contacts',
    url: (id: number) => `/calendar/enroll?contact_id=${id}`,
    // For who gives courses their agenda comes first.
    next: (id: number) => sql<SqlBool>`not ${isStaff(id)}`,
  },
  {
    record: 'company',
    table: 'companies',
    url: (id: number) => `/calendar/enroll?company_id=${id}`,
    next: () => sql<SqlBool>`true`,
  },
  {
    record: 'course',
    table: 'courses',
    url: (id: number) => `/calendar/enroll/${id}/0?by=course`,
    next: () => sql<SqlBool>`true`,
  },
]

/** Enrolling from somebody, a company or a course that is in use. */
export const enrolFrom: PopupAction[] = ENROL_FROM.map(({ record, table, url, next }) => ({
  record,
  place: 'step',
  order: 30,
  area: enrolmentArea,
  right: 'change',
  action: ({ id }) => ({
    label: 'Inschrijven',
    icon: 'user-plus',
    kind: 'popup',
    url: url(id),
    synonyms: ['aanmelden', 'boeken'],
  }),
  when: (_viewer, id) => sql`select active from ${sql.table(table)} where id = ${id}`,
  next: (_viewer, id) => next(id),
}))
