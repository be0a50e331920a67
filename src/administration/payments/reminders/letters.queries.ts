/** Letters that were written: what they say, and whether that still holds. */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { NotFound } from '../../../platform/errors.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import type { Buyers } from '../../sales/sales/index.ts'
import type { KeptLetter, LetterKind } from './letter.rules.ts'
import { mailState } from './reminders.queries.ts'

/** @throws NotFound */
export async function getLetter(db: Db | Trx, id: number) {
  const row = await db
    .selectFrom('reminders')
    .select(['id', 'company_id', 'contact_id', 'written_on', 'sent_at'])
    .select(sql<LetterKind>`step`.as('step'))
    .select(sql<KeptLetter>`facts`.as('facts'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new NotFound('Brief')
  return row
}

/**
 * What was paid of costs and interest beside invoices and items, in cents; a letter keeps how that was when it was written.
 * @param of which of them, as the end of a condition: 'in (…)'
 */
export const paidBeside = (of: { invoices: RawBuilder<unknown>; openings: RawBuilder<unknown> }): RawBuilder<number> =>
  sql<number>`(
    select coalesce(sum(coalesce(costs, 0) + coalesce(interest, 0)), 0)::bigint from (
      select costs, interest from invoice_payments where invoice_id ${of.invoices}
      union all select costs, interest from opening_payments where opening_item_id ${of.openings}) paid)`

const paidBesideNow = paidBeside({
  invoices: sql`in (select invoice_id from reminder_items where reminder_id = r.id)`,
  openings: sql`in (select opening_item_id from reminder_items where reminder_id = r.id)`,
})

/** Whether all that a letter is about is open as it says, and nobody paid of what it asks beside that, or told otherwise since. */
export async function stillOpen(db: Db | Trx, id: number): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`
    select not exists (
      select from reminder_items i
        left join invoices v on v.id = i.invoice_id
        left join opening_items o on o.id = i.opening_item_id
      where i.reminder_id = r.id and (coalesce(v.open, o.open) <> i.open or coalesce(v.disputed, o.disputed)
        or ((i.costs > 0 or i.interest > 0) and (o.costs_waived is not null or exists (select from invoice_marks m
          where m.invoice_id = i.invoice_id and m.kind = 'costs_waived'))))
    ) and coalesce((r.facts ->> 'paid_beside')::bigint = ${paidBesideNow}, true) and not exists (
      select from reminder_blocks b
      where (b.company_id = r.company_id or (r.company_id is null and b.contact_id = r.contact_id))
        and (b.blocked_until is null or b.blocked_until >= current_date)
    ) as holds from reminders r where r.id = ${id}`.execute(db)
  return rows[0]?.holds === true
}

/** Whether anything was ever billed to a customer. */
export const hasBeenBilled = (column: 'company_id' | 'contact_id', id: number): Expression<SqlBool> => sql<SqlBool>`
  exists (select from invoices where ${sql.ref(column)} = ${id}
    union all select from opening_items where ${sql.ref(column)} = ${id})`

/** The letters that a customer got, the last first. */
export async function listLetters(db: Db | Trx, { company_id, contact_id }: Buyers) {
  const { rows } = await sql<{
    id: number
    step: LetterKind
    written_on: string
    sent_at: Date | null
    returned_at: Date | null
    note: string | null
    mail: string | null
    numbers: string
    total: string
  }>`
    select r.id, r.step, r.written_on::text, r.sent_at, r.returned_at, r.note, ${mailState} as mail,
      coalesce(r.facts #>> '{mail,values,totaal}', '') as total,
      coalesce((select string_agg(coalesce(v.uid, o.number), ', ' order by i.id) from reminder_items i
        left join invoices v on v.id = i.invoice_id left join opening_items o on o.id = i.opening_item_id
        where i.reminder_id = r.id), '') as numbers
    from reminders r
    where ${company_id === null ? sql`r.company_id is null and r.contact_id = ${contact_id}` : sql`r.company_id = ${company_id}`}
    order by r.id desc limit 100`.execute(db)
  return rows
}

/** For the history: which letter to whom. */
export async function letterNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('reminders')
    .leftJoin('companies', 'companies.id', 'reminders.company_id')
    .leftJoin('contacts', 'contacts.id', 'reminders.contact_id')
    .select(['reminders.id', sql<string>`coalesce(companies.name, ${nameText})`.as('name')])
    .where('reminders.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, `Brief aan ${name}`]))
}
