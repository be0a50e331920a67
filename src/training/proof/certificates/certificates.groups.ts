import { sql } from 'kysely'
import { stateGroup } from '../../../platform/screens/table/state-group.ts'
import { companyGroup, courseGroup } from '../../catalogue/people/index.ts'
import { stateColumn } from './certificates.queries.ts'
import { STATES } from './certificates.rules.ts'

export const certificateGroups = {
  course: courseGroup<{ course_description: string }>(
    sql`certificates.course_id`,
    (certificate) => certificate.course_description,
  ),
  company: companyGroup,
  state: stateGroup({ label: 'Status', column: stateColumn, states: STATES }),
}
