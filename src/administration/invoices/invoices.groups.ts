import { type SqlBool, sql } from 'kysely'
import { formatMoney } from '../../platform/format/format.ts'
import type { Group } from '../../platform/screens/table-groups.ts'
import { statusOf } from './invoices.queries.ts'
import { type InvoiceStatus, STATUSES } from './invoices.rules.ts'

/** What the invoices of a group come to together. */
const sums = [
  { of: sql<number>`invoices.total`, text: formatMoney },
  { of: sql<number>`invoices.open`, text: (cents: number) => `${formatMoney(cents)} open` },
]

const status: Group<{ status: InvoiceStatus }> = {
  label: 'Status',
  sort: { by: [sql`array_position(${Object.keys(STATUSES)}::text[], ${statusOf})`], type: 'bigint' },
  key: statusOf,
  among: (keys) => sql<SqlBool>`${statusOf} = any(${keys}::text[])`,
  name: (invoice) => STATUSES[invoice.status].label,
  sums,
}

export const invoiceGroups = { status }
