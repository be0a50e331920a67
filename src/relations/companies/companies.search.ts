import { type SqlBool, sql } from 'kysely'
import type { SearchSource } from '../../platform/search.ts'
import { reachedBy } from '../reach.rules.ts'

/** Companies by name, debtor number, KVK number, e-mail address and postal code. */
export const companySearch: SearchSource = {
  type: 'Company',
  record: 'company',
  label: 'Bedrijven',
  icon: 'building',
  open: '/company/view/{id}',
  value: sql<string>`companies.name`,
  name: sql<string>`companies.name`,
  exact: (typed) => {
    const { number, cocNo, email, postalCode } = reachedBy(typed)
    const hits = []
    if (number) hits.push({ field: 'client_id', where: sql<SqlBool>`companies.client_id = ${number}` })
    if (cocNo) hits.push({ field: 'coc_no', where: sql<SqlBool>`companies.coc_no = ${cocNo}` })
    if (email) hits.push({ field: 'invoice_email', where: sql<SqlBool>`companies.invoice_email = ${email}` })
    if (postalCode) hits.push({ field: 'postal_code', where: sql<SqlBool>`companies.postal_code = ${postalCode}` })
    return hits
  },
  begins: [{ field: 'name', name: sql<string>`companies.search_text`, then: [] }],
  words: { field: 'name', text: sql<string>`companies.search_text` },
}
