import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'
import { entriesOf, listLedgerAccounts } from '../ledger/index.ts'
import { contactName, customerName } from '../sales/index.ts'
import type { Books, ErrorRow, ProviderKey } from './accounting.types.ts'
import { type Problem, problemsOf } from './bookings.rules.ts'
import { choicesOf } from './choices.queries.ts'

export type BookingState = 'waiting' | 'booking' | 'booked' | 'failed'
/** As many as one wizard takes; what is left comes with the next. */
export const MOST_AT_ONCE = 2000

interface At {
  provider: ProviderKey
  books: Pick<Books, 'administration'>
}

/** Invoices that have a number, are not in the closed period and were not booked there; the oldest first. */
export async function unbookedIds(db: Db | Trx, { provider, books }: At, closedUntil: string): Promise<number[]> {
  const rows = await db
    .selectFrom('invoices')
    .select('id')
    .where('definitive_at', 'is not', null)
    .where('invoice_date', '>', closedUntil === '' ? '0001-01-01' : closedUntil)
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

/** How far it is: of each state how many, and what was refused last. */
export async function progressOf(db: Db | Trx, { provider, books }: At) {
  const rows = await db
    .selectFrom('accounting_bookings')
    .select([sql<BookingState>`state`.as('state'), sql<number>`count(*)::integer`.as('count')])
    .where('provider', '=', provider)
    .where('administration', '=', books.administration)
    .groupBy('state')
    .execute()
  const count = (state: BookingState) => rows.find((row) => row.state === state)?.count ?? 0
  const failed = await listBookings(db)
    .where('accounting_bookings.state', '=', 'failed')
    .where('accounting_bookings.provider', '=', provider)
    .where('accounting_bookings.administration', '=', books.administration)
    .orderBy('accounting_bookings.id')
    .limit(100)
    .execute()
  const next = await db
    .selectFrom('accounting_bookings')
    .select(sql<Date | null>`min(not_before)`.as('at'))
    .where('state', 'in', ['waiting', 'booking'])
    .where('provider', '=', provider)
    .executeTakeFirst()
  return {
    waiting: count('waiting') + count('booking'),
    booked: count('booked'),
    failedCount: count('failed'),
    failed,
    next: next?.at ?? null,
  }
}
