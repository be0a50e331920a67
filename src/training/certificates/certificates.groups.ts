import { type SqlBool, sql } from 'kysely'
import type { Group } from '../../platform/screens/table-groups.ts'
import { certificateFields } from './certificates.fields.ts'

const course: Group<{ course_description: string }> = {
  label: certificateFields.course_id.label,
  sort: {
    by: [sql`courses.description collate "nl-x-icu"`, sql`certificates.course_id`],
    types: ['text', 'bigint'],
  },
  key: sql<string>`certificates.course_id::text`,
  among: (keys) => sql<SqlBool>`certificates.course_id = any(${keys.map(Number)}::integer[])`,
  name: (certificate) => certificate.course_description,
}

export const certificateGroups = { course }
