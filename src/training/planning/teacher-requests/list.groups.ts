import { sql } from 'kysely'
import { stateGroup } from '../../../platform/screens/table/state-group.ts'
import { courseGroup } from '../../catalogue/people/index.ts'
import { applied, asked, endedWhy } from './list.queries.ts'

/** How it stands, as the list says it; what waits for an answer of the office first. */
const stand = stateGroup({
  label: 'Stand',
  column: sql<string>`(case when ${applied} > 0 then 'applications' when ${asked} > 0 then 'asked'
    when ${endedWhy} is null then 'unasked' else 'nobody' end)`,
  states: {
    applications: 'Met aanmeldingen',
    nobody: 'Niemand gevonden',
    unasked: 'Nog niemand gevraagd',
    asked: 'Docenten gevraagd',
  },
})

export const lackingGroups = {
  stand,
  course: courseGroup<{ course: string }>(sql`appointment_groups.course_id`, (part) => part.course),
}
