/** Invoices, and items of the system before this one, as the rules of matching know them. */
import { sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { type BesideFacts, listBeside } from '../../../sales/claims/index.ts'
import { customerName } from '../../../sales/sales/index.ts'
import { idsByKind, oldKey, typedNumbers } from './keys.rules.ts'
import type { EntryFacts, KnownInvoice } from './types.ts'

/** Invoices by a condition that an index answers; null for none. */
export type Condition = ReturnType<typeof sql<boolean>> | null

export function byNumbers(numbers: readonly { year: number; sequence: number }[]): Condition {
  if (numbers.length === 0) return null
  const years = numbers.map(({ year }) => year)
  const sequences = numbers.map(({ sequence }) => sequence)
  return sql<boolean>`invoices.id in (select found.id from invoices found
    join unnest(${years}::integer[], ${sequences}::integer[]) as asked (year, sequence)
      on asked.year = found.year and asked.sequence = found.sequence
    where found.credits_id is null)`
}

/** By the number of a credit invoice the invoice that it takes from. */
export async function readCredits(
  db: Db | Trx,
  numbers: readonly { year: number; sequence: number }[],
): Promise<Map<string, number>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<{ year: number; sequence: number; credits_id: number }>`
    select found.year, found.sequence, found.credits_id from invoices found
      join unnest(${numbers.map(({ year }) => year)}::integer[], ${numbers.map(({ sequence }) => sequence)}::integer[]) as asked (year, sequence)
        on asked.year = found.year and asked.sequence = found.sequence
    where found.credits_id is not null`.execute(db)
  return new Map(rows.map(({ year, sequence, credits_id }) => [`${year}-${sequence}`, credits_id]))
}

export function openOfCustomers(customers: readonly string[]): Condition {
  if (customers.length === 0) return null
  const { companies, contacts } = byKind(customers)
  return sql<boolean>`invoices.open <> 0 and (invoices.company_id = any(${companies}::integer[])
    or (invoices.company_id is null and invoices.contact_id = any(${contacts}::integer[])))`
}

/** Ids of companies and of persons who buy alone, of customers as the rules call them. */
function byKind(customers: readonly string[]): { companies: number[]; contacts: number[] } {
  const ids = (kind: string) =>
    customers.filter((customer) => customer.startsWith(kind)).map((customer) => Number(customer.slice(kind.length)))
  return { companies: ids('company-'), contacts: ids('contact-') }
}

/** An amount that is open more often than this tells nothing. */
const MOST_ALIKE = 20

export const withOpen = (amounts: readonly number[]): Condition =>
  amounts.length === 0
    ? null
    : sql<boolean>`invoices.id in (select alike.id from unnest(${amounts}::bigint[]) as asked (amount)
        cross join lateral (
          select id from invoices same where same.open = asked.amount order by same.open, same.id limit ${MOST_ALIKE}) alike
        union all select charged.id from (
          select same.id, row_number() over (partition by same.open + i.costs + i.interest order by i.id) as place
          from reminder_items i join invoices same on same.id = i.invoice_id
          where i.invoice_id is not null and (i.costs > 0 or i.interest > 0) and i.counts and same.open > 0
            and same.open + i.costs + i.interest = any(${amounts}::bigint[])) charged
        where charged.place <= ${MOST_ALIKE})`

export async function readInvoices(db: Db | Trx, condition: Condition): Promise<KnownInvoice[]> {
  if (condition === null) return []
  const rows = await db
    .selectFrom('invoices')
    .leftJoin('companies', 'companies.id', 'invoices.company_id')
    .leftJoin('contacts', 'contacts.id', 'invoices.contact_id')
    .select(['invoices.id', 'invoices.open', 'invoices.invoice_date', customerName.as('name')])
    .select([
      sql<string>`invoices.uid`.as('uid'),
      sql<number>`invoices.year`.as('year'),
      sql<number>`invoices.sequence`.as('sequence'),
      sql<number>`invoices.total`.as('total'),
      sql<boolean>`invoices.state in ('written_off', 'credited')`.as('isClosed'),
      sql<string>`coalesce('company-' || invoices.company_id, 'contact-' || invoices.contact_id)`.as('customer'),
    ])
    .where('invoices.definitive_at', 'is not', null)
    .where('invoices.credits_id', 'is', null)
    .where(condition)
    .orderBy('invoices.invoice_date')
    .orderBy('invoices.id')
    .execute()
  return withBeside(db, rows)
}

/** What of the system before this one is looked at: what entries may name, what customers have open, what comes to an amount. */
export async function readOld(
  db: Db | Trx,
  { entries, customers }: { entries: readonly EntryFacts[]; customers: readonly string[] },
): Promise<KnownInvoice[]> {
  // Once all of it is paid nothing is asked any more.
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from opening_items where open <> 0) or exists (select from opening_payments where source = 'bank') as any`.execute(
    db,
  )
  if (!rows[0]!.any) return []
  const numbers = [...new Set(entries.flatMap(({ text }) => typedNumbers(text)))]
  const amounts = [...new Set(entries.map(({ amount }) => amount))]
  const { companies, contacts } = byKind(customers)
  return readOldWhere(
    db,
    sql<boolean>`(opening_items.id in (
      select id from opening_items where regexp_replace(lower(number), '[^a-z0-9]', '', 'g') = any(${numbers}::text[])
      union select id from opening_items where open <> 0 and (company_id = any(${companies}::integer[])
        or (company_id is null and contact_id = any(${contacts}::integer[])))
      union select alike.id from unnest(${amounts}::bigint[]) as asked (amount) cross join lateral (
        select id from opening_items same where same.open = asked.amount and same.open <> 0
        order by same.open, same.id limit ${MOST_ALIKE}) alike
      union select i.opening_item_id from reminder_items i join opening_items charged on charged.id = i.opening_item_id
        where i.opening_item_id is not null and (i.costs > 0 or i.interest > 0) and charged.open <> 0
          and charged.open + i.costs + i.interest = any(${amounts}::bigint[])))`,
  )
}

async function readOldWhere(db: Db | Trx, condition: Condition): Promise<KnownInvoice[]> {
  if (condition === null) return []
  const rows = await db
    .selectFrom('opening_items')
    .leftJoin('companies', 'companies.id', 'opening_items.company_id')
    .leftJoin('contacts', 'contacts.id', 'opening_items.contact_id')
    .select(['opening_items.id', 'opening_items.open', 'opening_items.total', 'opening_items.invoice_date'])
    .select(['opening_items.number as uid', 'opening_items.written_off as isClosed', customerName.as('name')])
    .select(
      sql<string>`coalesce('company-' || opening_items.company_id, 'contact-' || opening_items.contact_id)`.as(
        'customer',
      ),
    )
    .where(condition)
    .orderBy('opening_items.invoice_date')
    .orderBy('opening_items.id')
    .execute()
  return withBeside(db, rows.map((row) => ({ ...row, id: oldKey(row.id), year: 0, sequence: 0 }))) // prettier-ignore
}

/** What letters asked beside these, by their keys. */
export async function besideByKey(db: Db | Trx, keys: readonly number[]): Promise<Map<number, BesideFacts>> {
  const { invoices, old } = idsByKind(keys)
  const [ours, theirs] = [await listBeside(db, 'invoice', invoices), await listBeside(db, 'opening', old)]
  return new Map([...ours, ...[...theirs].map(([id, facts]) => [oldKey(id), facts] as const)])
}

async function withBeside(db: Db | Trx, rows: KnownInvoice[]): Promise<KnownInvoice[]> {
  const beside = await besideByKey(db, rows.map(({ id }) => id)) // prettier-ignore
  return rows.map((row) => {
    const facts = beside.get(row.id)
    return facts ? { ...row, beside: facts } : row
  })
}

/** What somebody chose, by its keys and in that order; what cannot be paid is not among them. */
export async function readChosen(trx: Trx, ids: readonly number[]): Promise<KnownInvoice[]> {
  const { invoices, old } = idsByKind(ids)
  const found = [
    ...(await readInvoices(
      trx,
      invoices.length === 0 ? null : sql<boolean>`invoices.id = any(${invoices}::integer[])`,
    )),
    ...(await readOldWhere(trx, old.length === 0 ? null : sql<boolean>`opening_items.id = any(${old}::integer[])`)),
  ]
  return ids.flatMap((id) => found.find((invoice) => invoice.id === id) ?? [])
}
