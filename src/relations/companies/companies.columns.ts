import { sql } from 'kysely'
import { isPlanner } from '../../platform/access/viewer.ts'
import { formatNumber } from '../../platform/format/format.ts'
import { addedColumn, askedColumn } from '../../platform/screens/table/table-columns.ts'

const text = (column: string) => () => sql<string | null>`${sql.ref(`companies.${column}`)}`

/** What else is known of companies, for who wants it in the list. */
export const companyColumns = [
  askedColumn({ field: 'postal_code', asks: text('postal_code'), cell: (code) => code }),
  askedColumn({ field: 'vat_id', edit: true, asks: text('vat_id'), cell: (id) => id }),
  askedColumn({ field: 'peppol_id', edit: true, asks: text('peppol_id'), cell: (id) => id }),
  askedColumn({ field: 'website', edit: true, asks: text('website'), cell: (site) => site }),
  askedColumn({
    field: 'invoice_email',
    edit: true,
    asks: text('invoice_email'),
    cell: (address) => (address ? { text: address, mail: address } : null),
  }),
  askedColumn({
    // Whom somebody sees by their own companies alone does not see all that hangs on those.
    field: 'parent_id',
    when: isPlanner,
    asks: () => sql<string | null>`(select above.name from companies above where above.id = companies.parent_id)`,
    cell: (name) => name,
  }),
  askedColumn({
    field: 'people',
    label: 'Contacten',
    when: isPlanner,
    kind: 'num',
    asks: () => sql<number>`(select count(*)::integer from contact_companies cc where cc.company_id = companies.id)`,
    cell: (count) => formatNumber(count),
  }),
  addedColumn('companies'),
]
