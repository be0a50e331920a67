import { sql } from 'kysely'
import { addedColumn, askedColumn } from '../../../platform/screens/table/table-columns.ts'
import { companyFields } from '../../../relations/companies/index.ts'

const ofCompany = (field: 'city' | 'phone' | 'email') =>
  askedColumn({
    field,
    label: companyFields[field].label,
    asks: () => sql<string | null>`${sql.ref(`companies.${field}`)}::text`,
    cell: (text) => {
      if (field === 'city' || !text) return text
      return field === 'phone' ? { text, tel: text } : { text, mail: text }
    },
  })

/** What else is known of who lacks certificates, for who wants it in the list. */
export const shortageColumns = [
  ofCompany('city'),
  ofCompany('phone'),
  ofCompany('email'),
  addedColumn('certificate_needs'),
]
