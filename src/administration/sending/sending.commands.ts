import { HttpError, Invalid } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Trx } from '../../platform/database/types.ts'
import type { Services } from '../../platform/services.ts'
import { listDefaultFiles, queueMailing, refuseTemplate } from '../../system/messages/index.ts'
import { readSetting } from '../../system/settings/index.ts'
import { lockForNumbers, makeDefinitive } from '../invoices/index.ts'
import { invoiceAudience } from './audience.ts'
import type { SendInput } from './sending.forms.ts'
import { type Sending, planSending, sendingKey } from './sending.plan.ts'

const CHANGED = 'Er is intussen iets gewijzigd aan wat u verstuurt. Ga terug en kijk wat er nu gebeurt.'

/** How an invoice is called where one is named. */
export const calledAs = ({ uid, customer }: Pick<Sending, 'uid' | 'customer'>): string =>
  uid === null ? `Het concept voor ${customer}` : `Factuur ${uid}`

/**
 * Gives concepts their numbers and queues a mail per invoice, all of them or none. The files are drawn when it is the turn
 * of each mail, which leaves with all of them or not at all.
 * @returns those that were sent, and how many got their number with it
 * @throws Invalid (422) where one cannot be sent, or the text cannot be made; HttpError (409) when it is not what was shown
 */
export async function sendInvoices(
  trx: Trx,
  services: Services,
  viewer: Viewer,
  form: SendInput,
): Promise<{ ids: number[]; numbered: number }> {
  refuseTemplate(invoiceAudience, form)
  // Of two windows that send the same, the second sees here what the first did.
  await lockForNumbers(trx, form.invoices)
  const format = form.ubl === '' ? null : form.ubl
  const plan = await planSending(trx, viewer, form.invoices, format)
  if (plan.length < form.invoices.length) throw new HttpError(409, CHANGED)
  const stuck = plan.find(({ obstacle }) => obstacle)
  if (stuck) throw new Invalid({ invoices: [`${calledAs(stuck)} ${stuck.obstacle!.why}.`] })
  if (form.plan !== undefined && form.plan !== sendingKey(plan)) throw new HttpError(409, CHANGED)
  const concepts = plan.filter(({ uid }) => uid === null)
  for (const { id } of concepts) await makeDefinitive(trx, id)
  const ids = plan.map(({ id }) => id)
  const { invoice_message: template } = await readSetting(trx, 'sale_messages')
  const files = template === null ? [] : await listDefaultFiles(trx, template)
  const { queued } = await queueMailing(trx, services, viewer, invoiceAudience, {
    ...{ subject: form.subject, content: form.content, kinds: ['debtor'], ids, of: null, calendar: null },
    attachments: files.map(({ id }) => id),
    drawn: format === null ? ['pdf'] : ['pdf', format],
  })
  if (queued < ids.length) throw new HttpError(409, CHANGED)
  return { ids, numbered: concepts.length }
}
