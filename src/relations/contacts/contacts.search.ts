import { type SqlBool, sql } from 'kysely'
import type { SearchSource } from '../../platform/search.ts'
import { reachedBy } from '../reach.rules.ts'
import { unlessHiddenFor } from '../contact-fields.ts'
import { companyShownTo, nameText } from './contacts.queries.ts'

/** People by name with or without prefix, debtor number, e-mail address, and by phone number and postal code as shown. */
export const contactSearch: SearchSource = {
  type: 'Contact',
  record: 'contact',
  label: 'Contacten',
  icon: 'users',
  open: '/contact/view/{id}',
  value: nameText,
  name: (viewer) => sql<string>`concat_ws(' · ', ${nameText},
    (select name from companies where companies.id = contacts.company_id and ${companyShownTo(viewer)}))`,
  exact: (typed) => {
    const { number, email, digits, postalCode } = reachedBy(typed)
    const hits = []
    if (number) hits.push({ field: 'client_id', where: sql<SqlBool>`contacts.client_id = ${number}` })
    if (email) hits.push({ field: 'email', where: sql<SqlBool>`contacts.email = ${email}` })
    if (postalCode)
      hits.push({ field: 'postal_code', where: unlessHiddenFor('address', sql`contacts.postal_code = ${postalCode}`) })
    if (digits)
      for (const field of ['phone', 'mobile_phone'] as const)
        hits.push({
          field,
          where: unlessHiddenFor(
            field,
            sql`right(regexp_replace(${sql.ref(`contacts.${field}`)}, '[^0-9]', '', 'g'), 9) = ${digits}`,
          ),
        })
    return hits
  },
  begins: [
    {
      field: 'last_name',
      name: sql<string>`normalise(contacts.last_name)`,
      then: [sql`contacts.first_name collate "nl-x-icu"`],
      ignorePrefix: true,
    },
    { field: 'first_name', name: sql<string>`contacts.search_text`, then: [] },
  ],
  words: { field: 'last_name', text: sql<string>`contacts.search_text` },
}
