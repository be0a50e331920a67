import { sql } from 'kysely'
import { counted } from '../../../platform/screens/table/table-groups.ts'
import { courseGroup } from '../../catalogue/people/index.ts'

export const planningGroups = {
  course: courseGroup<{ course: string }>(sql`appointment_groups.course_id`, (planning) => planning.course, [
    counted(sql<number>`next.taken`, 'plaats bezet', 'plaatsen bezet'),
    counted(sql<number>`greatest(next.max_count - next.taken, 0)`, 'plaats vrij', 'plaatsen vrij'),
  ]),
}
