import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import type { MailFate } from '../../../platform/mail/delivery-states.ts'

/** Whether a mail carries the paper of the invoice that it is about; one that only writes of it sends nothing. */
const carriesPaper = sql<boolean>`exists (
  select from mail_attachments a join stored_files f on f.id = a.file_id join kept_papers k on k.storage_key = f.storage_key
  where a.mail_id = mails.id and k.invoice_id = mails.object_id)`

/** The instant at which a mail left; one of which a person told that it arrived has that of its try. */
const leftAt = sql`coalesce(mails.sent_at, mails.claimed_at, mails.created_at)`

/** That an invoice was sent begins with the first of its mails that left. */
async function markMailed(trx: Trx, mailId: number): Promise<void> {
  await sql`
    insert into invoice_marks (invoice_id, kind, marked_at)
    select mails.object_id, 'sent', ${leftAt} from mails
    where mails.object_type = 'invoice' and mails.state = 'sent' and ${carriesPaper}
      and mails.object_id = (select told.object_id from mails told where told.id = ${mailId})
    order by ${leftAt} limit 1
    on conflict do nothing`.execute(trx)
}

/** What was sent by a mail was not when that comes back; what somebody told by hand stays. */
async function unmarkMailed(trx: Trx, mailId: number): Promise<void> {
  await sql`
    delete from invoice_marks using mails
    where mails.id = ${mailId} and ${carriesPaper} and invoice_marks.invoice_id = mails.object_id
      and invoice_marks.kind = 'sent' and invoice_marks.marked_at = ${leftAt}`.execute(trx)
}

/** An invoice was sent when its mail left, and was not when that came back. */
export const invoiceFate: MailFate = {
  record: 'invoice',
  told: async (trx, mailId, state) => {
    if (state === 'bounced') await unmarkMailed(trx, mailId)
    await markMailed(trx, mailId)
  },
}
