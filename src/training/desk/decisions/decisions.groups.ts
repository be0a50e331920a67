import { sql } from 'kysely'
import type { Group } from '../../../platform/screens/table/table-groups.ts'
import { courseGroup } from '../../catalogue/people/index.ts'
import { enrolled, reserved } from './decisions.queries.ts'

const course: Group<{ course: string }> = {
  ...courseGroup<{ course: string }>(sql`appointment_groups.course_id`, (planning) => planning.course),
  sums: [
    { of: enrolled, text: (people) => `${people} ingeschreven` },
    { of: reserved, text: (places) => `${places} gereserveerd` },
  ],
}

export const decisionGroups = { course }
