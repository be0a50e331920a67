import { type Expression, type SqlBool, sql } from 'kysely'
import type { SearchSource } from '../../platform/search.ts'
import { searchTermsOf } from '../search-terms.rules.ts'
import { unlessHiddenFor } from '../hidden-fields.ts'
import { companyShownTo, nameText } from './contacts.queries.ts'

const column = (field: string) => sql.ref(`contacts.${field}`)
const inField = (field: string) => sql<string>`${column(field)}::text`
/** As people write it: 'van der Linden'. */
const lastName = sql<string>`concat_ws(' ', nullif(contacts.last_name_prefix, ''), contacts.last_name)`

/**
 * People by name with or without prefix, debtor number, e-mail address, and by phone number and postal code as shown.
 */
export const contactSearch: SearchSource = {
  type: 'Contact',
  record: 'contact',
  label: 'Contacten',
  icon: 'users',
  open: '/contact/view/{id}',
  name: (viewer) => sql<string>`concat_ws(' · ', ${nameText},
    (select name from companies where companies.id = contacts.company_id and ${companyShownTo(viewer)}))`,
  exact: (typed) => {
    const { number, email, digits, postalCode } = searchTermsOf(typed)
    const hits = []
    const hit = (field: string, where: Expression<SqlBool>) => ({ field, value: inField(field), where })
    if (number) hits.push(hit('client_id', sql`contacts.client_id = ${number}`))
    if (email) hits.push(hit('email', sql`contacts.email = ${email}`))
    if (postalCode) hits.push(hit('postal_code', unlessHiddenFor('address', sql`contacts.postal_code = ${postalCode}`)))
    if (digits)
      for (const field of ['phone', 'mobile_phone'] as const)
        hits.push(
          hit(
            field,
            unlessHiddenFor(field, sql`right(regexp_replace(${column(field)}, '[^0-9]', '', 'g'), 9) = ${digits}`),
          ),
        )
    return hits
  },
  begins: [
    {
      field: 'last_name',
      value: lastName,
      name: sql<string>`normalise(contacts.last_name)`,
      then: [sql`contacts.first_name collate "nl-x-icu"`],
      ignorePrefix: true,
    },
    { field: 'first_name', value: inField('first_name'), name: sql<string>`contacts.search_text`, then: [] },
  ],
  words: { field: 'last_name', value: lastName, text: sql<string>`contacts.search_text` },
}
