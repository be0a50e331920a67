import { sql } from 'kysely'
import { formatDate, formatDateTime } from '../../../platform/format/format.ts'
import { addedColumn, askedColumn } from '../../../platform/screens/table/table-columns.ts'
import { reachColumns } from '../../catalogue/people/index.ts'
import { waitingFields } from './waiting-list.fields.ts'

const weekdays: Readonly<Record<number, string>> = waitingFields.weekdays.options ?? {}

const day = (field: 'from_date' | 'until_date') =>
  askedColumn({
    field,
    asks: () => sql<string | null>`${sql.ref(`waiting_entries.${field}`)}`,
    cell: (date) => formatDate(date),
  })

/** What else is known of who waits, for who wants it in the list. */
export const waitingColumns = [
  // As far as the viewer may read it: the list joins no other companies.
  askedColumn({ field: 'company_id', asks: () => sql<string | null>`companies.name`, cell: (name) => name }),
  ...reachColumns,
  askedColumn({ field: 'establishment_id', asks: () => sql<string | null>`establishments.name`, cell: (name) => name }),
  askedColumn({
    field: 'weekdays',
    asks: () => sql<number[]>`waiting_entries.weekdays`,
    cell: (days) => days.map((one) => weekdays[one] ?? '').join(', '),
  }),
  day('from_date'),
  day('until_date'),
  askedColumn({
    field: 'expires_at',
    asks: () => sql<Date | null>`(select o.expires_at from waiting_offers o
      where o.entry_id = waiting_entries.id and o.state = 'open')`,
    cell: (at) => formatDateTime(at),
  }),
  askedColumn({
    field: 'offers',
    label: 'Eerdere aanbiedingen',
    kind: 'num',
    asks: () => sql<number>`(select count(*)::integer from waiting_offers o
      where o.entry_id = waiting_entries.id and o.state <> 'open')`,
    cell: (count) => count,
  }),
  addedColumn('waiting_entries'),
]
