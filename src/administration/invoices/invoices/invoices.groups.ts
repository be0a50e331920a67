import { sql } from 'kysely'
import { formatMoney } from '../../../platform/format/format.ts'
import { stateGroup } from '../../../platform/screens/table/state-group.ts'
import { moneyUnder } from '../../../platform/screens/table/table-groups.ts'
import { statusOf } from './invoices.queries.ts'
import { STATUSES } from './invoices.rules.ts'

/** What the invoices of a group come to together. */
const sums = [
  moneyUnder('total', sql<number>`invoices.total`),
  moneyUnder('open', sql<number>`invoices.open`, 'open'),
  {
    // What they take off is not open at the invoice that they credit, which may stand in another group.
    of: sql<number>`case when invoices.credits_id is null then 0 else invoices.total end`,
    text: (cents: number) => (cents === 0 ? '' : `waarvan ${formatMoney(cents)} credit`),
  },
]

export const invoiceGroups = {
  status: stateGroup({ label: 'Status', column: statusOf, states: STATUSES, sums }),
}
