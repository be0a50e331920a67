import { addDays, today } from '../../src/platform/format/zone.ts'
import type { TestApp } from '../support/app.ts'

/** A letter that left so many days ago and asked something beside one invoice or item, as sending writes it down. */
export async function askingLetter(
  app: TestApp,
  of: { invoice_id: number } | { opening_item_id: number },
  { step = 'final', ago = 3, costs = 4_000, interest = 0 } = {},
): Promise<void> {
  const item =
    'invoice_id' in of
      ? await app.db.selectFrom('invoices').select(['company_id', 'contact_id', 'open']).where('id', '=', of.invoice_id).executeTakeFirstOrThrow() // prettier-ignore
      : await app.db.selectFrom('opening_items').select(['company_id', 'contact_id', 'open']).where('id', '=', of.opening_item_id).executeTakeFirstOrThrow() // prettier-ignore
  const day = addDays(today(), -ago)
  const { company_id, contact_id, open } = item
  const { id } = await app.db
    .insertInto('reminders')
    .values({
      ...{ company_id, contact_id, step, written_on: day, principal: open, interest, costs, facts: '{}' },
      sent_at: new Date(`${day}T12:00:00Z`),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('reminder_items')
    .values({ ...of, reminder_id: id, step, open, costs, interest })
    .execute()
}
