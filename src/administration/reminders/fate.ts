import { sql } from 'kysely'
import type { Trx } from '../../platform/database/types.ts'
import type { MailFate } from '../../platform/mail/fates.ts'

const leftAt = sql`coalesce(mails.sent_at, mails.claimed_at, mails.created_at)`

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
    await sql`
      update reminder_items i set counts = false
      from mails, reminders r where mails.id = ${mailId} and r.id = mails.object_id and i.reminder_id = r.id
        and r.returned_at is not null and i.counts`.execute(trx)
  },
}
