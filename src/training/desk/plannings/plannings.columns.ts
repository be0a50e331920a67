import { sql } from 'kysely'
import { columnsOf } from '../../../platform/screens/table/shown-columns.ts'
import { appointmentFields } from '../../planning/appointments/index.ts'

const { shown, added } = columnsOf('appointment_groups', appointmentFields)

/** Of the part that stands for a planning in the list. */
const ofNext = (column: 'enrolled_count' | 'reserved_count' | 'note') =>
  sql`(select part.${sql.ref(column)} from appointments part where part.id = next.id)`

const room = sql`(select concat_ws(', ', e.name, r.name) from appointments part
  join rooms r on r.id = part.room_id join establishments e on e.id = r.establishment_id where part.id = next.id)`

const waiting = sql`(select count(*)::integer from waiting_entries w where w.state = 'waiting'
  and w.course_id = appointment_groups.course_id and coalesce(w.group_id, appointment_groups.id) = appointment_groups.id)`

const parts = sql`(select count(*)::integer from appointments part
  where part.group_id = appointment_groups.id and part.status <> 'cancelled')`

/** What else is known of plannings, for who wants it in the list. */
export const planningColumns = [
  shown('room_id', { of: room }),
  shown('enrolled', { label: 'Ingeschreven', as: 'number', of: ofNext('enrolled_count') }),
  shown('reserved', { label: 'Gereserveerd', as: 'number', of: ofNext('reserved_count') }),
  shown('waiting', { label: 'Wachtlijst', as: 'number', of: waiting }),
  shown('parts', { label: 'Onderdelen', as: 'number', of: parts }),
  shown('incompany', { label: 'Besloten', as: 'switch' }),
  shown('option_until', { label: 'Optie tot en met', as: 'date' }),
  shown('course_code', { label: 'Code van de opleiding', as: 'text', of: sql`courses.code` }),
  shown('note', { of: ofNext('note') }),
  added,
]
