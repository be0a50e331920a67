import type { Selectable } from 'kysely'
import type { DB } from '../../platform/database/types.ts'
import type { writeMail } from '../../platform/mail/mail.ts'
import type { Services } from '../../platform/services.ts'
import { plainText } from './html.rules.ts'
import { audienceOfRecord } from './points.ts'
import { parseTemplate, renderTemplate } from './template.rules.ts'

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
  object_id: number | null
  recipient_kind: string | null
}
export type Text = Parameters<typeof writeMail>[2]

/** The texts of mails of a mailing, by their ids, or why there is none. */
export async function composeTexts(
  services: Pick<Services, 'db' | 'registry' | 'config'>,
  mailing: Mailing,
  mails: Waiting[],
): Promise<Map<number, Text | Error>> {
  const template = parseTemplate(mailing)
  const audience = audienceOfRecord(services.registry, mailing.object_type)
  const people = mails.map((mail) => ({ id: mail.object_id ?? 0, kind: mail.recipient_kind ?? '' }))
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
  return new Map(mails.map((mail) => [mail.id, textOf(values.get(mail.object_id ?? 0))]))
}

/** A mail that waits for its time or its turn as it would be now; null for one that has its text, or cannot be made. */
export async function foreseeText(
  services: Pick<Services, 'db' | 'registry' | 'config'>,
  mail: Waiting & { mailing_id: number | null; state: string; text_body: string },
): Promise<Text | null> {
  const isUnwritten = mail.state === 'scheduled' || (mail.state === 'queued' && mail.text_body === '')
  if (mail.mailing_id === null || !isUnwritten) return null
  const mailing = await services.db
    .selectFrom('mailings')
    .selectAll()
    .where('id', '=', mail.mailing_id)
    .executeTakeFirstOrThrow()
  const text = (await composeTexts(services, mailing, [mail])).get(mail.id)
  return text instanceof Error ? null : (text ?? null)
}
