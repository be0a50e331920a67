import { sql } from 'kysely'
import { valueGroup } from '../../../platform/screens/table/value-groups.ts'
import { kindOf } from './courses.rules.ts'

export const courseGroups = {
  kind: valueGroup<{ online: boolean }>({
    label: 'Soort',
    column: sql<string>`courses.online::text`,
    sort: { by: [sql`courses.online::integer`], type: 'bigint' },
    name: (course) => kindOf(course.online),
  }),
}
