import { NotFound } from '../../../platform/errors.ts'
import { formatCount } from '../../../platform/format/format.ts'
import { parseForm } from '../../../platform/forms/invalid.ts'
import { sentFlash } from '../../../platform/mail/sending.ts'
import { wizard } from '../../../platform/screens/form/wizard.ts'
import { invoicesArea } from '../../invoices/invoices/rights.ts'
import { planInvoices } from './invoices.plan.ts'
import { INVOICE_MESSAGE, invoicesStep } from './invoices.step.ts'
import { messageStep } from './message.step.ts'
import { sendInvoices } from './sending.commands.ts'
import { InvoicesStep, SENDING_FAILED, SendInvoicesForm, SendQuery } from './sending.forms.ts'
import { calledAs, invoiceOutcomes } from './sending.rules.ts'

/** Which invoices, to whom and with what; then what is written, as each reads it (R-213, S-137). */
export const invoiceSendWizard = wizard({
  area: invoicesArea,
  record: 'invoice',
  recordParam: null,
  fieldsOf: 'message',
  formRecords: { invoices: 'invoice' },
  right: 'change',
  path: '/administration/invoice/getSendWizard/',
  home: '/administration/invoices',
  query: SendQuery,
  size: 'xlarge',
  load: async ({ db, viewer, query }) => {
    const rows = await planInvoices(db, viewer, query.ids, null)
    if (rows.length === 0) throw new NotFound('Factuur')
    return { rows }
  },
  title: ({ rows }) => (rows.length === 1 ? `${calledAs('Factuur', rows[0]!)} verzenden` : 'Facturen verzenden'),
  subtitle: ({ rows }) => (rows.length === 1 ? rows[0]!.customer : formatCount(rows.length, 'factuur', 'facturen')),
  steps: [
    invoicesStep(InvoicesStep),
    {
      key: 'message',
      label: 'Bericht',
      view: 'administration/sending/message',
      load: async (ctx, _base, fields) => {
        const { invoices, ubl } = parseForm(InvoicesStep, fields)
        const plan = await planInvoices(ctx.db, ctx.viewer, invoices, ubl === '' ? null : ubl)
        return messageStep(ctx, plan, { ...INVOICE_MESSAGE, outcomes: invoiceOutcomes })
      },
    },
  ],
  failText: SENDING_FAILED,
  form: SendInvoicesForm,
  submits: [{ label: 'Verzenden' }],
  save: async ({ trx, services, viewer, form }) => {
    const { ids, numbered, left } = await sendInvoices(trx, services, viewer, form)
    const numbers = numbered === 0 ? '' : `${formatCount(numbered, 'factuur', 'facturen')} definitief gemaakt`
    const sent = [`${formatCount(ids.length, 'factuur wordt', 'facturen worden')} verzonden`, left]
      .filter(Boolean)
      .join('. ')
    return {
      changed: [...ids.map((id) => ({ type: 'invoice', id })), { type: 'message', id: 0 }],
      flash: await sentFlash(services, [numbers, sent].filter(Boolean).join(', '), {
        mails: ids.length,
        ...(numbers === '' ? {} : { done: `${numbers}.` }),
      }),
      body: { invoices: ids },
      ...(numbered === 0 ? {} : { noUndo: 'number given' as const }),
    }
  },
  example: (story) => ({
    query: { ids: String(story.invoices.definitive) },
    form: {
      'invoices[]': story.invoices.definitive,
      subject: 'Factuur {{ factuur.nummer }}',
      content: '<p>In de bijlage vindt u de factuur.</p>',
    },
  }),
})
