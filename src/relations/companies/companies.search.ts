import { type SqlBool, sql } from 'kysely'
import { beside, type SearchSource } from '../../platform/search/search.ts'
import { domainOf, phoneEnd, searchPartsOf, searchTermsOf } from '../naming/index.ts'

const column = (field: string) => sql.ref(`companies.${field}`)
const inField = (field: string) => sql<string>`${column(field)}::text`

/** Companies by name, place, debtor number, KVK number, e-mail address or its domain, phone number and postal code. */
export const companySearch: SearchSource = {
  type: 'Company',
  record: 'company',
  label: 'Bedrijven',
  icon: 'building',
  open: '/company/view/{id}',
  order: 40,
  active: sql<SqlBool>`companies.active`,
  name: sql<string>`companies.name`,
  exact: (typed) => {
    const { number, cocNo, email, postalCode } = searchTermsOf(typed)
    const wanted = { client_id: number, coc_no: cocNo, invoice_email: email, email, postal_code: postalCode }
    return Object.entries(wanted).flatMap(([field, value]) =>
      value === null ? [] : [{ field, value: inField(field), where: sql<SqlBool>`${column(field)} = ${value}` }],
    )
  },
  begins: [
    { field: 'name', value: sql<string>`companies.name`, name: sql<string>`companies.search_text`, then: [] },
    { field: 'city', value: inField('city'), name: sql<string>`normalise(companies.city)`, then: [] },
    {
      field: 'phone',
      value: inField('phone'),
      name: phoneEnd(column('phone')),
      then: [],
      part: (typed) => searchTermsOf(typed).digits ?? searchPartsOf(typed).phoneStart,
    },
    ...['email', 'invoice_email'].map((field) => ({
      field,
      value: inField(field),
      name: domainOf(column(field)),
      then: [],
      part: (typed: string) => searchPartsOf(typed).domain,
    })),
  ],
  words: { field: 'name', value: sql<string>`companies.name`, text: sql<string>`companies.search_text` },
  beside: () => beside(sql<string | null>`to_jsonb(companies.city)`, (city) => ({ text: city ?? '' })),
}
