import { sql } from 'kysely'
import { formatCount } from '../../../platform/format/format.ts'
import { columnsOf } from '../../../platform/screens/table/shown-columns.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { partPlace } from '../appointments/index.ts'
import { requestFields } from './teacher-requests.fields.ts'

const { shown } = columnsOf('appointments', { expires_at: requestFields.expires_at })

/** The names of people who hang on a part, each once. */
const namesOf = (from: ReturnType<typeof sql>) => sql`(
  select string_agg(name, ', ' order by name) from (select distinct ${nameText} as name from contacts where contacts.id in (${from})) named)`

const asked = sql`teacher_requests r where r.appointment_id = appointments.id and r.state = 'asked'`
const refused = sql`(select count(distinct r.contact_id)::integer from teacher_requests r
  where r.appointment_id = appointments.id and r.state in ('no', 'lapsed'))`
const applied = namesOf(sql`select p.contact_id from teacher_applications p
  where p.appointment_id = appointments.id and p.state = 'open'`)

/** What else is known of parts that lack teachers, for who wants it in the list. */
export const lackingColumns = [
  shown('asked_names', { label: 'Gevraagd', as: 'text', of: namesOf(sql`select r.contact_id from ${asked}`) }),
  shown('expires_at', { of: sql`(select min(r.expires_at) from ${asked})` }),
  shown('applied_names', { label: 'Aangemeld', as: 'text', of: applied }),
  shown('refused_count', {
    label: 'Zei nee of niets',
    as: (count: number) => (count === 0 ? null : formatCount(count, 'docent', 'docenten')),
    of: refused,
  }),
  shown('place', { label: 'Plaats', as: 'text', of: partPlace }),
  shown('enrolled', { label: 'Ingeschreven', as: 'number', of: sql`appointments.enrolled_count` }),
]
