import { type SqlBool, sql } from 'kysely'
import type { Group } from '../../../platform/screens/table/table-groups.ts'
import { kindOf } from './courses.rules.ts'

const kind: Group<{ online: boolean }> = {
  label: 'Soort',
  sort: { by: [sql`courses.online::integer`], type: 'bigint' },
  key: sql<string>`courses.online::text`,
  among: (keys) => sql<SqlBool>`courses.online = any(${keys.map((key) => key === 'true')}::boolean[])`,
  name: (course) => kindOf(course.online),
}

export const courseGroups = { kind }
