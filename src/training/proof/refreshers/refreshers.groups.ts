import { sql } from 'kysely'
import { stateGroup } from '../../../platform/screens/table/state-group.ts'
import { monthGroup } from '../../../platform/screens/table/value-groups.ts'
import { companyGroup, courseGroup } from '../../catalogue/people/index.ts'
import { stateColumn } from './refreshers.queries.ts'
import { STATES } from './refreshers.rules.ts'

export const refresherGroups = {
  course: courseGroup<{ course_description: string }>(
    sql`contact_refreshers.course_id`,
    (refresher) => refresher.course_description,
  ),
  company: companyGroup,
  month: monthGroup('contact_refreshers.expires_at'),
  state: stateGroup({ label: 'Status', column: stateColumn, states: STATES }),
}
