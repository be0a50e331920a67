import { sql } from 'kysely'
import { formatCount } from '../../../platform/format/format.ts'
import type { Group } from '../../../platform/screens/table/table-groups.ts'
import { courseGroup } from '../../catalogue/people/index.ts'

const course: Group<{ course: string }> = {
  ...courseGroup<{ course: string }>(sql`appointment_groups.course_id`, (planning) => planning.course),
  sums: [
    { of: sql<number>`next.taken`, text: (taken) => formatCount(taken, 'plaats bezet', 'plaatsen bezet') },
    {
      of: sql<number>`greatest(next.max_count - next.taken, 0)`,
      text: (free) => formatCount(free, 'plaats vrij', 'plaatsen vrij'),
    },
  ],
}

export const planningGroups = { course }
