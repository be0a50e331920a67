import { type Selectable, sql } from 'kysely'
import type { DB } from '../../platform/database/types.ts'
import type { writeMail } from '../../platform/mail/mail.ts'
import type { Services } from '../../platform/services.ts'
import { plainText } from './html.rules.ts'
import { type Audience, audienceOfRecord } from './points.ts'
import { type MessageTemplate, parseTemplate, renderTemplate } from './template.rules.ts'

/** What the sender's variables are. */
export async function senderValues(
  { db }: Pick<Services, 'db'>,
  sender: { name: string; email: string },
): Promise<Record<string, unknown>> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'organisation').executeTakeFirst()
  const name = (row?.value as { name?: string } | undefined)?.name
  return { afzender: { naam: sender.name, email: sender.email }, organisatie: { naam: name ?? 'Noordkaap' } }
}

export type Mailing = Selectable<DB['mailings']>
/** A mail of a mailing that has no text yet. */
export interface Waiting {
  id: number
  object_type: string | null
  object_id: number | null
  recipient_kind: string | null
}
export type Text = Parameters<typeof writeMail>[2]

/** The id by which its audience knows who a mail goes to. */
const readerId = ({ standIn }: Audience, mail: Pick<Waiting, 'object_type' | 'object_id'>): number =>
  (mail.object_id ?? 0) * (standIn !== undefined && mail.object_type === standIn ? -1 : 1)

/** The text as it can be filled in. Since it was written what such a text may hold can have become less. */
function readTemplate(mailing: Mailing): MessageTemplate | Error {
  try {
    return parseTemplate(mailing)
  } catch (cause) {
    return new Error('de code in de tekst klopt niet', { cause })
  }
}

/** The texts of mails of a mailing, by their ids, or why there is none. */
export async function composeTexts(
  services: Pick<Services, 'db' | 'registry' | 'config'>,
  mailing: Mailing,
  mails: Waiting[],
): Promise<Map<number, Text | Error>> {
  const template = readTemplate(mailing)
  if (template instanceof Error) return new Map(mails.map(({ id }) => [id, template]))
  const audience = audienceOfRecord(services.registry, mailing.object_type)
  const people = mails.map((mail) => ({ id: readerId(audience, mail), kind: mail.recipient_kind ?? '' }))
  const values = await audience.values(
    services.db,
    mailing.object_id === null ? [] : [mailing.object_id],
    people,
    services,
  )
  const shared = await senderValues(services, { name: mailing.sender_name, email: mailing.sender_email })
  const textOf = (own: Record<string, unknown> | undefined): Text | Error => {
    if (!own) return new Error('deze persoon bestaat niet meer')
    try {
      const { subject, html } = renderTemplate(template, { ...shared, ...own })
      return { subject, html, text: plainText(html) }
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }
  return new Map(mails.map((mail) => [mail.id, textOf(values.get(readerId(audience, mail)))]))
}

/** Of so many mailings the texts are foreseen at once, each by some queries: as many as a list shows mails unless asked for more. */
const MOST_MAILINGS = 30

/** The texts as they would be now of those of these mails that wait for their time or their turn, and can be made. */
export async function foreseeTexts(
  services: Pick<Services, 'db' | 'registry' | 'config'>,
  ids: readonly number[],
): Promise<Map<number, Text>> {
  const foreseen = new Map<number, Text>()
  if (ids.length === 0) return foreseen
  const mails = await services.db
    .selectFrom('mails')
    .select(['id', 'object_type', 'object_id', 'recipient_kind'])
    .select(sql<number>`mailing_id`.as('mailing_id'))
    .where(sql<boolean>`id = any(${ids})`)
    .where('mailing_id', 'is not', null)
    .where(sql<boolean>`(state = 'scheduled' or (state = 'queued' and text_body = ''))`)
    .execute()
  const waiting = Map.groupBy(mails, ({ mailing_id }) => mailing_id)
  const mailings = [...waiting.keys()].slice(0, MOST_MAILINGS)
  if (mailings.length === 0) return foreseen
  const asked = await services.db.selectFrom('mailings').selectAll().where('id', 'in', mailings).execute()
  const composed = await Promise.all(
    asked.map((mailing) =>
      // One that cannot be made any more is shown as it was written, and keeps no other from being shown.
      composeTexts(services, mailing, waiting.get(mailing.id)!).catch(() => new Map<number, Text | Error>()),
    ),
  )
  for (const [id, text] of composed.flatMap((texts) => [...texts])) if (!(text instanceof Error)) foreseen.set(id, text)
  return foreseen
}
