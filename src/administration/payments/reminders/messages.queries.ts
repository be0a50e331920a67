import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Reason } from '../../../platform/errors.ts'
import type { Services } from '../../../platform/services.ts'
import { fitsRecipients, getDefault } from '../../../system/messages/index.ts'
import { readSetting } from '../../../system/settings/index.ts'
import type { MailedKind } from './audience.ts'

/** Which default message goes with which letter. */
export const MESSAGE_KEYS = {
  reminder: 'reminder_message',
  notice: 'notice_message',
  final: 'final_message',
  statement: 'statement_message',
} as const satisfies Record<MailedKind, string>

/** Why a default message cannot be what goes with such letters, as a sentence; null when it can. */
export const whyNotRead = (
  db: Db | Trx,
  services: Pick<Services, 'registry'>,
  kind: MailedKind,
  template: number,
): Promise<string | null> => fitsRecipients(db, services, { record: 'reminder', recipients: kind, template })

/** What goes with such letters; null where none is chosen that fits. */
export async function messageOf(db: Db | Trx, services: Pick<Services, 'registry'>, kind: MailedKind) {
  const template = (await readSetting(db, 'reminder_messages'))[MESSAGE_KEYS[kind]]
  if (template === null || (await whyNotRead(db, services, kind, template)) !== null) return null
  const { id, subject, content } = await getDefault(db, template)
  return { id, subject, content }
}

/** What keeps a default message from being deleted. */
export async function messageBlockers(db: Db | Trx, id: number): Promise<Reason[]> {
  const chosen = await readSetting(db, 'reminder_messages')
  const count = Object.values(chosen).filter((template) => template === id).length
  return [{ label: 'Berichten bij herinneringen', count, url: '/settings/?tab=reminder-messages' }]
}
