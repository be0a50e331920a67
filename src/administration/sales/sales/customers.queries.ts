/** Who buys, as quotations, orders and invoices name them: a company, a contact of it, or somebody who buys alone. */
import { type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { type Filter, textFilter } from '../../../platform/screens/table/table-filters.ts'
import { likePattern, wordsOf } from '../../../platform/matching/conditions.ts'
import type { SaleTable } from './sales.queries.ts'

/** Whom a sale is for. */
export interface Buyers {
  company_id: number | null
  contact_id: number | null
}

/** The name of who buys, where `companies` and `contacts` are joined: the company, or the person who buys alone. */
export const customerName = sql<string>`coalesce(companies.name, ${nameText})`
/** The person of a sale, by name; null where it names none. */
export const contactName = sql<string | null>`case when contacts.id is not null then ${nameText} end`
/** The number of who pays. */
export const customerClientId = sql<number | null>`coalesce(companies.client_id, contacts.client_id)`

const ADDRESS = ['street', 'street_no', 'street_no_adding', 'postal_code', 'city', 'country_code'] as const

/** Where a quotation, an order or an invoice goes when nothing else is said: to the company, or else to the contact. */
export async function addressOf(
  db: Db | Trx,
  { company_id, contact_id }: { company_id: number | null; contact_id: number | null },
) {
  const row =
    company_id === null
      ? await db.selectFrom('contacts').select(ADDRESS).where('id', '=', contact_id).executeTakeFirst()
      : await db.selectFrom('companies').select(ADDRESS).where('id', '=', company_id).executeTakeFirst()
  if (!row) throw new NotFound('Klant')
  return row
}

type Address = Awaited<ReturnType<typeof addressOf>>
/** Nothing of a sale that is new is its own. */
export const NOTHING_OWN = { address: false, texts: false }

/** What of the head of a sale is its own, and so stands in view where it is changed. */
export async function ownOf(
  db: Db,
  { company_id, contact_id, header_text, footer_text, ...sale }: Buyers & Address & Record<'header_text' | 'footer_text', string | null>, // prettier-ignore
): Promise<typeof NOTHING_OWN> {
  const usual = await addressOf(db, { company_id, contact_id })
  return { address: ADDRESS.some((part) => sale[part] !== usual[part]), texts: Boolean(header_text ?? footer_text) }
}

/** Whether a person is one of a company. */
export async function belongsTo(db: Db | Trx, contactId: number, companyId: number): Promise<boolean> {
  const row = await db
    .selectFrom('contact_companies')
    .select('id')
    .where('contact_id', '=', contactId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row !== undefined
}

/** The customer of a form, as its selectors show them. */
export async function chosenBuyers(db: Db | Trx, { company_id, contact_id }: Buyers) {
  const companies =
    company_id === null
      ? []
      : await db.selectFrom('companies').select(['id', 'name as label']).where('id', '=', company_id).execute()
  const contacts =
    contact_id === null
      ? []
      : await db
          .selectFrom('contacts')
          .select(['contacts.id', nameText.as('label')])
          .where('contacts.id', '=', contact_id)
          .execute()
  return { companies, contacts }
}

/** The same by name, with the number of who pays. @throws NotFound */
export async function namedBuyers(db: Db | Trx, { company_id, contact_id }: Buyers) {
  const row = await db
    .selectFrom(sql<{ here: boolean }>`(select true as here)`.as('sale'))
    .leftJoin('companies', (join) => join.on('companies.id', '=', company_id))
    .leftJoin('contacts', (join) => join.on('contacts.id', '=', contact_id))
    .select([customerName.as('customer'), contactName.as('contact'), customerClientId.as('client_id')])
    .select([sql<number | null>`companies.id`.as('company'), sql<number | null>`contacts.id`.as('person')])
    .executeTakeFirstOrThrow()
  if (row.company !== company_id || row.person !== contact_id) throw new NotFound('Klant')
  return { customer: row.customer, contact: row.contact, client_id: row.client_id }
}

const found = (table: SaleTable, word: string) => {
  const pattern = sql`(select normalise(${likePattern(word)}))`
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<SqlBool>`(${column('search_text')} like ${pattern}
    or ${column('company_id')} = any(array(select id from companies where search_text like ${pattern}))
    or ${column('contact_id')} = any(array(select id from contacts where search_text like ${pattern})))`
}

/** Sales by number, by what the customer calls them, and by who the customer is; `text` has a word at least. */
export const saleFound = (table: SaleTable, text: string) =>
  sql<SqlBool>`(${sql.join(wordsOf(text).map((word) => found(table, word)), sql` and `)})` // prettier-ignore

/** The same as the filter of a list. */
export const saleSearchFilter = (table: SaleTable): Filter => ({
  ...textFilter('Zoeken', { text: sql<string>`${sql.ref(`${table}.search_text`)}` }),
  where: (value) => saleFound(table, value),
})
