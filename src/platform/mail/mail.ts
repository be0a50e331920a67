import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../database/types.ts'
import { forgetFiles } from '../files/kept-files.ts'
import type { Services } from '../services.ts'
import { type Invitation, attachInvitations } from './invitations.ts'

export interface NewMail {
  to: string
  cc?: string[]
  bcc?: string[]
  /** Where answers go, when not to the sender's address. */
  replyTo?: string
  /** In whose name it goes, when not in that of the organisation. */
  senderName?: string
  subject: string
  text: string
  /** Sanitised already; without it the mail is plain text. */
  html?: string
  /** Ids of kept files. */
  attachments?: number[]
  /** What it says in the calendar of its reader. */
  invitations?: Invitation[]
  /** Whom or what it is about, e.g. the contact it goes to. */
  record?: { type: string; id: number }
  /** The user who wrote it; none for what the product sends of itself. */
  sentBy?: number
  /** The mail of which this is another try. */
  resendOf?: number
  /** It leaves at once: what it tells of cannot be taken back. By itself so does one with a secret. */
  atOnce?: boolean
  /** A part of the text that only the recipient may know, such as the token of a link. */
  secret?: string
}

const HIDDEN = '•••'

/** The text of a mail as others than its recipient may read it. */
export const readableText = ({ text_body, secret }: { text_body: string; secret: string | null }): string =>
  secret ? text_body.replaceAll(secret, HIDDEN) : text_body

/** What a mail with a secret becomes once it has left: nobody needs the secret here any more. */
export const withoutSecret = (mail: { text_body: string; secret: string | null }) =>
  mail.secret ? { text_body: readableText(mail), secret: '' } : {}

/** The transactions that queued a mail: their users are warned when no mail leaves from here. */
const queueing = new WeakSet<Trx>()

/** Whether this transaction queued a mail. */
export const hasQueuedMail = (trx: Trx): boolean => queueing.has(trx)

/** Queues a mail in the transaction that makes it necessary; it leaves only after the commit. */
export async function queueMail(trx: Trx, services: Pick<Services, 'jobs'>, mail: NewMail): Promise<number> {
  queueing.add(trx)
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
      sender_name: mail.senderName ?? null,
      sent_by: mail.sentBy ?? null,
      resend_of: mail.resendOf ?? null,
      secret: mail.secret ?? null,
      object_type: mail.record?.type ?? null,
      object_id: mail.record?.id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (mail.attachments?.length)
    await trx
      .insertInto('mail_attachments')
      .values(mail.attachments.map((file_id) => ({ mail_id: id, file_id })))
      .execute()
  await attachInvitations(trx, id, mail.invitations ?? [])
  const { atOnce = mail.secret !== undefined } = mail
  await services.jobs.add(trx, 'mail.send', { id }, { key: `mail-${id}`, undoable: !atOnce })
  return id
}

/**
 * Deletes the mails that failed (refused, or of unknown fate) and those that have not left. One that is being
 * handed over at this moment stays, or nobody would know what became of it. Files that nothing else refers to go along.
 * @returns how many were deleted
 */
export async function deleteUnsentMails(trx: Trx, services: Pick<Services, 'jobs'>): Promise<number> {
  const unsent = await trx
    .selectFrom('mails')
    .select('id')
    .where('state', 'in', ['queued', 'kept', 'refused', 'uncertain'])
    .forUpdate()
    .execute()
  await deleteMails(
    trx,
    services,
    unsent.map(({ id }) => id),
  )
  return unsent.length
}

/** Deletes mails that are locked, with the files that nothing else refers to. */
export async function deleteMails(trx: Trx, services: Pick<Services, 'jobs'>, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const attached = await trx
    .deleteFrom('mail_attachments')
    .where(sql<SqlBool>`mail_id = any(${ids})`)
    .returning('file_id')
    .execute()
  await trx
    .deleteFrom('mails')
    .where(sql<SqlBool>`id = any(${ids})`)
    .execute()
  await forgetFiles(trx, services, [...new Set(attached.map(({ file_id }) => file_id))])
}

/**
 * Queues mails of one mailing by one statement, whatever their number. Their text is made later, by the job of the
 * mailing.
 * @param people rows of address, recipient kind and record id, which is turned below zero for a record of `standInType`
 * @returns how many
 */
export async function queueMany(
  trx: Trx,
  people: RawBuilder<unknown>,
  shared: {
    mailingId: number
    subject: string
    replyTo: string | null
    senderName: string | null
    sentBy: number | null
    recordType: string
    standInType?: string | undefined
    /** It waits for a time of its own. */
    scheduled?: boolean
  },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into mails (recipient, recipient_kind, object_id, object_type, mailing_id, subject, text_body, reply_to, sender_name, sent_by, state)
    select p.address, p.kind, abs(p.id), case when p.id < 0 then ${shared.standInType ?? shared.recordType} else ${shared.recordType} end,
           ${shared.mailingId}::integer, ${shared.subject}, '', ${shared.replyTo},
           ${shared.senderName}, ${shared.sentBy}::integer, ${shared.scheduled ? 'scheduled' : 'queued'}
    from (${people}) p(address, kind, id)
  `.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/**
 * Lets mails of a mailing go that waited for their time: of those who send them and those who take them back one wins.
 * @returns how many
 */
export async function releaseMails(db: Db | Trx, mailingId: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ state: 'queued' })
    .where('mailing_id', '=', mailingId)
    .where('state', '=', 'scheduled')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Gives a queued mail of a mailing its text. @returns whether it still waited */
export async function writeMail(db: Db | Trx, id: number, text: { subject: string; text: string; html: string }) {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ subject: text.subject, text_body: text.text, html_body: text.html })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a mail, and so keeps it from leaving; not while it is being handed over. @returns whether it is gone */
export async function cancelMail(trx: Trx, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('mails')
    .where('id', '=', id)
    .where('state', '!=', 'sending')
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Gives a mail another state, when it has one of these now. */
export async function markMail(trx: Trx | Db, id: number, from: string[], state: string, error: string | null = null) {
  const { numUpdatedRows } = await trx
    .updateTable('mails')
    .set({ state, error })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
