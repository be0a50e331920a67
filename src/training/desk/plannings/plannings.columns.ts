import { type SqlBool, sql } from 'kysely'
import { formatDate } from '../../../platform/format/format.ts'
import { addedColumn, askedColumn } from '../../../platform/screens/table/table-columns.ts'
import { appointmentFields } from '../../planning/appointments/index.ts'

/** Of the part that stands for a planning in the list. */
const ofNext = (column: 'enrolled_count' | 'reserved_count' | 'note') =>
  sql`(select part.${sql.ref(column)} from appointments part where part.id = next.id)`

const yesNo = (holds: boolean) => (holds ? 'Ja' : 'Nee')

const parts = sql<number>`(select count(*)::integer from appointments part
  where part.group_id = appointment_groups.id and part.status <> 'cancelled')`

/** What else is known of plannings, for who wants it in the list. */
export const planningColumns = [
  askedColumn({
    field: 'room_id',
    asks: () => sql<string | null>`(select concat_ws(', ', e.name, r.name) from appointments part
      join rooms r on r.id = part.room_id join establishments e on e.id = r.establishment_id where part.id = next.id)`,
    cell: (room) => room,
  }),
  askedColumn({
    field: 'enrolled',
    label: 'Ingeschreven',
    kind: 'num',
    asks: () => sql<number>`${ofNext('enrolled_count')}`,
    cell: (count) => count,
  }),
  askedColumn({
    field: 'reserved',
    label: 'Gereserveerd',
    kind: 'num',
    asks: () => sql<number>`${ofNext('reserved_count')}`,
    cell: (count) => count,
  }),
  askedColumn({
    field: 'waiting',
    label: 'Wachtlijst',
    kind: 'num',
    asks: () => sql<number>`(select count(*)::integer from waiting_entries w where w.state = 'waiting'
      and w.course_id = appointment_groups.course_id and coalesce(w.group_id, appointment_groups.id) = appointment_groups.id)`,
    cell: (count) => count,
  }),
  askedColumn({ field: 'parts', label: 'Onderdelen', kind: 'num', asks: () => parts, cell: (count) => count }),
  askedColumn({
    field: 'incompany',
    label: 'Besloten',
    asks: () => sql<SqlBool>`appointment_groups.incompany`,
    cell: (is) => yesNo(Boolean(is)),
  }),
  askedColumn({
    field: 'option_until',
    label: 'Optie tot en met',
    asks: () => sql<string | null>`appointment_groups.option_until`,
    cell: (day) => formatDate(day),
  }),
  askedColumn({
    field: 'course_code',
    label: 'Code van de opleiding',
    asks: () => sql<string | null>`courses.code`,
    cell: (code) => code,
  }),
  askedColumn({
    field: 'note',
    label: appointmentFields.note.label,
    kind: 'long',
    asks: () => sql<string | null>`${ofNext('note')}`,
    cell: (note) => note,
  }),
  addedColumn('appointment_groups'),
]
