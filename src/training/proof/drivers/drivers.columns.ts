import { sql } from 'kysely'
import { formatDate } from '../../../platform/format/format.ts'
import { addedColumn, askedColumn } from '../../../platform/screens/table/table-columns.ts'
import { birthDateColumn, reachColumns } from '../../catalogue/people/index.ts'

/** What else is known of drivers, for who wants it in the list. */
export const driverColumns = [
  ...reachColumns,
  birthDateColumn,
  askedColumn({
    field: 'last_counted',
    label: 'Laatste cursusdag',
    asks: () => sql<string | null>`(select max(c.counted_on) from code95_credits c
      where c.contact_id = code95_drivers.contact_id)`,
    cell: (day) => formatDate(day),
  }),
  addedColumn('code95_drivers'),
]
