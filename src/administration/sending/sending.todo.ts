import { type RawBuilder, sql } from 'kysely'
import type { OpenPoint } from '../../platform/screens/open-points.ts'
import type { PopupAction } from '../../platform/screens/popup-actions.ts'
import { invoicesArea } from '../invoices/rights.ts'

const wizardUrl = (id: number) => `/administration/invoice/getSendWizard/?ids=${id}`

interface Standing {
  sent: boolean
  mail: { id: number; state: string; recipient: string } | null
}

/** The last mail with which an invoice was sent. */
const lastMail = (id: number): RawBuilder<unknown> => sql`
  select json_build_object('id', mails.id, 'state', mails.state, 'recipient', mails.recipient)
  from mails left join mailings on mailings.id = mails.mailing_id
  where mails.object_type = 'invoice' and mails.object_id = ${id}
    and (mailings.drawn is not null or mails.resend_of is not null)
  order by mails.id desc limit 1`

/** What is said of a mail that did not arrive, or not yet. */
const TOLD: Readonly<Record<string, (recipient: string) => string>> = {
  queued: (recipient) => `E-mail aan ${recipient} is onderweg`,
  sending: (recipient) => `E-mail aan ${recipient} is onderweg`,
  kept: () => 'E-mail niet verstuurd: er is geen mailserver ingesteld',
  refused: (recipient) => `E-mail aan ${recipient} is geweigerd`,
  bounced: (recipient) => `E-mail aan ${recipient} kwam terug`,
  uncertain: (recipient) => `Onzeker of de e-mail aan ${recipient} is aangekomen`,
}

/** Whether an invoice with a number reached its customer. */
export const unsentInvoice: OpenPoint = {
  record: 'invoice',
  order: 40,
  area: invoicesArea,
  ask: (_viewer, id) => sql<Standing | null>`(
    select json_build_object('sent', invoices.sent_at is not null, 'mail', (${lastMail(id)}))
    from invoices where invoices.id = ${id} and invoices.definitive_at is not null)`,
  line: (answer, { id }) => {
    const { sent, mail } = answer as Standing
    const told = mail && TOLD[mail.state]
    if (told)
      return {
        label: told(mail.recipient),
        icon: ['queued', 'sending'].includes(mail.state) ? 'mail' : 'mail-x',
        state: ['queued', 'sending'].includes(mail.state) ? 'later' : 'open',
        action: { label: 'Bekijken', kind: 'popup', url: `/messages/view/${mail.id}`, area: invoicesArea },
      }
    if (sent) return { label: 'Verzonden', icon: 'mail-check', state: 'done' }
    return {
      label: 'Nog niet verzonden',
      icon: 'mail',
      state: 'open',
      action: { label: 'Verzenden', kind: 'popup', url: wizardUrl(id), area: invoicesArea, right: 'change' },
    }
  },
}

/** Sending it, which comes next while it has not left; a concept gets its number with it. */
export const sendStep: PopupAction = {
  record: 'invoice',
  place: 'step',
  order: 30,
  area: invoicesArea,
  right: 'change',
  action: ({ id }) => ({ label: 'Verzenden', icon: 'mail', kind: 'popup', url: wizardUrl(id) }),
  when: (_viewer, id) => sql`exists (select 1 from invoices where id = ${id}
    and (definitive_at is not null or exists (select 1 from sale_lines where invoice_id = ${id} and kind = 'product')))`,
  next: (_viewer, id) =>
    sql`exists (select 1 from invoices where id = ${id} and definitive_at is not null and sent_at is null)`,
}
