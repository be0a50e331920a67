import { sql } from 'kysely'
import { courseGroup } from '../../catalogue/people/index.ts'
import { enrolled, reserved } from './decisions.queries.ts'

export const decisionGroups = {
  course: courseGroup<{ course: string }>(sql`appointment_groups.course_id`, (planning) => planning.course, [
    { of: enrolled, text: (people) => `${people} ingeschreven` },
    { of: reserved, text: (places) => `${places} gereserveerd` },
  ]),
}
