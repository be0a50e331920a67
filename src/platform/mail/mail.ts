import type { Trx } from '../database/types.ts'
import type { Services } from '../services.ts'

export interface NewMail {
  to: string
  cc?: string[]
  bcc?: string[]
  /** Where answers go, when not to the sender's address. */
  replyTo?: string
  subject: string
  text: string
  /** Sanitised already; without it the mail is plain text. */
  html?: string
  /** Ids of kept files. */
  attachments?: number[]
  /** What it is about, e.g. the contact it goes to. */
  record?: { type: string; id: number }
  /** The user who wrote it; none for what the product sends of itself. */
  sentBy?: number
  /** The mail of which this is another try. */
  resendOf?: number
}

/** Queues a mail in the transaction that makes it necessary; it leaves only after the commit. */
export async function queueMail(trx: Trx, services: Pick<Services, 'jobs'>, mail: NewMail): Promise<number> {
  const { id } = await trx
    .insertInto('mails')
    .values({
      recipient: mail.to,
      subject: mail.subject,
      text_body: mail.text,
      html_body: mail.html ?? null,
      cc: mail.cc ?? [],
      bcc: mail.bcc ?? [],
      reply_to: mail.replyTo ?? null,
      sent_by: mail.sentBy ?? null,
      resend_of: mail.resendOf ?? null,
      record_type: mail.record?.type ?? null,
      record_id: mail.record?.id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (mail.attachments?.length)
    await trx
      .insertInto('mail_attachments')
      .values(mail.attachments.map((file_id) => ({ mail_id: id, file_id })))
      .execute()
  await services.jobs.add(trx, 'mail.send', { id }, { key: `mail-${id}` })
  return id
}
