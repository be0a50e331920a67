import { type Expression, type SqlBool, sql } from 'kysely'
import type { Viewer } from '../../platform/access/viewer.ts'
import { likePattern } from '../../platform/matching/conditions.ts'
import { beside, RANK, type SearchSource } from '../../platform/search/search.ts'
import { notHidden, unlessHiddenFor, domainOf, phoneEnd, searchPartsOf, searchTermsOf } from '../naming/index.ts'
import { companyShownTo, nameText } from './contacts.queries.ts'
import { bornOrLives } from './namesakes.ts'

const column = (field: string) => sql.ref(`contacts.${field}`)
const inField = (field: string) => sql<string>`${column(field)}::text`
/** As people write it: 'van der Linden'. */
const lastName = sql<string>`concat_ws(' ', nullif(contacts.last_name_prefix, ''), contacts.last_name)`
const PHONES = ['phone', 'mobile_phone'] as const

/** Both phone numbers in digits, which has a trigram index. */
const phoneNumbers = sql<string>`regexp_replace(coalesce(contacts.phone, '') || '/' || coalesce(contacts.mobile_phone, ''), '[^0-9/]', '', 'g')`

const hasDigits = (field: (typeof PHONES)[number], digits: string) =>
  unlessHiddenFor(field, sql<SqlBool>`regexp_replace(${column(field)}, '[^0-9]', '', 'g') like ${likePattern(digits)}`)

/** Company and its place, as far as the viewer may read them; of a private person the birth date, or where they live. */
const employer = (viewer: Viewer) =>
  beside(
    sql<string | null>`to_jsonb(coalesce(
      (select concat_ws(' · ', companies.name, nullif(companies.city, ''))
       from companies where companies.id = contacts.company_id and ${companyShownTo(viewer)}),
      case when contacts.company_id is null then ${bornOrLives()} end))`,
    (text) => ({ text: text ?? '' }),
  )

/**
 * People by name with or without prefix, debtor number, e-mail address or its domain, and by phone number, a part of one
 * and postal code as shown.
 */
export const contactSearch: SearchSource = {
  type: 'Contact',
  record: 'contact',
  label: 'Contacten',
  icon: 'users',
  open: '/contact/view/{id}',
  order: 20,
  active: sql<SqlBool>`contacts.active`,
  name: nameText,
  exact: (typed) => {
    const { number, email, digits, postalCode } = searchTermsOf(typed)
    const hits = []
    const hit = (field: string, where: Expression<SqlBool>) => ({ field, value: inField(field), where })
    if (number) hits.push(hit('client_id', sql`contacts.client_id = ${number}`))
    if (email) hits.push(hit('email', sql`contacts.email = ${email}`))
    if (postalCode) hits.push(hit('postal_code', unlessHiddenFor('address', sql`contacts.postal_code = ${postalCode}`)))
    if (digits)
      for (const field of PHONES)
        hits.push(hit(field, unlessHiddenFor(field, sql`${phoneEnd(column(field))} collate "C" = ${digits}`)))
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
    ...PHONES.map((field) => ({
      field,
      value: inField(field),
      name: phoneEnd(column(field)),
      then: [],
      part: (typed: string) => searchPartsOf(typed).phoneStart,
      where: notHidden(field),
    })),
    {
      field: 'email',
      value: inField('email'),
      name: domainOf(column('email')),
      then: [],
      part: (typed) => searchPartsOf(typed).domain,
    },
  ],
  words: { field: 'last_name', value: lastName, text: sql<string>`contacts.search_text` },
  finds: (typed, { offered, most }) => {
    const { phonePart } = searchPartsOf(typed)
    if (phonePart === null) return []
    return PHONES.map((field) => ({
      field,
      value: inField(field),
      rows: sql`
        select found.id, ${sql.lit(RANK.words)} as rank, found.id as place from (
          select contacts.id from contacts
          where ${phoneNumbers} like ${likePattern(phonePart)} and ${hasDigits(field, phonePart)} and ${offered}
          limit ${most}) as found`,
    }))
  },
  beside: employer,
}
