import nodemailer, { type Transporter } from 'nodemailer'
import type { Trx } from '../database/types.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import type { Services } from '../services.ts'

export interface NewMail {
  to: string
  subject: string
  text: string
  /** Ids of kept files. */
  attachments?: number[]
  record?: { type: string; id: number }
}

/** Queues a mail in the transaction that makes it necessary; it leaves only after the commit. */
export async function queueMail(trx: Trx, services: Pick<Services, 'jobs'>, mail: NewMail): Promise<number> {
  const { id } = await trx
    .insertInto('mails')
    .values({
      recipient: mail.to,
      subject: mail.subject,
      text_body: mail.text,
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

/**
 * Deletes the mails that failed (refused, or of unknown fate) and those that have not left yet. One that is being
 * handed over at this moment stays, or nobody would know what became of it.
 * @returns how many were deleted
 */
export async function deleteUnsentMails(trx: Trx): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('mails')
    .where('state', 'in', ['queued', 'refused', 'uncertain'])
    .executeTakeFirst()
  return Number(numDeletedRows)
}

const transports = new Map<string, Transporter>()
function transport(url: string): Transporter {
  let found = transports.get(url)
  if (!found) transports.set(url, (found = nodemailer.createTransport(url)))
  return found
}

/** The files of a mail, opened when they are sent. */
async function attachmentsOf({ db, files }: Pick<Services, 'db' | 'files'>, mailId: number) {
  const rows = await db
    .selectFrom('mail_attachments')
    .innerJoin('stored_files', 'stored_files.id', 'mail_attachments.file_id')
    .select(['name', 'mime_type', 'storage_key'])
    .where('mail_id', '=', mailId)
    .orderBy('stored_files.id')
    .execute()
  return Promise.all(
    rows.map(async ({ name, mime_type, storage_key }) => ({
      filename: name,
      contentType: mime_type,
      content: await files.read(storage_key),
    })),
  )
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
  const attachments = await attachmentsOf(services, mail.id)
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ state: 'sending', attempts: mail.attempts + 1 })
    .where('id', '=', mail.id)
    .executeTakeFirst()
  // Deleted since it was read: then it does not leave either.
  if (numUpdatedRows === 0n) return
  try {
    await transport(config.smtpUrl).sendMail({
      from: `Noordkaap <noreply@${new URL(config.baseUrl).hostname}>`,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.text_body,
      attachments,
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
