import { sql } from 'kysely'
import { stateGroup } from '../../../platform/screens/table/state-group.ts'
import { courseGroup } from '../../catalogue/people/index.ts'
import { registerFields } from './registers.fields.ts'

export const registerGroups = {
  state: stateGroup({
    label: registerFields.state.label,
    column: sql<string>`register_requests.state`,
    states: registerFields.state.options!,
    indexed: true,
  }),
  course: courseGroup<{ course: string }>(sql`appointment_groups.course_id`, (request) => request.course),
}
