import { sql } from 'kysely'
import { formatDate } from '../../platform/format/format.ts'
import { addedColumn, askedColumn } from '../../platform/screens/table-columns.ts'
import { contactFields } from '../../relations/contacts/index.ts'
import { valueUnlessHidden } from '../../relations/hidden-fields.ts'
import { reachColumns } from '../people.columns.ts'

/** What else is known of drivers, for who wants it in the list. */
export const driverColumns = [
  ...reachColumns,
  askedColumn({
    field: 'birth_date',
    label: contactFields.birth_date.label,
    asks: () => valueUnlessHidden('birth_date'),
    cell: (day) => formatDate(day),
  }),
  askedColumn({
    field: 'last_counted',
    label: 'Laatste cursusdag',
    asks: () => sql<string | null>`(select max(c.counted_on) from code95_credits c
      where c.contact_id = code95_drivers.contact_id)`,
    cell: (day) => formatDate(day),
  }),
  addedColumn('code95_drivers'),
]
