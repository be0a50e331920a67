import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import type { Buyers } from '../../sales/sales/index.ts'
import type { Rate } from './claims.rules.ts'
import type { Payer, OpenItem, RateKind } from './types.ts'

/** Whose open items: of all customers, or of some. */
export type Whose = Buyers[] | 'all'

/** What a customer is called in addresses and forms: a company, or a person who buys alone. */
export const customerKey = ({ company_id, contact_id }: Buyers): string =>
  company_id === null ? `contact-${contact_id}` : `company-${company_id}`

const among = (whose: Whose): RawBuilder<boolean> => {
  if (whose === 'all') return sql`true`
  const companies = whose.flatMap(({ company_id }) => company_id ?? [])
  const contacts = whose.flatMap(({ company_id, contact_id }) => (company_id === null ? (contact_id ?? []) : []))
  return sql`(o.company_id = any(${companies}::integer[]) or (o.company_id is null and o.contact_id = any(${contacts}::integer[])))` // prettier-ignore
}

/** The state of the last mail that carries a letter, over a row of `reminders` as `r`. */
export const mailState = sql<string | null>`(
  select mails.state from mails where mails.object_type = 'reminder' and mails.object_id = r.id order by mails.id desc limit 1)`

/**
 * What is open, each with what was paid of it and the letters about it, in one query. What nobody has to pay yet is left
 * out; what a customer has too much is not.
 * @param asked.day ISO: how things stand then
 * @param asked.due only what is past its last day
 */
export async function listOpenItems(
  db: Db | Trx,
  whose: Whose,
  { day, due = true }: { day: string; due?: boolean },
): Promise<OpenItem[]> {
  const { rows } = await sql<OpenItem>`
    select o.kind, o.record_id, o.company_id, o.contact_id, o.number, o.invoice_date::text, o.expires_at::text,
      o.total::float8 as total, o.open::float8 as open, o.disputed,
      coalesce(p.payments, '[]') as payments, coalesce(l.letters, '[]') as letters,
      case o.kind
        when 'invoice' then exists (select from invoice_marks m where m.invoice_id = o.record_id and m.kind = 'costs_waived')
        else exists (select from opening_items w where w.id = o.record_id and w.costs_waived is not null) end as waived
    from open_items_on(${day}::date) o
    left join lateral (
      select json_agg(json_build_object('day', paid.paid_on, 'cents', paid.amount,
        'costs', paid.costs, 'interest', paid.interest) order by paid.paid_on, paid.id) as payments
      from (
        select paid_on, amount, costs, interest, id from invoice_payments where o.kind = 'invoice' and invoice_id = o.record_id
        union all
        select paid_on, amount, costs, interest, id from opening_payments where o.kind = 'opening' and opening_item_id = o.record_id
      ) paid
    ) p on true
    left join lateral (
      select json_agg(json_build_object('step', i.step, 'counts', i.counts, 'costs', i.costs, 'interest', i.interest,
        'written_on', r.written_on, 'sent_on', (r.sent_at at time zone 'Europe/Amsterdam')::date,
        'returned', r.returned_at is not null, 'mail', ${mailState}) order by r.id) as letters
      from reminder_items i join reminders r on r.id = i.reminder_id
      where i.step <> 'statement'
        and ((o.kind = 'invoice' and i.invoice_id = o.record_id) or (o.kind = 'opening' and i.opening_item_id = o.record_id))
    ) l on true
    where ${among(whose)} and (${!due} or o.expires_at < ${day}::date or o.open < 0)
    order by o.expires_at, o.id`.execute(db)
  return rows
}

type Row = Omit<Payer, 'company_id' | 'contact_id' | 'key'> & { id: number }

const ADDRESS = sql`c.street, c.street_no, c.street_no_adding, c.postal_code, c.city, c.country_code`
const blockOf = (column: 'company_id' | 'contact_id', day: string) => sql`(
  select json_build_object('reason', b.reason, 'until', b.blocked_until, 'note', b.note) from reminder_blocks b
  where ${sql.ref(`b.${column}`)} = c.id and (b.blocked_until is null or b.blocked_until >= ${day}::date))`

/** Who has to pay, by `customerKey`: where a letter goes, and whether they are left alone. */
export async function listPayers(db: Db | Trx, whose: readonly Buyers[], day: string): Promise<Map<string, Payer>> {
  const companies = [...new Set(whose.flatMap(({ company_id }) => company_id ?? []))]
  const contacts = [
    ...new Set(whose.flatMap(({ company_id, contact_id }) => (company_id === null ? (contact_id ?? []) : []))),
  ]
  const { rows: firms } = await sql<Row>`
    select c.id, c.name, c.name as reader, coalesce(c.invoice_email::text, c.email::text, '') as email, c.client_id,
      ${ADDRESS}, ${blockOf('company_id', day)} as block
    from companies c where c.id = any(${companies}::integer[])`.execute(db)
  const { rows: people } = await sql<Row>`
    select c.id, ${nameText} as name, ${nameText} as reader, coalesce(c.email::text, '') as email, c.client_id,
      ${ADDRESS}, ${blockOf('contact_id', day)} as block
    from contacts c join contacts on contacts.id = c.id where c.id = any(${contacts}::integer[])`.execute(db)
  const told = (buyers: Buyers, { id: _, ...row }: Row): [string, Payer] => [
    customerKey(buyers),
    { ...row, ...buyers, key: customerKey(buyers) },
  ]
  return new Map([
    ...firms.map((row) => told({ company_id: row.id, contact_id: null }, row)),
    ...people.map((row) => told({ company_id: null, contact_id: row.id }, row)),
  ])
}

/** The percentages of interest by kind, the first first. */
export async function listRates(db: Db | Trx): Promise<Record<RateKind, Rate[]>> {
  const rows = await db
    .selectFrom('interest_rates')
    .select(['kind', 'percentage', sql<string>`valid_from::text`.as('from')])
    .orderBy('valid_from')
    .execute()
  const of = (kind: RateKind) =>
    rows.filter((row) => row.kind === kind).map(({ from, percentage }) => ({ from, percentage }))
  return { consumer: of('consumer'), commercial: of('commercial') }
}
