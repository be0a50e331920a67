import { type SqlBool, sql } from 'kysely'
import type { Group } from '../../../platform/screens/table/table-groups.ts'
import { byCompanyName } from '../../../relations/companies/index.ts'
import { courseGroup } from '../../catalogue/people/index.ts'
import { needFields } from './matrix.fields.ts'

/** How many certificates too few there will be. */
export const lack = sql<number>`(met.needed - met.valid - met.booked)`

const sums = [{ of: lack, text: (short: number) => `${short} te weinig` }]

const company: Group<{ company: string }> = {
  label: needFields.company_id.label,
  sort: { by: [byCompanyName, sql`certificate_needs.company_id`], types: ['text', 'bigint'] },
  key: sql<string>`certificate_needs.company_id::text`,
  among: (keys) => sql<SqlBool>`certificate_needs.company_id = any(${keys.map(Number)}::integer[])`,
  name: (need) => need.company,
  sums,
}

const course: Group<{ course: string }> = {
  ...courseGroup<{ course: string }>(sql`certificate_needs.course_id`, (need) => need.course),
  sums,
}

export const shortageGroups = { company, course }
