import { type SqlBool, sql } from 'kysely'
import { isPlanner } from '../../platform/access/viewer.ts'
import { formatCount } from '../../platform/format/format.ts'
import type { Group } from '../../platform/screens/table/table-groups.ts'
import { companyFields } from './companies.fields.ts'

/** As the order of the list by place has it, with its index. */
const place = sql<string>`(coalesce(companies.city, '')) collate "nl-x-icu"`

const city: Group<{ city: string | null }> = {
  label: companyFields.city.label,
  sort: { by: [place] },
  key: sql<string>`coalesce(companies.city, '')`,
  among: (keys) => sql<SqlBool>`${place} = any(${keys}::text[])`,
  name: (company) => company.city ?? 'Zonder plaats',
  sums: [
    {
      // Whom somebody sees by their own companies alone does not see all that hangs on those.
      when: isPlanner,
      of: sql<number>`(select count(*) from contact_companies cc where cc.company_id = companies.id)`,
      text: (people) => formatCount(people, 'contact', 'contacten'),
    },
  ],
}

export const companyGroups = { city }
