import type { Trx } from '../../../platform/database/types.ts'
import { lockRow } from '../../../platform/database/versioned.ts'
import { HttpError, NotFound } from '../../../platform/errors.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import {
  type Divided,
  NOTHING,
  amountOf,
  columnsOf,
  dividedBy,
  dueOn,
  goesBack,
  leftOf,
  refuseOver,
  turned,
} from '../../sales/claims/index.ts'
import { firstOpenDay, keptBy, refuseBeyond, refuseClosedPayment, refuseTakenBack } from '../invoices/index.ts'
import type { OpeningPaymentInput } from './opening-items.forms.ts'

/** What was paid of an item, as a person or a bank tells it. */
export interface OpeningPayment {
  /** YYYY-MM-DD */
  paid_on: string
  /** In cents; below 0 where money went back to the customer. */
  amount: number
  note: string | null
  source: 'hand' | 'bank' | 'difference'
  /** To costs and interest first, by the law, or to the item alone. */
  division: Divided
}

/**
 * Books a payment on an item, as on an invoice of ours: what letters asked beside it goes first.
 * @returns its id
 * @throws NotFound; what was paid in the closed period is booked after it
 */
export async function bookOpeningPayment(trx: Trx, id: number, payment: OpeningPayment): Promise<number> {
  await lockRow(trx, 'opening_items', id)
  return storePayment(trx, id, payment)
}

/** The same of an item that is locked. */
async function storePayment(trx: Trx, id: number, payment: OpeningPayment): Promise<number> {
  const { paid_on, amount, note, source, division } = payment
  const parts =
    division === 'principal' || amount < 0 || source === 'difference'
      ? columnsOf(NOTHING)
      : await dividedBy(trx, 'opening', id, { day: paid_on, amount })
  const on = await firstOpenDay(trx, paid_on)
  const later = on === paid_on ? note : `Ontvangen op ${formatDate(paid_on)}. ${note ?? ''}`.trim()
  const row = await trx
    .insertInto('opening_payments')
    .values({ opening_item_id: id, paid_on: on, amount, note: later, source, ...parts })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** What somebody told. @throws NotFound; Invalid where more than is open goes to the item while costs are owed beside it */
export async function payOpeningItem(
  trx: Trx,
  id: number,
  { amount, division = 'law', ...input }: OpeningPaymentInput,
): Promise<number> {
  const { open } = await lockRow(trx, 'opening_items', id)
  refuseOver(division, amount!, { open, ...(await dueOn(trx, 'opening', { id, open }, today())) })
  return storePayment(trx, id, { ...input, amount: amount!, division, source: 'hand' })
}

/** A payment with its item locked, and what is left of it by its parts. @throws NotFound */
async function lockPayment(trx: Trx, id: number) {
  const found = await trx
    .selectFrom('opening_payments')
    .select('opening_item_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new NotFound('Betaling')
  await lockRow(trx, 'opening_items', found.opening_item_id)
  const payment = await trx
    .selectFrom('opening_payments')
    .select(['id', 'opening_item_id', 'paid_on', 'amount', 'source'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!payment) throw new NotFound('Betaling')
  return { ...payment, left: await leftOf(trx, 'opening', id) }
}

/**
 * Books that a payment went back at the bank; both stay in view.
 * @returns the id of the row that takes it back
 * @throws NotFound; HttpError where less than that is left of it
 */
export async function takeBackOpeningPayment(
  trx: Trx,
  id: number,
  told: { on: string; reason: string; amount: number },
): Promise<number> {
  const { opening_item_id, left, source } = await lockPayment(trx, id)
  refuseBeyond(told.amount, amountOf(left))
  const row = await trx
    .insertInto('opening_payments')
    .values({
      ...{
        opening_item_id,
        source,
        paid_on: await firstOpenDay(trx, told.on),
        amount: -told.amount,
        takes_back_id: id,
      },
      ...columnsOf(turned(goesBack(left, told.amount))),
      note: told.reason.slice(0, 200),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/**
 * Takes a payment away that was none, by the bank that booked it.
 * @throws NotFound; HttpError where it was taken back since, or stands in the closed period
 */
export async function unbookOpeningPayment(trx: Trx, id: number): Promise<void> {
  const { amount, left, paid_on } = await lockPayment(trx, id)
  await refuseClosedPayment(trx, paid_on)
  refuseTakenBack(amount, amountOf(left))
  await trx.deleteFrom('opening_payments').where('id', '=', id).execute()
}

/** Takes a payment back that somebody told by mistake. @throws NotFound; HttpError where a bank told it */
export async function removeOpeningPayment(trx: Trx, id: number, paymentId: number): Promise<void> {
  const { opening_item_id, source, paid_on } = await lockPayment(trx, paymentId)
  if (opening_item_id !== id) throw new NotFound('Betaling')
  const kept = keptBy(source)
  if (kept !== null) throw new HttpError(409, kept)
  await refuseClosedPayment(trx, paid_on)
  await trx.deleteFrom('opening_payments').where('id', '=', paymentId).execute()
}
