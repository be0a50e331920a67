import type { Trx } from '../../platform/database/types.ts'
import { lockRow, lockVersion } from '../../platform/database/versioned.ts'
import { NotFound } from '../../platform/errors.ts'
import { formatDate } from '../../platform/format/format.ts'
import { refuseClosed } from '../invoices/index.ts'
import { refuseStrangers } from '../sales/index.ts'
import type { OpeningItemEdit, OpeningItemInput, OpeningPaymentInput } from './opening-items.forms.ts'

/** @throws Invalid where the contact is none of the company */
export async function addOpeningItem(trx: Trx, { total, opening, ...input }: OpeningItemInput): Promise<number> {
  await refuseStrangers(trx, input)
  const { id } = await trx
    .insertInto('opening_items')
    .values({ ...input, total: total!, opening: opening! })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Many at once, all of them or none. */
export async function addOpeningItems(trx: Trx, items: readonly OpeningItemInput[]): Promise<number[]> {
  const rows = await trx
    .insertInto('opening_items')
    .values(items.map(({ total, opening, ...input }) => ({ ...input, total: total!, opening: opening! })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** @throws NotFound, Stale when someone else saved first */
export async function editOpeningItem(
  trx: Trx,
  id: number,
  { version, total, opening, ...input }: OpeningItemEdit,
): Promise<void> {
  const values = { ...input, total: total!, opening: opening! }
  await lockVersion(trx, 'opening_items', id, version, values)
  await trx.updateTable('opening_items').set(values).where('id', '=', id).execute()
}

export async function deleteOpeningItem(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('opening_items').where('id', '=', id).execute()
}

/** @throws NotFound */
export async function payOpeningItem(trx: Trx, id: number, { amount, ...input }: OpeningPaymentInput): Promise<number> {
  await lockRow(trx, 'opening_items', id)
  await refuseClosed(trx, input.paid_on)
  const row = await trx
    .insertInto('opening_payments')
    .values({ opening_item_id: id, ...input, amount: amount! })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Takes a payment back that was none. @throws NotFound */
export async function removeOpeningPayment(trx: Trx, id: number, paymentId: number): Promise<void> {
  await lockRow(trx, 'opening_items', id)
  const payment = await trx
    .selectFrom('opening_payments')
    .select('paid_on')
    .where('id', '=', paymentId)
    .where('opening_item_id', '=', id)
    .executeTakeFirst()
  if (!payment) throw new NotFound('Betaling')
  await refuseClosed(trx, payment.paid_on, `De betaling van ${formatDate(payment.paid_on)} blijft daarin staan.`)
  await trx.deleteFrom('opening_payments').where('id', '=', paymentId).execute()
}
