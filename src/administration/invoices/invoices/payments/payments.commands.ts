import { sql } from 'kysely'
import { maskHistory } from '../../../../platform/database/history.ts'
import type { Trx } from '../../../../platform/database/types.ts'
import { HttpError, NotFound } from '../../../../platform/errors.ts'
import { formatDate } from '../../../../platform/format/format.ts'
import { today } from '../../../../platform/format/zone.ts'
import {
  type Divided,
  type Division,
  NOTHING,
  amountOf,
  columnsOf,
  dividedBy,
  divisionOf,
  goesBack,
  leftOf,
  turned,
} from '../../../sales/claims/index.ts'
import { firstOpenDay, refuseClosedPayment } from '../periods/closed-period.queries.ts'
import { lockStanding } from '../definitive/locking.commands.ts'
import { type PaymentSource, refuseBeyond, refuseTakenBack } from './payments.rules.ts'

/** What was paid of an invoice, as whoever found out tells it. */
export interface Payment {
  /** YYYY-MM-DD */
  paid_on: string
  /** In cents; below 0 where money went back to the customer. */
  amount: number
  note: string | null
  /** Who tells it; a person unless told. */
  source?: PaymentSource
  /** Unless told by the law: to costs and interest that letters asked first (article 6:44 BW). */
  division?: Divided
}

const NOTE_LENGTH = 200
const noteOf = (text: string | null): string | null => text?.trim().slice(0, NOTE_LENGTH).toWellFormed().trim() || null

/** The package tells that an invoice is paid, and a difference is let go: of neither costs are known there. */
const BESIDE_NOTHING: readonly PaymentSource[] = ['ledger', 'difference']

/** How a payment is divided, by what was owed on the day on which it was made; the invoice is locked. */
async function dividedPayment(trx: Trx, invoiceId: number, payment: Omit<Payment, 'note'>) {
  const { amount, paid_on, division = 'law', source = 'hand' } = payment
  return division === 'principal' || amount < 0 || BESIDE_NOTHING.includes(source)
    ? columnsOf(NOTHING)
    : dividedBy(trx, 'invoice', invoiceId, { day: paid_on, amount })
}

/**
 * Books a payment on an invoice, whatever it comes to: a part, all, or more than is open; what letters asked beside it
 * goes first. What was paid is a fact, whoever tells it: one of a closed period is booked on the first day that is open,
 * so that what was open on a day of that period stays as it was.
 * @returns its id, by which who booked it takes it back
 * @throws NotFound; HttpError where the invoice is a concept or a credit, or nothing was paid
 */
export async function bookPayment(trx: Trx, invoiceId: number, payment: Payment): Promise<number> {
  const { uid, credits_id } = await lockStanding(trx, invoiceId)
  if (credits_id !== null)
    throw new HttpError(409, `${uid} is een creditfactuur. Boek de betaling op de factuur die wordt gecrediteerd.`)
  if (payment.amount === 0) throw new HttpError(409, 'Een betaling van € 0,00 wordt niet geboekt.')
  const { amount, note, source = 'hand' } = payment
  const paid_on = await firstOpenDay(trx, payment.paid_on)
  const later = paid_on === payment.paid_on ? '' : `Ontvangen op ${formatDate(payment.paid_on)}. `
  const { id } = await trx
    .insertInto('invoice_payments')
    .values({
      ...{ invoice_id: invoiceId, paid_on, amount, note: noteOf(`${later}${note ?? ''}`), source },
      ...(await dividedPayment(trx, invoiceId, payment)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A payment with its invoice locked. @throws NotFound */
async function lockPayment(trx: Trx, id: number) {
  const found = await trx.selectFrom('invoice_payments').select('invoice_id').where('id', '=', id).executeTakeFirst()
  if (!found) throw new NotFound('Betaling')
  await lockStanding(trx, found.invoice_id)
  const payment = await trx
    .selectFrom('invoice_payments')
    .select(['id', 'invoice_id', 'amount', 'source', 'paid_on'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!payment) throw new NotFound('Betaling')
  const parts = await leftOf(trx, 'invoice', id)
  return { ...payment, parts, left: amountOf(parts) }
}

/**
 * Books that a payment went back: a debit that was returned, a chargeback, a refund. Its amount is open again, and both
 * stay in view.
 * @param told.amount in cents, all that is left of it unless told
 * @returns the id of the row that takes it back
 * @throws NotFound; HttpError where nothing, or less than that, is left of it
 */
export async function takeBackPayment(
  trx: Trx,
  id: number,
  told: { on: string; reason: string; amount?: number },
): Promise<number> {
  const { invoice_id, left, parts, source } = await lockPayment(trx, id)
  const amount = told.amount ?? left
  refuseBeyond(amount, left)
  const { id: made } = await trx
    .insertInto('invoice_payments')
    .values({
      ...{ invoice_id, source, paid_on: await firstOpenDay(trx, told.on), amount: -amount, takes_back_id: id },
      ...columnsOf(turned(goesBack(parts, amount))),
      note: noteOf(told.reason) ?? 'Teruggeboekt',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made
}

/** What is left of a payment after what was taken back, in cents; its invoice is locked. @throws NotFound */
export const leftOfPayment = async (trx: Trx, id: number): Promise<number> => (await lockPayment(trx, id)).left

/** Takes so much of a row away that took a payment back. */
async function lessenBack(trx: Trx, paymentId: number, row: { id: number; amount: number }, part: number) {
  if (part === -row.amount) {
    await trx.deleteFrom('invoice_payments').where('id', '=', row.id).execute()
    return
  }
  const back = goesBack(await leftOf(trx, 'invoice', paymentId, row.id), -row.amount - part)
  await trx
    .updateTable('invoice_payments')
    .set({ amount: row.amount + part, ...columnsOf(turned(back)) })
    .where('id', '=', row.id)
    .execute()
}

/** How what stays after all is divided: what went back of costs and interest comes first again. */
async function stays(trx: Trx, id: number, amount: number): Promise<Division> {
  const paid = await trx
    .selectFrom('invoice_payments')
    .select(['costs', 'interest'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const left = await leftOf(trx, 'invoice', id)
  return divisionOf(amount, {
    costs: (paid.costs ?? 0) - left.costs,
    interest: (paid.interest ?? 0) - left.interest,
  })
}

/**
 * Books that what was taken back of a payment stays after all: a refund that was cancelled, a chargeback that was
 * reversed. The last that was taken back goes first; what stands in the closed period stays there, and is booked anew on
 * the first open day.
 * @param amount in cents; more than was taken back is no more than that
 * @returns how much of it was there to give back
 * @throws NotFound
 */
export async function restorePayment(trx: Trx, id: number, amount: number): Promise<number> {
  const { invoice_id, source, amount: paid, left } = await lockPayment(trx, id)
  const given = Math.min(amount, paid - left)
  const rows = await trx
    .selectFrom('invoice_payments')
    .select(['id', 'amount', 'paid_on'])
    .where('takes_back_id', '=', id)
    .where('amount', '<', 0)
    .orderBy('id', 'desc')
    .execute()
  let rest = given
  for (const row of rows) {
    if (rest > 0 && (await firstOpenDay(trx, row.paid_on)) === row.paid_on) {
      const part = Math.min(rest, -row.amount)
      await lessenBack(trx, id, row, part)
      rest -= part
    }
  }
  if (rest > 0)
    await trx
      .insertInto('invoice_payments')
      .values({
        ...{ invoice_id, source, paid_on: await firstOpenDay(trx, today()), amount: rest, takes_back_id: id },
        ...columnsOf(await stays(trx, id, rest)),
        note: 'Terugboeking vervallen',
      })
      .execute()
  return given
}

/**
 * Takes a payment away that was none, by whoever booked it: a match that was wrong.
 * @throws NotFound; HttpError where it was taken back since, or stands in the closed period
 */
export async function unbookPayment(trx: Trx, id: number): Promise<void> {
  const { amount, left, paid_on } = await lockPayment(trx, id)
  await refuseClosedPayment(trx, paid_on)
  refuseTakenBack(amount, left)
  await trx.deleteFrom('invoice_payments').where('id', '=', id).execute()
}

/** What of a payment says nothing about who made it. */
const PAID = ['paid_on', 'amount', 'costs', 'interest', 'source', 'invoice_id', 'takes_back_id']

/** Takes from payments who made them, as a bank told it, once the books need not say that any more. */
export async function forgetPayers(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await trx
    .updateTable('invoice_payments')
    .set((eb) => ({
      note: eb.case().when('takes_back_id', 'is', null).then<string | null>(null).else('Teruggeboekt').end(),
    }))
    .where('id', 'in', [...ids])
    .where('note', 'is not', null)
    .returning(['id', 'invoice_id'])
    .execute()
  await maskPayments(trx, rows, ids)
}

const maskPayments = (trx: Trx, of: readonly { invoice_id: number }[], ids: readonly number[]): Promise<void> =>
  maskHistory(
    trx,
    'invoice',
    [...new Set(of.map(({ invoice_id }) => invoice_id))],
    PAID,
    sql<boolean>`table_name = 'invoice_payments' and row_id = any(${[...ids]}::integer[])`,
  )

/**
 * Takes from the history who made payments that a bank told and that were taken away since.
 * @param than how long ago at least, as PostgreSQL writes an interval: until then they can come back
 * @param most so many at once
 * @returns how many there were
 */
export async function forgetGonePayers(trx: Trx, than: string, most: number): Promise<number> {
  // The condition is that of the index `history_gone_bank_payments`.
  const { rows } = await sql<{ id: number; invoice_id: number }>`
    select row_id::integer as id, record_id::integer as invoice_id from history
    where action = 'delete' and table_name = 'invoice_payments' and (changes -> 'source' ->> 0) = 'bank'
      and (changes -> 'note' ->> 0) <> '(verwijderd)' and at < now() - ${than}::interval
      and not exists (select from invoice_payments p where p.id = history.row_id)
    order by at limit ${most}`.execute(trx)
  await maskPayments(trx, rows, rows.map(({ id }) => id)) // prettier-ignore
  return rows.length
}
