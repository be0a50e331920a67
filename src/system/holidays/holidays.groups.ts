import { sql } from 'kysely'
import { counted } from '../../platform/screens/table/table-groups.ts'
import { valueGroup } from '../../platform/screens/table/value-groups.ts'

const year = sql<number>`extract(year from closing_days.first_day)::integer`

export const closingDayGroups = {
  /** By the year in which they begin, the last in front as in the list. */
  year: valueGroup<{ first_day: string }>({
    label: 'Jaar',
    column: sql<string>`${year}::text`,
    sort: { by: [sql`-${year}`], type: 'bigint' },
    name: ({ first_day }) => first_day.slice(0, 4),
    sums: [counted(sql<number>`(closing_days.last_day - closing_days.first_day + 1)`, 'dag', 'dagen')],
  }),
}
