import { sql } from 'kysely'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { StoredFile } from '../../platform/files/kept-files.ts'
import { attachDrawn } from '../../platform/mail/attachments.ts'
import { type Delivery, errorText } from '../../platform/mail/delivery.ts'
import { type Invitation, attachInvitations } from '../../platform/mail/invitations.ts'
import { markMail, releaseMails, writeMail } from '../../platform/mail/mail.ts'
import { currentRoute, handOver } from '../../platform/mail/sending.ts'
import type { JobHandler } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'
import { type Mailing, type Text, type Waiting, composeTexts } from './composed.queries.ts'
import { audienceOfRecord } from './points.ts'

/** Mails per run of the job: short enough to stop a server, long enough not to be all overhead. */
const BATCH = 50
/** At the same time to one mail server. */
const AT_ONCE = 5
/** Longer than a batch and the pause after it take. */
const QUIET = '10 minutes'
/** Seconds that a server is left alone when it takes none of a batch, and at most, below QUIET. */
const REST = 60
const LONGEST_REST = 540

/** What the mails of a batch say in calendars, by the ids of the people; nothing for a mailing that does not. */
async function invitationsFor(services: Services, mailing: Mailing, people: { id: number; kind: string }[]) {
  const audience = audienceOfRecord(services.registry, mailing.object_type)
  if (mailing.calendar === null || mailing.object_id === null || !audience.invitations)
    return new Map<number, Invitation[]>()
  const host = new URL(services.config.baseUrl).hostname
  return audience.invitations(
    services.db,
    mailing.object_id,
    people.map(({ id }) => id),
    {
      organizer: { name: mailing.sender_name, email: mailing.sender_email || `noreply@${host}` },
      host,
      repeat: mailing.calendar === 'always',
    },
  )
}

/** What of a mail is made when it is its turn. */
interface Made {
  text: Text
  /** What it says in the calendar of its reader. */
  invitations: Invitation[]
  /** Files that were drawn to go along. */
  files: StoredFile[]
}

/** Gives a mail its text with all that goes along, or nothing of it. @returns whether it still waited */
async function writeWhole({ db }: Services, mail: number, { text, invitations, files }: Made): Promise<boolean> {
  if (invitations.length === 0 && files.length === 0) return writeMail(db, mail, text)
  return inTransaction(db, null, async (trx) => {
    const waits = await writeMail(trx, mail, text)
    if (waits) await attachInvitations(trx, mail, invitations)
    if (waits) await attachDrawn(trx, mail, files)
    return waits
  })
}

/** What is drawn to go along with a mail, or why it cannot be. */
async function drawnFor(services: Services, { drawn, object_type }: Mailing, { object_id }: Waiting) {
  if (drawn === null || object_id === null) return []
  const audience = audienceOfRecord(services.registry, object_type)
  return audience.draw?.(services, object_id, drawn).catch((error: unknown) => new Error(errorText(error))) ?? []
}

/** Writes down the texts of a batch; who cannot be written to says so. @returns those that still waited */
async function write(services: Services, mailing: Mailing, batch: Waiting[]): Promise<number[]> {
  const people = batch.map((mail) => ({ id: mail.object_id ?? 0, kind: mail.recipient_kind ?? '' }))
  const invitations = await invitationsFor(services, mailing, people)
  const texts = await composeTexts(services, mailing, batch)
  const written: number[] = []
  for (const mail of batch) {
    const text = texts.get(mail.id)!
    const files = text instanceof Error ? text : await drawnFor(services, mailing, mail)
    if (text instanceof Error || files instanceof Error)
      await markMail(services.db, mail.id, ['queued'], 'refused', `Niet samen te stellen: ${errorText(files)}`)
    else if (
      await writeWhole(services, mail.id, { text, files, invitations: invitations.get(mail.object_id ?? 0) ?? [] })
    )
      written.push(mail.id)
  }
  return written
}

/** How long the server is left alone, in ms: as long as it asks, and a while when it takes nothing at all. */
function restAfter(deliveries: (Delivery | null)[]): number {
  const later = deliveries.flatMap((delivery) => (delivery?.state === 'later' ? (delivery.afterSeconds ?? 0) : []))
  if (later.length === 0) return 0
  return Math.min(Math.max(later.length === deliveries.length ? REST : 0, ...later), LONGEST_REST) * 1000
}

/**
 * Works through a mailing, batch by batch: each run of the job adds the next, at the pace the mail server takes. Run
 * again after a crash it goes on where it was: what was sent, or may have been, no longer waits.
 */
export const sendMailing: JobHandler = async ({ id }, services, signal) => {
  const { db } = services
  const mailing = await db
    .selectFrom('mailings')
    .selectAll()
    .where('id', '=', Number(id))
    // By the clock of the database, which the job was started by.
    .where(sql<boolean>`coalesce(send_at <= now(), true)`)
    .executeTakeFirst()
  if (!mailing) return
  if (mailing.send_at) await releaseMails(db, mailing.id)
  const started = Date.now()
  const batch = await db
    .selectFrom('mails')
    .select(['id', 'object_type', 'object_id', 'recipient_kind'])
    .where('mailing_id', '=', mailing.id)
    .where('state', '=', 'queued')
    // What was tried already has a job of its own for its next try.
    .where('attempts', '=', 0)
    .orderBy('id')
    .limit(BATCH)
    .execute()
  if (batch.length === 0) return
  const route = await currentRoute(services)
  const waiting = await write(services, mailing, batch)
  const deliveries: (Delivery | null)[] = []
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined && !signal?.aborted; next = waiting.shift())
      deliveries.push(await handOver(services, next, route, signal))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  await services.changes.announce(db, [{ type: 'message', id: 0 }])
  const pause = route ? (batch.length / route.perMinute) * 60_000 : 0
  await services.jobs.add(
    db,
    'message.mailing',
    { id: mailing.id },
    { key: `mailing-${mailing.id}`, runAt: new Date(started + Math.max(pause, restAfter(deliveries))) },
  )
}

/**
 * Mailings whose job was lost with its process go on: those that wait while nothing of them left for a while, from the
 * time on that they were planned for.
 */
export const resumeMailings: JobHandler = async (_payload, services) => {
  const { rows } = await sql<{ id: number }>`
    select id from mailings
    where exists (select 1 from mails where mailing_id = mailings.id and state in ('scheduled', 'queued') and attempts = 0)
      and coalesce(send_at, created_at) < now() - ${QUIET}::interval
      and not exists (select 1 from mails where mailing_id = mailings.id and claimed_at > now() - ${QUIET}::interval)
  `.execute(services.db)
  for (const { id } of rows) await services.jobs.add(services.db, 'message.mailing', { id }, { key: `mailing-${id}` })
}
