import { sql } from 'kysely'
import { formatCount, formatDateTime } from '../../../platform/format/format.ts'
import { askedColumn } from '../../../platform/screens/table/table-columns.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { partPlace } from '../appointments/index.ts'
import { requestFields } from './teacher-requests.fields.ts'

/** The names of people who hang on a part, each once. */
const namesOf = (from: ReturnType<typeof sql>) => sql<string | null>`(
  select string_agg(name, ', ' order by name) from (select distinct ${nameText} as name from contacts where contacts.id in (${from})) named)`

/** What else is known of parts that lack teachers, for who wants it in the list. */
export const lackingColumns = [
  askedColumn({
    field: 'asked_names',
    label: 'Gevraagd',
    asks: () =>
      namesOf(sql`select r.contact_id from teacher_requests r
      where r.appointment_id = appointments.id and r.state = 'asked'`),
    cell: (names) => names,
  }),
  askedColumn({
    field: 'expires_at',
    label: requestFields.expires_at.label,
    asks: () => sql<Date | null>`(select min(r.expires_at) from teacher_requests r
      where r.appointment_id = appointments.id and r.state = 'asked')`,
    cell: (at) => formatDateTime(at),
  }),
  askedColumn({
    field: 'applied_names',
    label: 'Aangemeld',
    asks: () =>
      namesOf(sql`select p.contact_id from teacher_applications p
      where p.appointment_id = appointments.id and p.state = 'open'`),
    cell: (names) => names,
  }),
  askedColumn({
    field: 'refused_count',
    label: 'Zei nee of niets',
    asks: () => sql<number>`(select count(distinct r.contact_id)::integer from teacher_requests r
      where r.appointment_id = appointments.id and r.state in ('no', 'lapsed'))`,
    cell: (count) => (count === 0 ? null : formatCount(count, 'docent', 'docenten')),
  }),
  askedColumn({ field: 'place', label: 'Plaats', asks: () => partPlace, cell: (place) => place }),
  askedColumn({
    field: 'enrolled',
    label: 'Ingeschreven',
    kind: 'num',
    asks: () => sql<number>`appointments.enrolled_count`,
    cell: (count) => count,
  }),
]
