import { type SqlBool, sql } from 'kysely'
import { type Group, moneyUnder } from '../../../platform/screens/table/table-groups.ts'
import { quotationFields } from './quotations.fields.ts'
import { statusOf } from './quotations.queries.ts'
import { type QuotationStatus, STATUSES } from './quotations.rules.ts'

/** What the quotations of a group come to together. */
const sums = [moneyUnder('total', sql<number>`quotations.total`)]

const status: Group<{ status: QuotationStatus }> = {
  label: 'Status',
  sort: { by: [sql`array_position(${Object.keys(STATUSES)}::text[], ${statusOf})`], type: 'bigint' },
  key: statusOf,
  among: (keys) => sql<SqlBool>`${statusOf} = any(${keys}::text[])`,
  name: (quotation) => STATUSES[quotation.status].label,
  sums,
}

const employee: Group<{ employee: string | null }> = {
  label: quotationFields.employee_id.label,
  sort: { by: [sql`(coalesce(employee.name, '')) collate "nl-x-icu"`] },
  key: sql<string>`coalesce(quotations.employee_id, 0)::text`,
  among: (keys) => sql<SqlBool>`coalesce(quotations.employee_id, 0)::text = any(${keys}::text[])`,
  name: (quotation) => quotation.employee ?? 'Zonder medewerker',
  sums,
}

export const quotationGroups = { status, employee }
