import { sql } from 'kysely'
import { isPlanner } from '../../platform/access/viewer.ts'
import { counted } from '../../platform/screens/table/table-groups.ts'
import { valueGroup } from '../../platform/screens/table/value-groups.ts'
import { companyFields } from './companies.fields.ts'

const people = sql<number>`(select count(*) from contact_companies cc where cc.company_id = companies.id)`

export const companyGroups = {
  city: valueGroup<{ city: string | null }>({
    label: companyFields.city.label,
    // As the order of the list by place has it, with its index.
    column: sql<string>`(coalesce(companies.city, '')) collate "nl-x-icu"`,
    name: (company) => company.city ?? 'Zonder plaats',
    // Whom somebody sees by their own companies alone does not see all that hangs on those.
    sums: [{ ...counted(people, 'contact', 'contacten'), when: isPlanner }],
  }),
}
