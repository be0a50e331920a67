import { NotFound } from '../../platform/errors.ts'
import { formatCount, formatDateTime } from '../../platform/format/format.ts'
import { parseForm } from '../../platform/forms/invalid.ts'
import { mailLeaves, sentFlash } from '../../platform/mail/sending.ts'
import { wizard } from '../../platform/screens/wizard.ts'
import { MAIL_STATES, editorFor, listDefaultFiles } from '../../system/messages/index.ts'
import { invoicesArea } from '../invoices/rights.ts'
import { FORMATS } from '../ubl/index.ts'
import { invoiceAudience } from './audience.ts'
import { standardMessage } from './messages.queries.ts'
import { calledAs, sendInvoices } from './sending.commands.ts'
import { InvoicesStep, SENDING_FAILED, SendForm, SendQuery } from './sending.forms.ts'
import { type Sending, planSending, sendingKey } from './sending.plan.ts'

/** With one of them somebody means to send it again; among many those that were sent stay behind. */
const isMeant = ({ obstacle, last }: Sending, all: readonly Sending[]) =>
  obstacle === null && (all.length === 1 || last === null || last.state !== 'sent')

/** What of an earlier mail is said beside its invoice. */
const toldOf = ({ last }: Sending) =>
  last && `${MAIL_STATES[last.state]?.label ?? last.state} op ${formatDateTime(new Date(last.at))}`

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
    const rows = await planSending(db, viewer, query.ids, null)
    if (rows.length === 0) throw new NotFound('Factuur')
    return { rows }
  },
  title: ({ rows }) => (rows.length === 1 ? `${calledAs(rows[0]!)} verzenden` : 'Facturen verzenden'),
  subtitle: ({ rows }) => (rows.length === 1 ? rows[0]!.customer : formatCount(rows.length, 'factuur', 'facturen')),
  steps: [
    {
      key: 'invoices',
      label: 'Facturen',
      view: 'administration/sending/invoices',
      check: InvoicesStep,
      load: (_ctx, { rows }) => ({
        lines: rows.map((row) => ({ ...row, told: toldOf(row), chosen: isMeant(row, rows) })),
        formats: [
          { value: '', label: 'Alleen de PDF' },
          ...Object.entries(FORMATS).map(([value, { label }]) => ({ value, label: `PDF en UBL (${label})` })),
        ],
      }),
    },
    {
      key: 'message',
      label: 'Bericht',
      view: 'administration/sending/message',
      load: async ({ db, viewer, services }, _base, fields) => {
        const { invoices, ubl } = parseForm(InvoicesStep, fields)
        const plan = await planSending(db, viewer, invoices, ubl === '' ? null : ubl)
        const message = await standardMessage(db, services, 'invoice_message')
        return {
          plan,
          key: sendingKey(plan),
          numbered: plan.filter(({ uid }) => uid === null).length,
          withoutUbl: ubl === '' ? [] : plan.filter(({ ublProblems }) => ublProblems.length > 0),
          called: calledAs,
          message,
          files: message.id === null ? [] : await listDefaultFiles(db, message.id),
          editor: editorFor(invoiceAudience),
          previewUrl: `/messages/preview/${invoiceAudience.type}?ids=${invoices.join(',')}&live=1`,
          leaves: await mailLeaves(services),
        }
      },
    },
  ],
  failText: SENDING_FAILED,
  form: SendForm,
  submits: [{ label: 'Verzenden' }],
  save: async ({ trx, services, viewer, form }) => {
    const { ids, numbered } = await sendInvoices(trx, services, viewer, form)
    const numbers = numbered === 0 ? '' : `${formatCount(numbered, 'factuur', 'facturen')} definitief gemaakt`
    const sent = `${formatCount(ids.length, 'factuur wordt', 'facturen worden')} verzonden`
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
