import { sql } from 'kysely'
import { formatDate } from '../../../platform/format/format.ts'
import { addedColumn, askedColumn } from '../../../platform/screens/table/table-columns.ts'
import { partPlace } from '../../planning/appointments/index.ts'

/** What else is known of plannings to decide about, for who wants it in the list. */
export const decisionColumns = [
  askedColumn({
    field: 'decide_on',
    label: 'Beslissen op',
    asks: () => sql<string>`((appointments.starts_at at time zone 'Europe/Amsterdam')::date - rule.decide_days)`,
    cell: (day) => formatDate(day),
  }),
  askedColumn({ field: 'place', label: 'Plaats', asks: () => partPlace, cell: (place) => place }),
  askedColumn({
    field: 'max_count',
    label: 'Max. cursisten',
    kind: 'num',
    asks: () => sql<number>`appointments.max_count`,
    cell: (count) => count,
  }),
  askedColumn({
    field: 'option_until',
    label: 'Optie tot en met',
    asks: () => sql<string | null>`appointment_groups.option_until`,
    cell: (day) => formatDate(day),
  }),
  addedColumn('appointment_groups'),
]
