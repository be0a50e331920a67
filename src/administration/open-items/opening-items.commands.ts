import type { Trx } from '../../platform/database/types.ts'
import { lockRow, lockVersion } from '../../platform/database/versioned.ts'
import { NotFound } from '../../platform/errors.ts'
import { formatDate } from '../../platform/format/format.ts'
import { NOTHING, columnsOf, dividedBy } from '../claims/index.ts'
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

/** Books what somebody told; what letters asked beside the item goes first, unless told otherwise. @throws NotFound */
export async function payOpeningItem(
  trx: Trx,
  id: number,
  { amount, division = 'law', ...input }: OpeningPaymentInput,
): Promise<number> {
  await lockRow(trx, 'opening_items', id)
  await refuseClosed(trx, input.paid_on)
  const row = await trx
    .insertInto('opening_payments')
    .values({
      ...{ opening_item_id: id, ...input, amount: amount! },
      ...(await dividedPayment(trx, id, { paid_on: input.paid_on, amount: amount!, division })),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** How a payment is divided, by what was owed on the day on which it was made; the item is locked. */
const dividedPayment = (
  trx: Trx,
  id: number,
  { paid_on, amount, division }: { paid_on: string; amount: number; division: 'law' | 'principal' },
) =>
  division === 'principal' || amount < 0
    ? Promise.resolve(columnsOf(NOTHING))
    : dividedBy(trx, 'opening', id, { day: paid_on, amount })

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
