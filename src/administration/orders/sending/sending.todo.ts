import { type SqlBool, sql } from 'kysely'
import type { OpenLine, OpenPoint } from '../../../platform/screens/popup/open-points.ts'
import type { PopupAction } from '../../../platform/screens/popup/popup-actions.ts'
import { mailLeavesBy } from '../../../platform/mail/sending.ts'
import { messagesArea } from '../../../platform/mail/rights.ts'
import type { Services } from '../../../platform/services.ts'
import { isWaitingSql } from '../../../system/messages/index.ts'
import { invoicesArea } from '../../invoices/invoices/rights.ts'
import { quotationsArea } from '../quotations/rights.ts'
import { type Sent, lastMail } from './outbox.queries.ts'

const invoiceWizard = (id: number) => `/administration/invoice/getSendWizard/?ids=${id}`
const quotationWizard = (id: number) => `/administration/quotation/getSendWizard?ids=${id}`

interface Mailed {
  id: number
  state: string
  recipient: string
  linked: string[]
}

/** What is said of a mail that did not arrive, or not yet. */
const TOLD: Readonly<Record<string, (recipient: string) => string>> = {
  queued: (recipient) => `E-mail aan ${recipient} is onderweg`,
  sending: (recipient) => `E-mail aan ${recipient} is onderweg`,
  kept: (recipient) => `E-mail aan ${recipient} is niet verstuurd: er is geen mailserver ingesteld`,
  refused: (recipient) => `E-mail aan ${recipient} is geweigerd`,
  bounced: (recipient) => `E-mail aan ${recipient} kwam terug`,
  uncertain: (recipient) => `Onzeker of de e-mail aan ${recipient} is aangekomen`,
}

/** What the last mail asks of somebody; null where it arrived, or there is none. */
function mailLine(mail: Mailed | null, { config }: Services): OpenLine | null {
  // What waits for its turn where no mail leaves ends as kept: that is said from the first moment.
  const state = mail?.state === 'queued' && !mailLeavesBy(config, mail.linked) ? 'kept' : mail?.state
  const told = state && TOLD[state]
  if (!mail || !told) return null
  const waits = ['queued', 'sending'].includes(state)
  return {
    label: told(mail.recipient),
    icon: waits ? 'mail' : 'mail-x',
    state: waits ? 'later' : 'open',
    action: { label: 'Bekijken', kind: 'popup', url: `/messages/view/${mail.id}`, area: messagesArea },
  }
}

/** Whether an invoice with a number reached its customer, for who reads what was sent. */
export const unsentInvoice: OpenPoint = {
  record: 'invoice',
  order: 40,
  area: messagesArea,
  ask: (_viewer, id) => sql`(
    select json_build_object('sent', invoices.sent_at is not null, 'mail', (${lastMail('invoice', id)}))
    from invoices where invoices.id = ${id} and invoices.definitive_at is not null)`,
  line: (answer, { id }, _viewer, services) => {
    const { sent, mail } = answer as { sent: boolean; mail: Mailed | null }
    const told = mailLine(mail, services)
    if (told) return told
    if (sent) return { label: 'Verzonden', icon: 'mail-check', state: 'done' }
    return {
      label: 'Nog niet verzonden',
      icon: 'mail',
      state: 'open',
      action: { label: 'Verzenden', kind: 'popup', url: invoiceWizard(id), area: invoicesArea, right: 'change' },
    }
  },
}

/** Whether the mail of a quotation arrived. */
export const unsentQuotation: OpenPoint = {
  record: 'quotation',
  order: 40,
  area: messagesArea,
  ask: (_viewer, id) => sql`(${lastMail('quotation', id)})`,
  line: (answer, _record, _viewer, services) => mailLine(answer as Mailed | null, services),
}

const waits = (type: Sent, id: number) => sql<SqlBool>`exists (select from mails
  where object_type = ${type} and object_id = ${id} and ${isWaitingSql(sql`state`)})`

/** Sending it, which comes next while it has not left; the concept of an invoice gets its number with it. */
export const sendInvoiceStep: PopupAction = {
  record: 'invoice',
  place: 'step',
  order: 30,
  area: invoicesArea,
  right: 'change',
  action: ({ id }) => ({ label: 'Verzenden', icon: 'mail', kind: 'popup', url: invoiceWizard(id) }),
  when: (_viewer, id) => sql`exists (select from invoices where id = ${id} and not ${waits('invoice', id)}
    and (definitive_at is not null or exists (select from sale_lines where invoice_id = ${id} and kind = 'product')))`,
  next: (_viewer, id) => sql`exists (select from invoices where id = ${id} and definitive_at is not null and sent_at is null)`, // prettier-ignore
}

/** The same for a quotation that has no answer yet. */
export const sendQuotationStep: PopupAction = {
  record: 'quotation',
  place: 'step',
  order: 30,
  area: quotationsArea,
  right: 'change',
  action: ({ id }) => ({ label: 'Versturen', icon: 'mail', kind: 'popup', url: quotationWizard(id) }),
  when: (_viewer, id) => sql`exists (select from quotations where id = ${id} and stage in ('concept', 'sent', 'viewed')
    and not ${waits('quotation', id)}
    and exists (select from sale_lines where quotation_id = ${id} and kind = 'product' and chosen))`,
  next: (_viewer, id) => sql`exists (select from quotations where id = ${id} and stage = 'concept')`,
}
