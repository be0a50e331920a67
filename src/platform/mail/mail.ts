import nodemailer, { type Transporter } from 'nodemailer'
import type { Trx } from '../database/types.ts'
import type { JobHandler } from '../jobs/jobs.ts'
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

const transports = new Map<string, Transporter>()
function transport(url: string): Transporter {
  let found = transports.get(url)
  if (!found) transports.set(url, (found = nodemailer.createTransport(url)))
  return found
}

/** What the other side said no to for good (RFC 5321 4.2.1: 5yz is permanent). */
function isRefusal(error: unknown): boolean {
  const code = (error as { responseCode?: number }).responseCode
  return code !== undefined && code >= 500
}

/**
 * Hands one mail over. A mail that was being handed over when the process died is never sent again by itself: whether
 * it arrived is unknown, so its state becomes 'uncertain' and a person decides.
 */
export const sendMail: JobHandler = async ({ id }, services) => {
  const { db, config } = services
  const mail = await db.selectFrom('mails').selectAll().where('id', '=', Number(id)).executeTakeFirst()
  if (!mail || mail.state === 'sent' || mail.state === 'refused' || mail.state === 'uncertain') return
  const set = (values: {
    state: 'sending' | 'sent' | 'refused' | 'queued' | 'uncertain'
    error?: string | null
    sent_at?: Date
  }) => db.updateTable('mails').set(values).where('id', '=', mail.id).execute()
  if (mail.state === 'sending') return void (await set({ state: 'uncertain', error: 'De verzending is onderbroken.' }))
  if (config.smtpUrl === undefined) {
    // Without a mail server the outbox page is where mail ends, as in the demo.
    return void (await set({ state: 'sent', sent_at: new Date() }))
  }
  await db
    .updateTable('mails')
    .set({ state: 'sending', attempts: mail.attempts + 1 })
    .where('id', '=', mail.id)
    .execute()
  try {
    await transport(config.smtpUrl).sendMail({
      from: `Noordkaap <noreply@${new URL(config.baseUrl).hostname}>`,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.text_body,
      messageId: `<noordkaap-${mail.id}@${new URL(config.baseUrl).hostname}>`,
    })
  } catch (error) {
    const message = error instanceof Error ? error.message.slice(0, 500) : 'onbekende fout'
    if (isRefusal(error)) return void (await set({ state: 'refused', error: message }))
    await set({ state: 'queued', error: message })
    throw error
  }
  await set({ state: 'sent', error: null, sent_at: new Date() })
}
