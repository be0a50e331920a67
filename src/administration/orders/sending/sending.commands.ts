import { HttpError, Invalid } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { planKey } from '../../../platform/screens/table/bulk-plan.ts'
import type { Services } from '../../../platform/services.ts'
import { listDefaultFiles, queueMailing, refuseTemplate } from '../../../system/messages/index.ts'
import type { Audience } from '../../../system/messages/points.ts'
import { lockForNumbers, makeDefinitive } from '../../invoices/invoices/index.ts'
import { lockQuotations, offerLinks } from '../quotations/index.ts'
import type { UblFormat } from '../../invoices/ubl/index.ts'
import { invoiceAudience, quotationAudience } from './audience.ts'
import { planRun } from './runs.plan.ts'
import { saleMessages } from './messages.ts'
import { planQuotations } from './quotations.plan.ts'
import type { SendInvoicesInput, SendQuotationsInput } from './sending.forms.ts'
import { type Sending, divided, leftText } from './sending.rules.ts'

const CHANGED = 'Er is intussen iets gewijzigd aan wat u verstuurt. Ga terug en kijk wat er nu gebeurt.'
const GONE = 'Iets van wat u verstuurt is er niet meer. Sluit dit venster en kies opnieuw.'

/**
 * Holds a save to the plan that was shown. What has nowhere to go keeps nothing else from going.
 * @returns those that can be sent, and what is said of the others
 * @throws Invalid (422) where none can; HttpError (409)
 */
export function sendable<S extends Sending>(
  plan: readonly S[],
  { ids, key, field, what }: { ids: readonly number[]; key: string | undefined; field: string; what: 'Factuur' | 'Offerte' }, // prettier-ignore
): { going: S[]; left: string | null } {
  if (plan.length < ids.length) throw new HttpError(409, GONE)
  const { going, left } = divided(plan, what)
  if (going.length === 0) throw new Invalid({ [field]: left.slice(0, 1) })
  if (key !== undefined && key !== planKey([...plan])) throw new HttpError(409, CHANGED)
  return { going, left: leftText(left) }
}

/** What is written, and what is drawn to go along. */
interface Letter {
  subject: string
  content: string
  drawn: string[]
  template: number | null
}

/** Queues a mail for each, in one mailing; its files are drawn when it is the turn of each mail. */
async function queueAll(
  trx: Trx,
  services: Services,
  viewer: Viewer,
  audience: Audience,
  { ids, subject, content, drawn, template }: Letter & { ids: number[] },
): Promise<void> {
  const files = template === null ? [] : await listDefaultFiles(trx, template)
  const { queued } = await queueMailing(trx, services, viewer, audience, {
    ...{ subject, content, ids, drawn, of: null, calendar: null },
    kinds: audience.kinds.map(({ key }) => key),
    attachments: files.map(({ id }) => id),
  })
  if (queued < ids.length) throw new HttpError(409, CHANGED)
}

/** Gives those of a plan that are concepts their numbers, in its order, and queues the mail of each. @returns how many got one */
export async function sendPlanned(
  trx: Trx,
  services: Services,
  viewer: Viewer,
  plan: readonly Sending[],
  { ubl, ...text }: { subject: string; content: string; ubl: UblFormat | null },
): Promise<number> {
  const concepts = plan.filter(({ uid }) => uid === null)
  for (const { id } of concepts) await makeDefinitive(trx, id)
  const template = (await saleMessages.find(trx, services, 'invoice_message'))?.id ?? null
  const drawn = ubl === null ? ['pdf'] : ['pdf', ubl]
  await queueAll(trx, services, viewer, invoiceAudience, { ...text, ids: plan.map(({ id }) => id), drawn, template })
  return concepts.length
}

/**
 * Gives concepts their numbers and queues a mail per invoice, for all that can be sent in one transaction. A mail leaves
 * with its files or not at all.
 * @returns those that were sent, how many got their number with it, and what is said of those that were not
 * @throws Invalid (422) where none can be sent, or the text cannot be made; HttpError (409) when it is not what was shown
 */
export async function sendInvoices(
  trx: Trx,
  services: Services,
  viewer: Viewer,
  form: SendInvoicesInput,
): Promise<{ ids: number[]; numbered: number; left: string | null }> {
  refuseTemplate(invoiceAudience, form)
  // Of two windows that send the same, the second sees here what the first did.
  await lockForNumbers(trx, form.invoices)
  const format = form.ubl === '' ? null : form.ubl
  const plan = await planRun(trx, viewer, form.invoices)
  const { going, left } = sendable(plan, { ids: form.invoices, key: form.plan, field: 'invoices', what: 'Factuur' })
  const { subject, content } = form
  const numbered = await sendPlanned(trx, services, viewer, going, { subject, content, ubl: format })
  return { ids: going.map(({ id }) => id), numbered, left }
}

/**
 * Queues a mail per quotation, for all that can be sent.
 * @returns those that were sent
 * @throws as `sendInvoices`
 */
export async function sendQuotations(
  trx: Trx,
  services: Services,
  viewer: Viewer,
  form: SendQuotationsInput,
): Promise<{ ids: number[]; left: string | null }> {
  refuseTemplate(quotationAudience, form)
  await lockQuotations(trx, form.quotations)
  const plan = await planQuotations(trx, viewer, form.quotations)
  const { going, left } = sendable(plan, { ids: form.quotations, key: form.plan, field: 'quotations', what: 'Offerte' })
  const ids = going.map(({ id }) => id)
  // Where the customer answers stands in the mail.
  await offerLinks(trx, services.config, ids)
  const template = (await saleMessages.find(trx, services, 'quotation_message'))?.id ?? null
  await queueAll(trx, services, viewer, quotationAudience, { ...form, ids, drawn: ['pdf'], template })
  return { ids, left }
}
