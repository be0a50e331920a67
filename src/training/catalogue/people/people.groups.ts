import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPlanner } from '../../../platform/access/viewer.ts'
import type { Group } from '../../../platform/screens/table/table-groups.ts'

/** By course; refers to `courses`. */
export const courseGroup = <R>(courseId: RawBuilder<unknown>, name: (row: R) => string): Group<R> => ({
  label: 'Opleiding',
  sort: { by: [sql`courses.description collate "nl-x-icu"`, courseId], types: ['text', 'bigint'] },
  key: sql<string>`${courseId}::text`,
  among: (keys) => sql<SqlBool>`${courseId} = any(${keys.map(Number)}::integer[])`,
  name,
})

/** By the company that somebody works for now; refers to `companies`. */
export const companyGroup: Group<{ company_name: string | null }> = {
  label: 'Bedrijf',
  // Of whom somebody sees as one of the own people the company need not be known.
  when: isPlanner,
  sort: {
    by: [sql`coalesce(companies.name, '') collate "nl-x-icu"`, sql`coalesce(companies.id, 0)`],
    types: ['text', 'bigint'],
  },
  key: sql<string>`coalesce(companies.id, 0)::text`,
  among: (keys) => sql<SqlBool>`coalesce(companies.id, 0) = any(${keys.map(Number)}::integer[])`,
  reads: { company_name: sql`companies.name` },
  name: (row) => row.company_name ?? 'Particulier',
}
