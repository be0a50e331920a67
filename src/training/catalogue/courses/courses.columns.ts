import { sql } from 'kysely'
import { isPlanner } from '../../../platform/access/viewer.ts'
import { columnsOf } from '../../../platform/screens/table/shown-columns.ts'
import { courseFields } from './courses.fields.ts'

const { shown, named, added } = columnsOf('courses', courseFields)

const validityBasis = sql`case when courses.validity_months is not null then courses.validity_basis end`
const plannings = sql`(select count(*)::integer from appointment_groups g where g.course_id = courses.id)`

/** What else is known of courses, for who wants it in the list. */
export const courseColumns = [
  shown('validity_basis', { of: validityBasis }),
  named('refresher_course_id', 'courses', 'description'),
  shown('plannings', { label: 'Planningen', as: 'count', when: isPlanner, of: plannings }),
  shown('active'),
  added,
]
