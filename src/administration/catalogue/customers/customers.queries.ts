/** Who buys: the company or the contact of a debtor number, and the companies above. */
import { sql } from 'kysely'
import { NotFound } from '../../../platform/errors.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { nameText } from '../../../relations/contacts/index.ts'

export interface Named {
  id: number
  name: string
}

/** Who buys: the companies from their own upwards. */
export interface Customer {
  contact: Named | null
  companies: Named[]
}

/** The company or contact of a debtor number. @throws NotFound */
export async function getCustomer(db: Db | Trx, clientId: number) {
  const row = await db
    .selectFrom('client_ids')
    .leftJoin('companies', 'companies.id', 'client_ids.company_id')
    .leftJoin('contacts', 'contacts.id', 'client_ids.contact_id')
    .select(['client_ids.client_id', 'client_ids.company_id', 'client_ids.contact_id'])
    .select(sql<string>`coalesce(companies.name, ${nameText})`.as('name'))
    .where('client_ids.client_id', '=', clientId)
    .executeTakeFirst()
  if (!row) throw new NotFound('Debiteur')
  return row
}

/** Who asks for a price; a contact of whom no company is told buys for its own. */
export interface Buyer {
  contact_id: number | null
  company_id: number | null
}

/** Buyers with their names and the companies above them, in two queries. */
export async function customersOf(db: Db | Trx, buyers: readonly Buyer[]): Promise<Customer[]> {
  const contacts = await contactsOf(
    db,
    buyers.flatMap(({ contact_id }) => contact_id ?? []),
  )
  const companyOf = ({ contact_id, company_id }: Buyer): number | null =>
    company_id ?? (contact_id === null ? null : (contacts.get(contact_id)?.company_id ?? null))
  const above = await companiesAbove(
    db,
    buyers.flatMap((buyer) => companyOf(buyer) ?? []),
  )
  return buyers.map((buyer) => {
    const contact = buyer.contact_id === null ? undefined : contacts.get(buyer.contact_id)
    return {
      contact: contact ? { id: contact.id, name: contact.name } : null,
      companies: above.get(companyOf(buyer) ?? 0) ?? [],
    }
  })
}

async function contactsOf(db: Db | Trx, ids: number[]) {
  if (ids.length === 0) return new Map<number, Named & { company_id: number | null }>()
  const rows = await db
    .selectFrom('contacts')
    .select(['contacts.id', 'contacts.company_id', nameText.as('name')])
    .where('contacts.id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Each company with those above it, nearest first. */
export async function companiesAbove(db: Db | Trx, ids: number[]): Promise<Map<number, Named[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ start: number; id: number; name: string }>`
    with recursive above as (
      select id as start, id, parent_id, name, 0 as distance from companies where id = any(${[...new Set(ids)]})
      union all
      select above.start, c.id, c.parent_id, c.name, distance + 1 from companies c join above on c.id = above.parent_id
    ) select start, id, name from above order by start, distance
  `.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ start }) => start)].map(([start, chain]) => [
      start,
      chain.map(({ id, name }) => ({ id, name })),
    ]),
  )
}

/** A customer as its popup calls it. @throws NotFound */
export async function debtorOf(db: Db | Trx, whose: 'company' | 'contact', id: number) {
  const row = await (whose === 'company'
    ? db
        .selectFrom('companies')
        .select(['name', 'client_id', 'vat_id', 'country_code'])
        .where('id', '=', id)
        .executeTakeFirst()
    : db
        .selectFrom('contacts')
        .select([nameText.as('name'), 'client_id', sql<string | null>`null`.as('vat_id'), 'country_code'])
        .where('id', '=', id)
        .executeTakeFirst())
  if (!row) throw new NotFound('Debiteur')
  return row
}
