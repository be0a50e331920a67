import { sql } from 'kysely'
import { HttpError, Invalid, NotFound } from '../../platform/errors.ts'
import { forgetFiles } from '../../platform/files/kept-files.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import { attachToMailing, listAttachments } from '../../platform/mail/attachments.ts'
import { tellFate } from '../../platform/mail/delivery-states.ts'
import { repeatInvitations } from '../../platform/mail/invitations.ts'
import { cancelMail, markMail, queueMail, queueMany } from '../../platform/mail/mail.ts'
import { listDefaultFiles } from './attached.commands.ts'
import { readSetting } from '../settings/index.ts'
import { type Audience, audienceOfRecord } from './points.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { lockVersion } from '../../platform/database/versioned.ts'
import type { Services } from '../../platform/services.ts'
import { getMail, listToResend, validAddress } from './messages.queries.ts'
import { keptBack, keptFromOthers } from './resending.rules.ts'

type Jobs = Pick<Services, 'jobs'>
/** In whose name a message goes, and where its answers do. */
export interface Sender {
  name: string
  email: string
}

interface Text {
  subject: string
  content: string
}

export async function addDefault(trx: Trx, input: Text & { name: string }): Promise<number> {
  return (await trx.insertInto('default_messages').values(input).returning('id').executeTakeFirstOrThrow()).id
}

/** @throws Stale when somebody else saved it first */
export async function editDefault(
  trx: Trx,
  id: number,
  { version, ...input }: Text & { name: string; version: number },
): Promise<void> {
  await lockVersion(trx, 'default_messages', id, version, input)
  await trx.updateTable('default_messages').set(input).where('id', '=', id).execute()
}

/** Gives it another name. @throws NotFound, Stale when somebody else saved it first */
export async function renameDefault(trx: Trx, id: number, name: string, version: number): Promise<void> {
  await lockVersion(trx, 'default_messages', id, version, { name })
  await trx.updateTable('default_messages').set({ name }).where('id', '=', id).execute()
}

export async function deleteDefault(trx: Trx, id: number): Promise<void> {
  const { numDeletedRows } = await trx.deleteFrom('default_messages').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) throw new NotFound('Standaardbericht')
}

/**
 * Queues one message to many people: a single statement, whatever their number, and a single job that works through
 * them. Their texts are made when it is their turn.
 * @returns how many were queued, and how many have no usable address
 */
export async function queueMailing(
  trx: Trx,
  services: Jobs,
  viewer: Viewer,
  audience: Audience,
  message: Text & {
    ids: number[]
    kinds: string[]
    of: number | null
    calendar: 'always' | 'news' | null
    /** In whose name it goes, and who reads the answers; the writer unless told. */
    sender?: Sender
    /** When it leaves; at once unless told. */
    sendAt?: Date | null
    /** Ids of kept files that go along. */
    attachments?: number[]
    /** What its audience draws to go along with each mail, just before that leaves. */
    drawn?: string[]
  },
): Promise<{ id: number; queued: number; missing: number }> {
  const { sender = viewer, sendAt = null } = message
  const { id } = await trx
    .insertInto('mailings')
    .values({
      object_type: audience.record,
      object_id: message.of,
      subject: message.subject,
      content: message.content,
      sender_id: viewer.id,
      sender_name: sender.name,
      sender_email: sender.email,
      send_at: sendAt,
      calendar: message.of === null ? null : message.calendar,
      drawn: message.drawn ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await attachToMailing(trx, id, message.attachments ?? [])
  const people = audience.people(viewer, message.ids, message.kinds)
  const queued = await queueMany(trx, sql`select a.email, a.kind, a.id from (${people}) a where ${validAddress}`, {
    mailingId: id,
    subject: message.subject,
    replyTo: sender.email,
    senderName: sender.name,
    sentBy: viewer.id,
    recordType: audience.recipient,
    standInType: audience.standIn,
    scheduled: sendAt !== null,
  })
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${people}) a where not ${validAddress}`.execute(trx)
  if (queued > 0)
    await services.jobs.add(
      trx,
      'message.mailing',
      { id },
      { key: `mailing-${id}`, undoable: true, ...(sendAt ? { runAt: sendAt } : {}) },
    )
  return { id, queued, missing: rows[0]!.count }
}

interface Addressed {
  to?: string
  cc: string[]
  bcc: string[]
}

/** @throws HttpError (409) where it cannot go once more; Invalid (422) where it may not go there */
function refuseResending(
  mail: { recipient: string; state: string; secret: string | null; text_body: string; html_body: string | null },
  { to = mail.recipient, cc, bcc }: Addressed,
): void {
  const why = keptBack({ ...mail, hasText: mail.text_body !== '' || mail.html_body !== null })
  if (why !== null) throw new HttpError(409, `Dit bericht ${why}.`)
  const toOthers = to.toLowerCase() !== mail.recipient.toLowerCase() || cc.length > 0 || bcc.length > 0
  const kept = keptFromOthers(mail.secret, toOthers)
  if (kept !== null) throw new Invalid({ _form: [`Dit bericht ${kept}.`] })
}

/** Those of these that go where others get a copy: what carries a personal link stays. @throws Invalid where none goes */
export async function leavePersonal(trx: Trx, ids: readonly number[], { cc, bcc }: Addressed): Promise<number[]> {
  if (cc.length + bcc.length === 0) return [...ids]
  const mails = await listToResend(trx, ids)
  const stay = new Set(mails.filter(({ secret }) => keptFromOthers(secret, true) !== null).map(({ id }) => id))
  if (ids.every((id) => stay.has(id))) throw new Invalid({ _form: [`Dit bericht ${keptFromOthers('', true)}.`] })
  return ids.filter((id) => !stay.has(id))
}

/** Sends a mail once more, as a mail of its own; the first one keeps its state and its words. */
export async function resendMail(trx: Trx, services: Jobs, viewer: Viewer, id: number, to: Addressed): Promise<number> {
  const mail = await getMail(trx, id)
  refuseResending(mail, to)
  const attachments = await listAttachments(trx, mail)
  const again = await queueMail(trx, services, {
    to: to.to ?? mail.recipient,
    cc: to.cc,
    bcc: to.bcc,
    subject: mail.subject,
    text: mail.text_body,
    ...(mail.html_body === null ? {} : { html: mail.html_body }),
    ...(mail.reply_to === null ? {} : { replyTo: mail.reply_to }),
    ...(mail.sender_name === null ? {} : { senderName: mail.sender_name }),
    attachments: attachments.map((file) => file.id),
    ...(mail.object_type === null || mail.object_id === null
      ? {}
      : { record: { type: mail.object_type, id: mail.object_id } }),
    sentBy: viewer.id,
    resendOf: id,
    ...(mail.secret === null ? {} : { secret: mail.secret }),
  })
  await repeatInvitations(trx, id, again)
  return again
}

/** Deletes a message; one that waits will not leave any more. @throws HttpError 409 while it is being handed over */
export async function deleteMail(trx: Trx, services: Jobs, id: number): Promise<void> {
  const files = await listAttachments(trx, await getMail(trx, id))
  if (!(await cancelMail(trx, id))) throw new HttpError(409, 'Dit bericht wordt op dit moment verzonden.')
  await forgetFiles(
    trx,
    services,
    files.map((file) => file.id),
  )
}

/** A person says what became of a mail that nobody knew of, or that came back later. */
export async function setMailState(
  trx: Trx,
  { registry }: Pick<Services, 'registry'>,
  id: number,
  state: 'sent' | 'bounced',
): Promise<void> {
  const from = state === 'sent' ? ['uncertain'] : ['uncertain', 'sent']
  if (!(await markMail(trx, id, from, state)))
    throw new HttpError(409, 'De status van dit bericht is intussen veranderd.')
  await tellFate(trx, registry, await getMail(trx, id))
}

/** A message that nobody wrote just now: to these people of a record, by the planner who is known for it. */
export interface AutomaticMessage {
  record: { type: string; id: number }
  message: Text
  /** Who plans it, and gets the answers; null: the house, by the settings. */
  sender: { id: number; name: string; email: string } | null
  /** What the people are to the record, as its audience calls it. */
  kind: string
  /** With an id below zero who is of no record of its own, or stands in (`Audience.standIn`). */
  people: { id: number; email: string }[]
  /** Says in the calendars of its readers what is new to them. */
  inCalendars: boolean
  /** The default message whose files go along. */
  template: number
  /** What its audience draws to go along with each mail, just before that leaves. */
  drawn?: string[]
}

/** How the house signs, and where answers to it go. */
export async function houseOf(db: Db | Trx): Promise<Sender> {
  const { sender_name, reply_to } = await readSetting(db, 'mail')
  return { name: sender_name || (await readSetting(db, 'organisation')).name || 'Noordkaap', email: reply_to }
}

/** Queues it as a mailing, each person once; it leaves as soon as the transaction is over. @returns the mailing */
export async function queueForMoment(
  trx: Trx,
  services: Pick<Services, 'jobs' | 'registry'>,
  { record, message, sender, kind, people, inCalendars, template, drawn }: AutomaticMessage,
): Promise<number> {
  const audience = audienceOfRecord(services.registry, record.type)
  const house = sender ? null : await houseOf(trx)
  const { id } = await trx
    .insertInto('mailings')
    .values({
      object_type: record.type,
      object_id: record.id,
      subject: message.subject,
      content: message.content,
      sender_id: sender?.id ?? null,
      sender_name: sender?.name ?? house!.name,
      sender_email: sender?.email ?? house!.email,
      calendar: inCalendars ? 'news' : null,
      drawn: drawn ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const files = await listDefaultFiles(trx, template)
  await attachToMailing(
    trx,
    id,
    files.map((file) => file.id),
  )
  const rows = JSON.stringify([...new Map(people.map((person) => [person.id, person])).values()])
  await queueMany(
    trx,
    sql`select p.email, ${kind}::text, p.id from jsonb_to_recordset(${rows}::jsonb) as p(id integer, email text)`,
    {
      mailingId: id,
      subject: message.subject,
      replyTo: sender?.email ?? null,
      senderName: null,
      sentBy: null,
      recordType: audience.recipient,
      standInType: audience.standIn,
    },
  )
  await services.jobs.add(trx, 'message.mailing', { id }, { key: `mailing-${id}` })
  return id
}
