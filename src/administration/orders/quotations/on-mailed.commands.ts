import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import type { MailFate } from '../../../platform/mail/delivery-states.ts'

/** Where the paper of a quotation is kept that was sent, by what it says. */
export const offeredKey = (id: number, said: string): string => `papers/quotation/${id}/${said}.pdf`

/** Whether a mail carries the paper of the quotation that it is about. */
const carriesPaper = sql<boolean>`exists (
  select from mail_attachments a join stored_files f on f.id = a.file_id
  where a.mail_id = mails.id and f.storage_key like 'papers/quotation/' || mails.object_id || '/%')`

/** The instant at which a mail left; one of which a person told that it arrived has that of its try. */
const leftAt = sql`coalesce(mails.sent_at, mails.claimed_at, mails.created_at)`

/** A concept was sent when its mail left; not where somebody took it back since that was queued. */
async function sendMailed(trx: Trx, mailId: number): Promise<void> {
  await sql`
    update quotations set sent_at = ${leftAt}, viewed_at = null, withdrawn_at = null from mails
    where mails.id = ${mailId} and ${carriesPaper} and quotations.id = mails.object_id and quotations.stage = 'concept'
      and coalesce(quotations.withdrawn_at < mails.created_at, true)`.execute(trx)
}

/** What came back nobody has; where the customer read it all the same, or another mail left, it stays. */
async function unsendMailed(trx: Trx, mailId: number): Promise<void> {
  await sql`
    update quotations set sent_at = null from mails
    where mails.id = ${mailId} and ${carriesPaper} and quotations.id = mails.object_id and quotations.stage = 'sent'
      and quotations.sent_at = ${leftAt}
      and not exists (select from mails other where other.object_type = 'quotation' and other.object_id = quotations.id
        and other.id > mails.id and other.state = 'sent')`.execute(trx)
}

/** A quotation was sent when its mail left, and was not when that came back. */
export const quotationFate: MailFate = {
  record: 'quotation',
  told: (trx, mailId, state) => (state === 'sent' ? sendMailed(trx, mailId) : unsendMailed(trx, mailId)),
}
