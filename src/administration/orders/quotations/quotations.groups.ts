import { sql } from 'kysely'
import { stateGroup } from '../../../platform/screens/table/state-group.ts'
import { moneyUnder } from '../../../platform/screens/table/table-groups.ts'
import { valueGroup } from '../../../platform/screens/table/value-groups.ts'
import { quotationFields } from './quotations.fields.ts'
import { statusOf } from './quotations.queries.ts'
import { STATUSES } from './quotations.rules.ts'

/** What the quotations of a group come to together. */
const sums = [moneyUnder('total', sql<number>`quotations.total`)]

export const quotationGroups = {
  status: stateGroup({ label: 'Status', column: statusOf, states: STATUSES, sums }),
  employee: valueGroup<{ employee: string | null }>({
    label: quotationFields.employee_id.label,
    column: sql<string>`coalesce(quotations.employee_id, 0)::text`,
    sort: { by: [sql`(coalesce(employee.name, '')) collate "nl-x-icu"`] },
    name: (quotation) => quotation.employee ?? 'Zonder medewerker',
    sums,
  }),
}
