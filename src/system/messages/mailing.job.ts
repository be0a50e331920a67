import { type Selectable, sql } from 'kysely'
import type { DB } from '../../platform/database/types.ts'
import { type Delivery, errorText } from '../../platform/mail/delivery.ts'
import { markMail, writeMail } from '../../platform/mail/mail.ts'
import { currentRoute, handOver } from '../../platform/mail/sending.ts'
import type { JobHandler } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'
import { plainText } from './html.rules.ts'
import { parseTemplate, renderTemplate } from './template.rules.ts'
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

/** What the sender's variables are. */
export async function senderValues(
  { db }: Pick<Services, 'db'>,
  sender: { name: string; email: string },
): Promise<Record<string, unknown>> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'organisation').executeTakeFirst()
  const name = (row?.value as { name?: string } | undefined)?.name
  return { afzender: { naam: sender.name, email: sender.email }, organisatie: { naam: name ?? 'Noordkaap' } }
}

type Mailing = Selectable<DB['mailings']>
interface Waiting {
  id: number
  object_id: number | null
  recipient_kind: string | null
}

/** Makes the texts of a batch; who cannot be written to says so. */
async function write(services: Services, mailing: Mailing, batch: Waiting[]): Promise<number[]> {
  const template = parseTemplate(mailing)
  const audience = audienceOfRecord(services.registry, mailing.object_type)
  const people = batch.map((mail) => ({ id: mail.object_id ?? 0, kind: mail.recipient_kind ?? '' }))
  const values = await audience.values(services.db, mailing.object_id === null ? [] : [mailing.object_id], people)
  const shared = await senderValues(services, { name: mailing.sender_name, email: mailing.sender_email })
  const written: number[] = []
  for (const mail of batch) {
    const own = values.get(mail.object_id ?? 0)
    try {
      if (!own) throw new Error('deze persoon bestaat niet meer')
      const { subject, html } = renderTemplate(template, { ...shared, ...own })
      if (await writeMail(services.db, mail.id, { subject, html, text: plainText(html) })) written.push(mail.id)
    } catch (error) {
      await markMail(services.db, mail.id, ['queued'], 'refused', `Niet samen te stellen: ${errorText(error)}`)
    }
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
  const mailing = await db.selectFrom('mailings').selectAll().where('id', '=', Number(id)).executeTakeFirst()
  if (!mailing) return
  const started = Date.now()
  const batch = await db
    .selectFrom('mails')
    .select(['id', 'object_id', 'recipient_kind'])
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

/** Mailings whose job was lost with its process go on: those that wait while nothing of them left for a while. */
export const resumeMailings: JobHandler = async (_payload, services) => {
  const { rows } = await sql<{ id: number }>`
    select id from mailings
    where exists (select 1 from mails where mailing_id = mailings.id and state = 'queued' and attempts = 0)
      and created_at < now() - ${QUIET}::interval
      and not exists (select 1 from mails where mailing_id = mailings.id and claimed_at > now() - ${QUIET}::interval)
  `.execute(services.db)
  for (const { id } of rows) await services.jobs.add(services.db, 'message.mailing', { id }, { key: `mailing-${id}` })
}
