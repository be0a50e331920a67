import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import type { MailFate } from '../../../platform/mail/delivery-states.ts'
import { giveUnasked } from '../../invoices/invoices/index.ts'
import { giveOpeningUnasked } from '../../invoices/open-items/index.ts'

const leftAt = sql`coalesce(mails.sent_at, mails.claimed_at, mails.created_at)`

interface Unasked {
  invoice_id: number | null
  opening_item_id: number | null
}

/** What was paid meanwhile of what a letter asked that came back was never owed: invoices first, in the order of their ids. */
async function giveBack(trx: Trx, items: readonly Unasked[]): Promise<void> {
  const idsOf = (of: keyof Unasked) => items.flatMap((item) => item[of] ?? []).toSorted((a, b) => a - b)
  for (const id of idsOf('invoice_id')) await giveUnasked(trx, id)
  for (const id of idsOf('opening_item_id')) await giveOpeningUnasked(trx, id)
}

/** A letter was sent when its mail left, from when its days count; one that came back was not, and makes room for another. */
export const reminderFate: MailFate = {
  record: 'reminder',
  told: async (trx: Trx, mailId, state) => {
    if (state === 'sent') {
      await sql`
        update reminders r set sent_at = coalesce(r.sent_at, ${leftAt}), returned_at = null
        from mails where mails.id = ${mailId} and r.id = mails.object_id`.execute(trx)
      return
    }
    await sql`
      update reminders r set sent_at = null, returned_at = now()
      from mails where mails.id = ${mailId} and r.id = mails.object_id
        and not exists (select from mails other where other.object_type = 'reminder' and other.object_id = r.id
          and other.id <> mails.id and other.state = 'sent')`.execute(trx)
    const { rows } = await sql<Unasked & { asked: boolean }>`
      update reminder_items i set counts = false
      from mails, reminders r where mails.id = ${mailId} and r.id = mails.object_id and i.reminder_id = r.id
        and r.returned_at is not null and i.counts
      returning i.invoice_id, i.opening_item_id, i.costs > 0 or i.interest > 0 as asked`.execute(trx)
    await giveBack(trx, rows.filter(({ asked }) => asked)) // prettier-ignore
  },
}
