import { type Expression, type SqlBool, sql } from 'kysely'
import type { Viewer } from '../../platform/access/viewer.ts'
import { hasWords, likePattern } from '../../platform/matching/conditions.ts'
import { beside, type Found, RANK, type SearchSource } from '../../platform/search/search.ts'
import { tellingWords } from '../../platform/search/typed.rules.ts'
import {
  bornTermsOf,
  notHidden,
  unlessHiddenFor,
  domainOf,
  phoneEnd,
  searchPartsOf,
  searchTermsOf,
} from '../naming/index.ts'
import { companyShownTo, nameText } from './contacts.queries.ts'
import { born, bornOrLives } from './namesakes.ts'

const column = (field: string) => sql.ref(`contacts.${field}`)
const inField = (field: string) => sql<string>`${column(field)}::text`
/** As people write it: 'van der Linden'. */
const lastName = sql<string>`concat_ws(' ', nullif(contacts.last_name_prefix, ''), contacts.last_name)`
const PHONES = ['phone', 'mobile_phone'] as const

/** Both phone numbers in digits, which has a trigram index. */
const phoneNumbers = sql<string>`regexp_replace(coalesce(contacts.phone, '') || '/' || coalesce(contacts.mobile_phone, ''), '[^0-9/]', '', 'g')`

const hasDigits = (field: (typeof PHONES)[number], digits: string) =>
  unlessHiddenFor(field, sql<SqlBool>`regexp_replace(${column(field)}, '[^0-9]', '', 'g') like ${likePattern(digits)}`)

/** Company and its place, and the birth date, as far as the viewer may read them; of a private person that, or where they live. */
const employer = (viewer: Viewer) =>
  beside(
    sql<string | null>`to_jsonb(case when contacts.company_id is null then ${bornOrLives()} else concat_ws(' · ',
      (select concat_ws(' · ', companies.name, nullif(companies.city, ''))
       from companies where companies.id = contacts.company_id and ${companyShownTo(viewer)}), ${born()}) end)`,
    (text) => ({ text: text ?? '' }),
  )

type Finds = NonNullable<SearchSource['finds']>

const foundBy = (field: string, where: Expression<SqlBool>, { offered, most }: Parameters<Finds>[1]): Found => ({
  field,
  value: inField(field),
  rows: sql`
    select found.id, ${sql.lit(RANK.words)} as rank, found.id as place from (
      select contacts.id from contacts where ${where} and ${offered} limit ${most}) as found`,
})

/** Digits from anywhere in a phone number. */
const byPhone: Finds = (typed, asked) => {
  const { phonePart } = searchPartsOf(typed)
  if (phonePart === null) return []
  return PHONES.map((field) => {
    const where = sql<SqlBool>`${phoneNumbers} like ${likePattern(phonePart)} and ${hasDigits(field, phonePart)}`
    return foundBy(field, where, asked)
  })
}

/** A name with a birth date or its year behind it. */
const byBirth: Finds = (typed, asked) => {
  const terms = bornTermsOf(typed)
  if (terms === null) return []
  const { name, first, last } = terms
  const named = hasWords(sql`contacts.search_text`, tellingWords(name).join(' '))
  const where = sql<SqlBool>`${named} and contacts.birth_date between ${first}::date and ${last}::date`
  return [{ ...foundBy('birth_date', unlessHiddenFor('birth_date', where), asked), value: sql<string>`${born()}` }]
}

/**
 * People by name with or without prefix and with a birth date behind it, debtor number, e-mail address or its domain, and
 * by phone number, a part of one and postal code as shown.
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
  finds: (typed, asked) => [...byPhone(typed, asked), ...byBirth(typed, asked)],
  beside: employer,
}
