import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Unconfirmed } from '../../platform/errors.ts'
import { parseDutchDate } from '../../platform/forms/fields.ts'
import { formatDate } from '../../platform/format/format.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { type FieldNotes, initialsInName, unlessHidden, fullName } from '../naming/index.ts'
import { nameText } from './contacts.queries.ts'

const MOST = 3

export interface TypedContact {
  /** The contact that is being edited, 0 for a new one. */
  id: number
  first_name: string
  initials: string
  last_name: string
  /** As a Dutch date. */
  birth_date: string
  email: string
}

/** The words of a name, so that writing it in another way makes no difference. */
const words = (text: RawBuilder<unknown>) =>
  sql<string>`trim(regexp_replace(normalise(${text}), '[^a-z0-9]+', ' ', 'g'))`

/**
 * Whether a contact of the same birth date may be the one that was typed: the same last name, or one of which the other
 * is the end, since a prefix is forgotten, exchanged, or typed in the field of the last name; and the same first name, or
 * the initial of one that is missing.
 */
const sameName = sql<SqlBool>`
  typed.last <> '' and c.words <> ''
  and (' ' || c.words like '% ' || typed.last or ' ' || typed.last like '% ' || c.words)
  and (c.first = typed.first or ((c.first = '' or typed.first = '') and left(c.given, 1) = left(typed.given, 1)))`

/** What of a contact's name is compared, beside its id. */
const nameWords = sql`id, ${words(sql`last_name`)} as words, ${words(sql`first_name`)} as first,
  coalesce(nullif(${words(sql`first_name`)}, ''), ${words(sql`initials`)}) as given`

/** Another contact that may be the same person: of the same birth date and name. Null when there is none. */
export const likelyDouble = (id: number) => sql<{ id: number; name: string } | null>`
  with typed as (select ${nameWords}, birth_date from contacts where id = ${id}),
  born as (select ${nameWords} from contacts where birth_date = (select birth_date from typed) and id <> ${id})
  select json_build_object('id', contacts.id, 'name', ${nameText})
  from (select c.id from born c, (select words as last, first, given from typed) typed where ${sameName}
    order by c.id limit 1) found join contacts on contacts.id = found.id`

interface Similar {
  id: number
  field: 'email' | 'birth_date'
  label: string
}

/** People of the same birth date and name, and those with the same e-mail address. Both find their rows by an index. */
async function listSimilar(db: Db | Trx, typed: TypedContact): Promise<Similar[]> {
  const email = typed.email.trim()
  const birthDate = parseDutchDate(typed.birth_date.trim())
  const first = words(sql`${typed.first_name}`)
  const { rows } = await sql<{
    id: number
    field: 'email' | 'birth_date'
    first_name: string
    initials: string
    last_name_prefix: string
    last_name: string
    birth_date: string | null
    company: string | null
  }>`
    with typed as (
      select ${first} as first, coalesce(nullif(${first}, ''), ${words(sql`${typed.initials}`)}) as given,
             ${words(sql`${typed.last_name}`)} as last
    ),
    born as (
      select ${nameWords} from contacts where birth_date = ${birthDate}::date and id <> ${typed.id}
    ),
    found as (
      (select c.id, 'birth_date' as field from born c, typed where ${sameName} order by c.id limit ${MOST})
      union all
      (select id, 'email' from contacts
        where ${email} <> '' and email = ${email} and id <> ${typed.id} order by id limit ${MOST})
    )
    select found.id, found.field, c.first_name, ${initialsInName({ alias: 'c' })} as initials, c.last_name_prefix, c.last_name, companies.name as company,
      ${unlessHidden('birth_date', { alias: 'c' })}
    from found join contacts c on c.id = found.id left join companies on companies.id = c.company_id
  `.execute(db)
  return rows.map((row) => ({
    id: row.id,
    field: row.field,
    label: [fullName(row), formatDate(row.birth_date), row.company].filter(Boolean).join(', '),
  }))
}

const popupOf = (id: number) => `/contact/view/${id}`

/** What stands under the fields while somebody types. */
export async function findSimilarContacts(db: Db, typed: TypedContact): Promise<FieldNotes> {
  const found = await listSimilar(db, typed)
  const texts = { birth_date: 'Lijkt op een bestaand contact:', email: 'Dit e-mailadres staat al bij:' }
  const notes: FieldNotes = {}
  for (const [field, text] of Object.entries(texts)) {
    const links = found.filter((one) => one.field === field).map(({ id, label }) => ({ label, url: popupOf(id) }))
    if (links.length > 0) notes[field] = [{ text, links }]
  }
  return notes
}

/**
 * Nobody is added twice unseen: whoever looks like the new contact has to be named in the form.
 * @param known the contacts that the sender saw
 * @throws Unconfirmed (409) with those that were not
 */
export async function refuseDoubles(db: Db | Trx, typed: TypedContact, known: number[]): Promise<void> {
  const found = new Map((await listSimilar(db, typed)).map((one) => [one.id, one]))
  if ([...found.keys()].every((id) => known.includes(id))) return
  const others = [...found.values()]
  throw new Unconfirmed({
    text: others.length === 1 ? 'Dit contact lijkt al te bestaan:' : 'Dit contact lijkt op contacten die al bestaan:',
    links: others.map(({ id, label }) => ({ label: `Open ${label}`, url: popupOf(id) })),
    go: 'Toch toevoegen',
    field: 'known_doubles',
    value: others.map(({ id }) => id).join(),
  })
}

/** A contact as a list tells of it. */
export interface ListedContact {
  line: number
  first_name: string
  initials: string
  last_name_prefix: string
  last_name: string
  birth_date: string | null
  email: string | null
  client_id: number | null
}

/** By what a contact is like a line of a list: the two above, its whole name, and its debtor number. */
export type LikeBy = 'birth_date' | 'email' | 'name' | 'client_id'

/** Contacts that are like those of a list, each line with all of them. */
export async function listLikeListed(
  db: Db | Trx,
  listed: readonly ListedContact[],
): Promise<{ line: number; id: number; by: LikeBy[] }[]> {
  const { rows } = await sql<{ line: number; id: number; by: LikeBy[] }>`
    with typed as (
      select *, ${words(sql`first_name`)} as first, ${words(sql`last_name`)} as last,
        coalesce(nullif(${words(sql`first_name`)}, ''), ${words(sql`initials`)}) as given,
        regexp_replace(normalise(first_name || last_name_prefix || last_name), '[^a-z0-9]', '', 'g') as identity
      from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as listed (line integer, first_name text,
        initials text, last_name_prefix text, last_name text, birth_date date, email citext, client_id integer)
    ),
    born as (select ${nameWords}, birth_date from contacts where birth_date in (select birth_date from typed)),
    found as (
      select line, c.id, 'birth_date' as by from typed join born c on c.birth_date = typed.birth_date and ${sameName}
      union all select line, contacts.id, 'email' from typed join contacts on contacts.email = typed.email
      union all select line, contacts.id, 'name' from typed join contacts on identity_name = identity
        and (identity <> '' or contacts.last_name = typed.last_name)
      union all select line, contacts.id, 'client_id' from typed join contacts on contacts.client_id = typed.client_id
    )
    select line, id, array_agg(by) as by from found group by line, id order by line, id`.execute(db)
  return rows
}
