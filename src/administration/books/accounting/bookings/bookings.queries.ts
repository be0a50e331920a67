import { sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { addDays, today } from '../../../../platform/format/zone.ts'
import { entriesOf, listLedgerAccounts } from '../../ledger/index.ts'
import { contactName, customerName } from '../../../sales/sales/index.ts'
import type { Books, ErrorRow, ProviderKey } from '../types.ts'
import { type Problem, problemsOf } from './bookings.rules.ts'
import { choicesOf } from '../settings/choices.queries.ts'

export type BookingState = 'waiting' | 'booking' | 'booked' | 'failed'
/** As many as one wizard takes; what is left comes with the next. */
export const MOST_AT_ONCE = 2000

interface At {
  provider: ProviderKey
  books: Pick<Books, 'administration'>
}

/** What is older was booked in another way, such as by hand; a day back too many would be asked for each time. */
const DAYS_BACK = 400

/** Invoices that have a number, are not in the closed period and were not booked there; the oldest first. */
export async function unbookedIds(db: Db | Trx, { provider, books }: At, closedUntil: string): Promise<number[]> {
  const back = addDays(today(), -DAYS_BACK)
  const rows = await db
    .selectFrom('invoices')
    .select('id')
    .where('definitive_at', 'is not', null)
    .where('invoice_date', '>', closedUntil > back ? closedUntil : back)
    .where(
      sql<boolean>`not exists (select from accounting_bookings b where b.invoice_id = invoices.id
        and b.provider = ${provider} and b.administration = ${books.administration})`,
    )
    .orderBy('invoice_date')
    .orderBy('id')
    .limit(MOST_AT_ONCE)
    .execute()
  return rows.map(({ id }) => id)
}

export interface Planned {
  id: number
  uid: string
  customer: string
  base: number
  vat: number
  total: number
  state: BookingState | null
  problems: Problem[]
}

/** What booking these invoices comes to: one function for the wizard and the save. */
export async function planBookings(db: Db | Trx, { provider, books }: At, ids: readonly number[]): Promise<Planned[]> {
  if (ids.length === 0) return []
  const entries = await entriesOf(db, ids)
  const choices = await choicesOf(db, provider)
  const accounts = new Map((await listLedgerAccounts(db).execute()).map(({ id, label }) => [id, label]))
  const rows = await db
    .selectFrom('invoices')
    .leftJoin('accounting_bookings as b', (join) =>
      join
        .onRef('b.invoice_id', '=', 'invoices.id')
        .on('b.provider', '=', provider)
        .on('b.administration', '=', books.administration),
    )
    .select([
      'invoices.id',
      'invoices.company_id',
      'invoices.contact_id',
      sql<BookingState | null>`b.state`.as('state'),
    ])
    .where('invoices.id', 'in', [...ids])
    .execute()
  const heads = new Map(rows.map((row) => [row.id, row]))
  return entries.map((entry) => {
    const head = heads.get(entry.id)!
    const { number, buyer, base, vat, total } = entry.snapshot
    return {
      ...{ id: entry.id, uid: number, customer: buyer.name, base, vat, total, state: head.state },
      problems: problemsOf({ ...entry, ...head }, choices, accounts),
    }
  })
}

/** All bookings, with what they are of. */
export const listBookings = (db: Db | Trx) =>
  db
    .selectFrom('accounting_bookings')
    .innerJoin('invoices', 'invoices.id', 'accounting_bookings.invoice_id')
    .leftJoin('companies', 'companies.id', 'invoices.company_id')
    .leftJoin('contacts', 'contacts.id', 'invoices.contact_id')
    .select([
      'accounting_bookings.id',
      'accounting_bookings.invoice_id',
      'accounting_bookings.provider',
      'accounting_bookings.attempts',
      'accounting_bookings.not_before',
      'accounting_bookings.booked_at',
      'accounting_bookings.created_at',
      'invoices.uid',
      'invoices.invoice_date',
      customerName.as('customer'),
      contactName.as('contact'),
    ])
    .select([
      sql<number>`invoices.total`.as('total'),
      sql<BookingState>`accounting_bookings.state`.as('state'),
      sql<ErrorRow[]>`accounting_bookings.errors`.as('errors'),
    ])

/** How far it is: what waits, what was booked since that began, and what was refused. */
export async function progressOf(db: Db | Trx, { provider, books }: At) {
  const of = sql`b.provider = ${provider} and b.administration = ${books.administration}`
  const counted = await sql<{ waiting: number; booked: number; failed_count: number; next: Date | null }>`
    with waiting as (
      select created_at, not_before from accounting_bookings b where b.state in ('waiting', 'booking') and ${of})
    select (select count(*)::integer from waiting) as waiting, (select min(not_before) from waiting) as next,
      (select count(*)::integer from accounting_bookings b
        where b.booked_at >= (select min(created_at) from waiting) and ${of}) as booked,
      (select count(*)::integer from accounting_bookings b where b.state = 'failed' and ${of}) as failed_count
  `.execute(db)
  const { failed_count: failedCount, ...counts } = counted.rows[0]!
  const failed = await listBookings(db)
    .where('accounting_bookings.state', '=', 'failed')
    .where('accounting_bookings.provider', '=', provider)
    .where('accounting_bookings.administration', '=', books.administration)
    .orderBy('accounting_bookings.id')
    .limit(100)
    .execute()
  return { ...counts, failedCount, failed }
}
