import { type SqlBool, sql } from 'kysely'
import { formatCount } from '../../platform/format/format.ts'
import type { Group } from '../../platform/screens/table-groups.ts'

const course: Group<{ course: string }> = {
  label: 'Opleiding',
  sort: {
    by: [sql`courses.description collate "nl-x-icu"`, sql`appointment_groups.course_id`],
    types: ['text', 'bigint'],
  },
  key: sql<string>`appointment_groups.course_id::text`,
  among: (keys) => sql<SqlBool>`appointment_groups.course_id = any(${keys.map(Number)}::integer[])`,
  name: (planning) => planning.course,
  sums: [
    { of: sql<number>`next.taken`, text: (taken) => formatCount(taken, 'plaats bezet', 'plaatsen bezet') },
    {
      of: sql<number>`greatest(next.max_count - next.taken, 0)`,
      text: (free) => formatCount(free, 'plaats vrij', 'plaatsen vrij'),
    },
  ],
}

export const planningGroups = { course }
