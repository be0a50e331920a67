import { HttpError, NotFound } from '../../../../platform/errors.ts'
import type { Trx } from '../../../../platform/database/types.ts'
import { today } from '../../../../platform/format/zone.ts'
import { dueOn, refuseOver } from '../../../sales/claims/index.ts'
import { refuseClosedPayment } from '../periods/closed-period.queries.ts'
import { lockStanding } from '../definitive/locking.commands.ts'
import { bookPayment } from './payments.commands.ts'
import { keptBy } from './payments.rules.ts'
import type { StatusInput, Told } from './payment-state.forms.ts'
import { canBeTold } from './payment-state.rules.ts'

const mark = (trx: Trx, invoice_id: number, kind: string, note: string | null) =>
  trx
    .insertInto('invoice_marks')
    .values({ invoice_id, kind, note })
    .onConflict((conflict) => conflict.columns(['invoice_id', 'kind']).doNothing())
    .execute()

/**
 * Writes down what was told of an invoice.
 * @throws NotFound; HttpError where it is a concept, or where that cannot be told of it as it is; Invalid where more than
 *   is open goes to the invoice while costs are owed beside it
 */
export async function tell(trx: Trx, id: number, input: StatusInput): Promise<Told> {
  const invoice = await lockStanding(trx, id)
  if (!canBeTold(invoice).includes(input.status))
    throw new HttpError(409, 'De factuur staat er intussen anders voor. Er is niets gewijzigd.')
  switch (input.status) {
    case 'sent':
      await mark(trx, id, 'sent', null)
      break
    case 'paid': {
      const { paid_on, note, division = 'law' } = input
      refuseOver(division, input.amount!, { open: invoice.open, ...(await dueOn(trx, 'invoice', invoice, today())) })
      // What was paid too much goes back.
      await bookPayment(trx, id, { paid_on, note, division, amount: invoice.open < 0 ? -input.amount! : input.amount! })
      break
    }
    case 'reopened':
      await trx
        .deleteFrom('invoice_marks')
        .where('invoice_id', '=', id)
        .where('kind', 'in', ['disputed', 'written_off'])
        .execute()
      break
    default:
      await mark(trx, id, input.status, input.reason)
  }
  return input.status
}

/**
 * Takes a payment away that somebody told by mistake, so that its amount is open again.
 * @throws NotFound; HttpError where a bank, a payment provider or the ledger told it, which take it back themselves
 */
export async function removePayment(trx: Trx, id: number, paymentId: number): Promise<void> {
  await lockStanding(trx, id)
  const payment = await trx
    .selectFrom('invoice_payments')
    .select(['source', 'paid_on'])
    .where('id', '=', paymentId)
    .where('invoice_id', '=', id)
    .executeTakeFirst()
  if (!payment) throw new NotFound('Betaling')
  const kept = keptBy(payment.source)
  if (kept !== null) throw new HttpError(409, kept)
  await refuseClosedPayment(trx, payment.paid_on)
  await trx.deleteFrom('invoice_payments').where('id', '=', paymentId).execute()
}
