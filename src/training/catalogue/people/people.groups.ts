import { type RawBuilder, sql } from 'kysely'
import { isPlanner } from '../../../platform/access/viewer.ts'
import type { Group } from '../../../platform/screens/table/table-groups.ts'
import { referenceGroup } from '../../../platform/screens/table/value-groups.ts'

/** By course; refers to `courses`. */
export const courseGroup = <R>(courseId: RawBuilder<unknown>, name: (row: R) => string, sums?: Group<R>['sums']) =>
  referenceGroup<R>({
    label: 'Opleiding',
    id: courseId,
    by: sql`courses.description collate "nl-x-icu"`,
    name,
    ...(sums ? { sums } : {}),
  })

/** By the company that somebody works for now; refers to `companies`. */
export const companyGroup = referenceGroup<{ company_name: string | null }>({
  label: 'Bedrijf',
  // Of whom somebody sees as one of the own people the company need not be known.
  when: isPlanner,
  id: sql`coalesce(companies.id, 0)`,
  by: sql`coalesce(companies.name, '') collate "nl-x-icu"`,
  reads: { company_name: sql`companies.name` },
  name: (row) => row.company_name ?? 'Particulier',
})
