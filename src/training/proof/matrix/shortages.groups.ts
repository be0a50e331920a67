import { sql } from 'kysely'
import { referenceGroup } from '../../../platform/screens/table/value-groups.ts'
import { byCompanyName } from '../../../relations/companies/index.ts'
import { courseGroup } from '../../catalogue/people/index.ts'
import { needFields } from './matrix.fields.ts'

/** How many certificates too few there will be. */
export const lack = sql<number>`(met.needed - met.valid - met.booked)`

const sums = [{ of: lack, text: (short: number) => `${short} te weinig` }]

export const shortageGroups = {
  company: referenceGroup<{ company: string }>({
    label: needFields.company_id.label,
    id: sql`certificate_needs.company_id`,
    by: byCompanyName,
    name: (need) => need.company,
    sums,
  }),
  course: courseGroup<{ course: string }>(sql`certificate_needs.course_id`, (need) => need.course, sums),
}
