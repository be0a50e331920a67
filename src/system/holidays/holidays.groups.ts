import { type SqlBool, sql } from 'kysely'
import { formatCount } from '../../platform/format/format.ts'
import type { Group } from '../../platform/screens/table/table-groups.ts'

const yearOf = sql<number>`extract(year from closing_days.first_day)::integer`

/** By the year in which they begin, the last in front as in the list. */
const year: Group<{ first_day: string }> = {
  label: 'Jaar',
  sort: { by: [sql`-${yearOf}`], type: 'bigint' },
  key: sql<string>`${yearOf}::text`,
  among: (keys) => sql<SqlBool>`${yearOf} = any(${keys.map(Number)}::integer[])`,
  name: ({ first_day }) => first_day.slice(0, 4),
  sums: [
    {
      of: sql<number>`(closing_days.last_day - closing_days.first_day + 1)`,
      text: (days) => formatCount(days, 'dag', 'dagen'),
    },
  ],
}

export const closingDayGroups = { year }
