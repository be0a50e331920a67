import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Reason } from '../../../platform/errors.ts'
import type { Services } from '../../../platform/services.ts'
import { fitsRecipients, getDefault } from '../../../system/messages/index.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { invoiceAudience, quotationAudience } from './audience.ts'

/** What a default message is chosen for. */
export const KEYS = ['invoice_message', 'quotation_message'] as const

export type SaleMessage = (typeof KEYS)[number]

/** Who reads which message. */
export const READ_BY = {
  invoice_message: { audience: invoiceAudience, kind: 'debtor' },
  quotation_message: { audience: quotationAudience, kind: 'customer' },
} as const

/** Why a default message cannot be what these read, as a sentence; null when it can. */
export const whyNotRead = (db: Db | Trx, services: Pick<Services, 'registry'>, key: SaleMessage, template: number) =>
  fitsRecipients(db, services, { record: READ_BY[key].audience.record, recipients: READ_BY[key].kind, template })

/** What stands in a message before somebody writes something else; nothing where none was chosen that fits. */
export async function standardMessage(db: Db | Trx, services: Pick<Services, 'registry'>, key: SaleMessage) {
  const template = (await readSetting(db, 'sale_messages'))[key]
  if (template === null || (await whyNotRead(db, services, key, template)) !== null)
    return { id: null, subject: '', content: '' }
  const { id, subject, content } = await getDefault(db, template)
  return { id, subject, content }
}

/** What keeps a default message from being deleted. */
export async function messageBlockers(db: Db | Trx, id: number): Promise<Reason[]> {
  const chosen = await readSetting(db, 'sale_messages')
  const count = Object.values(chosen).filter((template) => template === id).length
  return [{ label: 'Berichten bij facturen en offertes', count, url: '/settings/?tab=sale-messages' }]
}
