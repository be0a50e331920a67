import { sql } from 'kysely'
import { addedColumn, askedColumn } from '../../platform/screens/table/table-columns.ts'

/** What else is known of closing days, for who wants it in the list. */
export const closingDayColumns = [
  askedColumn({
    field: 'days',
    label: 'Dagen',
    kind: 'num',
    asks: () => sql<number>`(closing_days.last_day - closing_days.first_day + 1)`,
    cell: (days) => days,
  }),
  addedColumn('closing_days'),
]
