import { type SqlBool, sql } from 'kysely'
import type { SearchSource } from '../../platform/search.ts'
import { searchTermsOf } from '../search-terms.rules.ts'

const column = (field: string) => sql.ref(`companies.${field}`)
const inField = (field: string) => sql<string>`${column(field)}::text`

/** Companies by name, debtor number, KVK number, e-mail address and postal code. */
export const companySearch: SearchSource = {
  type: 'Company',
  record: 'company',
  label: 'Bedrijven',
  icon: 'building',
  open: '/company/view/{id}',
  name: sql<string>`companies.name`,
  exact: (typed) => {
    const { number, cocNo, email, postalCode } = searchTermsOf(typed)
    const wanted = { client_id: number, coc_no: cocNo, invoice_email: email, postal_code: postalCode }
    return Object.entries(wanted).flatMap(([field, value]) =>
      value === null ? [] : [{ field, value: inField(field), where: sql<SqlBool>`${column(field)} = ${value}` }],
    )
  },
  begins: [{ field: 'name', value: sql<string>`companies.name`, name: sql<string>`companies.search_text`, then: [] }],
  words: { field: 'name', value: sql<string>`companies.name`, text: sql<string>`companies.search_text` },
}
