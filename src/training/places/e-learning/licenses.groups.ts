import { sql } from 'kysely'
import { valueGroup } from '../../../platform/screens/table/value-groups.ts'
import { licenseFields } from './e-learning.fields.ts'

export const licenseGroups = {
  course: valueGroup<{ description: string }>({
    label: licenseFields.e_learning_course_id.label,
    column: sql<string>`e_learning_courses.description`,
    name: ({ description }) => description,
  }),
}
