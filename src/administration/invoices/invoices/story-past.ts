import type { Trx } from '../../../platform/database/types.ts'
import { addDays, instantOf, today } from '../../../platform/format/zone.ts'
import type { Story } from '../../../platform/story.ts'
import { makeConceptOf } from './concepts.commands.ts'
import { makeCredit } from './credit/credit.commands.ts'
import { makeDefinitive } from './definitive/definitive.commands.ts'
import { tell } from './payments/payment-state.commands.ts'

/** How many days before today the credit invoices are made: after all others of those months, before those of the story. */
const CREDITED = 50

/** What became of one invoice in so many; the others were paid after a while. */
const OPEN_EVERY = 14
const PART_EVERY = 17
const DISPUTED_EVERY = 31
const WRITTEN_OFF_EVERY = 43
const CREDITED_EVERY = 37

async function paid(trx: Trx, id: number, day: string, part = 1): Promise<void> {
  const { open } = await trx.selectFrom('invoices').select('open').where('id', '=', id).executeTakeFirstOrThrow()
  const amount = Math.round(open * part)
  if (amount > 0) await tell(trx, id, { status: 'paid', paid_on: day, amount, note: null })
}

async function become(trx: Trx, id: number, i: number, day: string): Promise<void> {
  await tell(trx, id, { status: 'sent' })
  if (i % WRITTEN_OFF_EVERY === 5) await tell(trx, id, { status: 'written_off', reason: 'Faillissement' })
  else if (i % DISPUTED_EVERY === 7)
    await tell(trx, id, { status: 'disputed', reason: 'Klant zegt dat een deel niet geleverd is' })
  else if (i % PART_EVERY === 9) await paid(trx, id, addDays(day, 24), 0.5)
  else if (i % OPEN_EVERY !== 11 && i % CREDITED_EVERY !== 13) await paid(trx, id, addDays(day, 9 + (i % 30)))
}

/** Invoices of the months before the story, in all the ways in which they can stand. */
export async function seedPastInvoices(trx: Trx, story: Story, now: Date): Promise<void> {
  const credited: number[] = []
  for (const [i, order] of story.pastOrders!.entries()) {
    const { company_id, contact_id, reference, delivered, lines } = order
    const invoice_date = addDays(delivered, 2)
    const id = await makeConceptOf(trx, {
      ...{ company_id, contact_id, reference, invoice_date },
      order_id: order.id,
      line_ids: lines,
    })
    await makeDefinitive(trx, id, instantOf(invoice_date, '16:00')!)
    await become(trx, id, i, invoice_date)
    if (i % CREDITED_EVERY === 13) credited.push(id)
  }
  for (const id of credited) {
    const invoice_date = addDays(today(now), -CREDITED)
    const credit = await makeCredit(trx, id, null, invoice_date)
    await makeDefinitive(trx, credit, instantOf(invoice_date, '16:00')!)
  }
}
