import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import type { Config } from '../config.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Db } from '../database/types.ts'
import { type Viewer, may, wholePerson } from '../access/viewer.ts'
import { formatNumber } from '../format/format.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import type { Flash } from '../screens/models.ts'
import type { Services } from '../services.ts'
import { type MailProvider, accountRoute } from './accounts.ts'
import { type Delivery, type Route, errorText } from './delivery.ts'
import { tellFate } from './delivery-states.ts'
import { type Mail, composeLetter } from './letter.ts'
import { withoutSecret } from './mail.ts'
import { messagesArea } from './rights.ts'
import { appServerRoute } from './servers.ts'
import { smtpRoute } from './smtp.ts'

/** Pauses between tries, in seconds: 1 and 5 minutes, half an hour, 2 and 12 hours; then a person has to look at it. */
const PAUSES = [60, 300, 1800, 7200, 43_200]
/** Handing over takes less than this; a mail that takes longer was being sent by a process that died. */
const LOST_AFTER = '10 minutes'
const KEPT_ONLY = 'Er is geen mailserver ingesteld; dit bericht is alleen hier bewaard.'
const INTERRUPTED = 'De verzending is onderbroken; onbekend is of het bericht is aangekomen.'

const MailSetting = z.object({ sender_name: z.string().default(''), reply_to: z.string().default('') })
const Organisation = z.object({ name: z.string().default('') })

async function senderOf({ db, config }: Pick<Services, 'db' | 'config'>, address: string) {
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', ['mail', 'organisation'])
    .execute()
  const valueOf = (key: string) => rows.find((row) => row.key === key)?.value ?? {}
  const mail = MailSetting.parse(valueOf('mail'))
  return {
    name: mail.sender_name || Organisation.parse(valueOf('organisation')).name || 'Noordkaap',
    address,
    replyTo: mail.reply_to || null,
    domain: new URL(config.baseUrl).hostname,
  }
}

/** The way out: the mailbox that was signed in to, else the server of the surroundings, else that of the settings, else none. */
export async function currentRoute(services: Services): Promise<Route | null> {
  const { smtpUrl, baseUrl } = services.config
  return (
    (await accountRoute(services)) ??
    (smtpUrl === undefined
      ? await appServerRoute(services)
      : smtpRoute(`noreply@${new URL(baseUrl).hostname}`, smtpUrl))
  )
}

/** Whether mail leaves this installation at all. */
export async function mailLeaves(services: Services): Promise<boolean> {
  return (await currentRoute(services)) !== null
}

/** The same for who asked the database already what is linked. @param linked of `linkedWays` */
export const mailLeavesBy = ({ smtpUrl, mailProviders }: Config, linked: readonly string[]): boolean =>
  smtpUrl !== undefined || linked.some((way) => way === 'smtp' || mailProviders[way as MailProvider] !== undefined)

/** The same as SQL. */
export const mailLeavesNow = ({ config }: Pick<Services, 'config'>): RawBuilder<boolean> => {
  const usable = Object.entries(config.mailProviders).flatMap(([provider, known]) => (known ? [provider] : []))
  return config.smtpUrl === undefined
    ? sql<boolean>`exists (select 1 from mail_servers) or exists (select 1 from mail_accounts where provider = any(${usable}))`
    : sql<boolean>`true`
}

/** What a question that promises mails says beside them while none can leave; null while they do. */
export async function noMailNote(services: Services, viewer: Viewer): Promise<string | null> {
  if (await mailLeaves(services)) return null
  const where = may(wholePerson(viewer), messagesArea) ? ' De e-mails blijven bij Berichten staan.' : ''
  return `Er is geen mailserver ingesteld: er wordt niets verstuurd.${where}`
}

const notSent = (mails: number) =>
  `Niet verstuurd: er is geen mailserver ingesteld. ${mails === 1 ? 'Het bericht staat' : `De ${formatNumber(mails)} berichten staan`} bij Berichten.`

/**
 * The flash after somebody sent something: `str`, or that it stays here while there is no mail server.
 * @param also.mails how many mails it made, when that may be more than one
 * @param also.done what was done all the same, as a sentence, where sending was not all there was to do
 */
export async function sentFlash(
  services: Services,
  str: string,
  { mails = 1, done }: { mails?: number; done?: string } = {},
): Promise<Flash> {
  if (await mailLeaves(services)) return { str, type: 'success' }
  return { str: [done, notSent(mails)].filter(Boolean).join(' '), type: 'warning' }
}

/**
 * The flash of a save that also queued mail. It says what was done and, while there is no mail server, that no mail was
 * sent, so that nobody waits for a link that never comes.
 */
export async function notSentFlash(services: Services, viewer: Viewer, flash: Flash): Promise<Flash> {
  if (flash.type !== 'success' || (await mailLeaves(services))) return flash
  const where = may(wholePerson(viewer), messagesArea) ? ' De e-mail staat bij Berichten.' : ''
  return {
    str: `${flash.str.replace(/\.$/, '')}. Er is geen e-mail verstuurd: er is geen mailserver ingesteld.${where}`,
    type: 'warning',
  }
}

/** Takes a queued mail; null when somebody else has it, or it is gone. */
async function claim(db: Db, id: number): Promise<Mail | null> {
  const mail = await db
    .updateTable('mails')
    .set(({ eb }) => ({ state: 'sending', attempts: eb('attempts', '+', 1), claimed_at: new Date() }))
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returningAll()
    .executeTakeFirst()
  return mail ?? null
}

/** Stores what became of a mail that was being sent. */
async function recordDelivery(services: Services, mail: Mail, delivery: Delivery): Promise<Delivery> {
  const gaveUp = delivery.state === 'later' && mail.attempts > PAUSES.length
  const values =
    delivery.state === 'sent'
      ? {
          state: 'sent',
          error: delivery.note ?? null,
          provider_id: delivery.providerId ?? null,
          sent_at: new Date(),
          ...withoutSecret(mail),
        }
      : delivery.state === 'later'
        ? { state: gaveUp ? 'refused' : 'queued', error: delivery.error }
        : delivery
  const isTold = await inTransaction(services.db, null, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('mails')
      .set(values)
      .where('id', '=', mail.id)
      .where('state', 'in', ['sending', 'uncertain'])
      .executeTakeFirst()
    return numUpdatedRows > 0n && (await tellFate(trx, services.registry, { ...mail, ...values }))
  })
  if (isTold) await services.changes.announce(services.db, [{ type: mail.object_type!, id: mail.object_id! }])
  if (delivery.state !== 'later' || gaveUp) return delivery
  const seconds = delivery.afterSeconds ?? PAUSES[mail.attempts - 1]!
  const runAt = new Date(Date.now() + seconds * 1000)
  await services.jobs.add(services.db, 'mail.send', { id: mail.id }, { key: `mail-${mail.id}`, runAt })
  return delivery
}

/** Announces the change to browsers that show it. */
const announce = (services: Services, id: number) => services.changes.announce(services.db, [{ type: 'message', id }])

/**
 * Hands a queued mail over, once. What the server accepted is never sent again; where that is not known the state is
 * 'uncertain' and a person decides.
 * @returns what it came to; null when somebody else has it
 */
export async function handOver(
  services: Services,
  id: number,
  route: Route | null,
  signal?: AbortSignal,
): Promise<Delivery | null> {
  const mail = await claim(services.db, id)
  if (!mail) return null
  // Without a mail server the outbox page is where mail ends, as in the demo.
  if (!route) return recordDelivery(services, mail, { state: 'kept', error: KEPT_ONLY })
  let letter
  try {
    letter = await composeLetter(services, mail, await senderOf(services, route.address))
  } catch (error) {
    return recordDelivery(services, mail, { state: 'refused', error: `Niet samen te stellen: ${errorText(error)}` })
  }
  return recordDelivery(services, mail, await route.deliver(letter, signal))
}

/** The job of a single mail. A mail found in the middle of sending was left there by a process that died. */
export const sendMail: JobHandler = async ({ id }, services, signal) => {
  signal?.throwIfAborted()
  const mailId = Number(id)
  const lost = await services.db
    .updateTable('mails')
    .set({ state: 'uncertain', error: INTERRUPTED })
    .where('id', '=', mailId)
    .where('state', '=', 'sending')
    .executeTakeFirst()
  if (lost.numUpdatedRows === 0n) await handOver(services, mailId, await currentRoute(services), signal)
  await announce(services, mailId)
}

/** Every few minutes: what a dead process left in the middle of sending gets its state. */
export const sweepMails: JobHandler = async (_payload, services) => {
  const lost = await services.db
    .updateTable('mails')
    .set({ state: 'uncertain', error: INTERRUPTED })
    .where('state', '=', 'sending')
    .where(sql<boolean>`claimed_at < now() - ${LOST_AFTER}::interval`)
    .returning('id')
    .execute()
  if (lost.length > 0)
    await services.changes.announce(
      services.db,
      lost.map(({ id }) => ({ type: 'message', id })),
    )
}
