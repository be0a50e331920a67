import { NotFound } from '../../../platform/errors.ts'
import { formatCount } from '../../../platform/format/format.ts'
import { parseForm } from '../../../platform/forms/invalid.ts'
import { sentFlash } from '../../../platform/mail/sending.ts'
import { wizard } from '../../../platform/screens/form/wizard.ts'
import { quotationsArea } from '../quotations/rights.ts'
import { messageStep } from './message.step.ts'
import { planQuotations } from './quotations.plan.ts'
import { sendQuotations } from './sending.commands.ts'
import { QuotationsStep, SENDING_FAILED, SendQuery, SendQuotationsForm } from './sending.forms.ts'
import { calledAs, isMeant, quotationOutcomes, toldOf } from './sending.rules.ts'

/** Which quotations and to whom; then what is written, as each reads it. */
export const quotationSendWizard = wizard({
  area: quotationsArea,
  record: 'quotation',
  recordParam: null,
  fieldsOf: 'message',
  formRecords: { quotations: 'quotation' },
  right: 'change',
  path: '/administration/quotation/getSendWizard',
  home: '/administration/quotations',
  query: SendQuery,
  size: 'xlarge',
  load: async ({ db, viewer, query }) => {
    const rows = await planQuotations(db, viewer, query.ids)
    if (rows.length === 0) throw new NotFound('Offerte')
    return { rows }
  },
  title: ({ rows }) => (rows.length === 1 ? `${calledAs('Offerte', rows[0]!)} versturen` : 'Offertes versturen'),
  subtitle: ({ rows }) => (rows.length === 1 ? rows[0]!.customer : formatCount(rows.length, 'offerte', 'offertes')),
  steps: [
    {
      key: 'quotations',
      label: 'Offertes',
      view: 'administration/sending/quotations',
      check: QuotationsStep,
      load: (_ctx, { rows }) => ({
        lines: rows.map((row) => ({ ...row, told: toldOf(row), chosen: isMeant(row, rows) })),
      }),
    },
    {
      key: 'message',
      label: 'Bericht',
      view: 'administration/sending/message',
      load: async (ctx, _base, fields) => {
        const { quotations } = parseForm(QuotationsStep, fields)
        return messageStep(ctx, await planQuotations(ctx.db, ctx.viewer, quotations), {
          key: 'quotation_message',
          outcomes: quotationOutcomes,
          one: 'offerte',
          paper: ({ id, uid }) => ({ label: `offerte-${uid}.pdf`, href: `/print/kind/quotation?ids=${id}` }),
        })
      },
    },
  ],
  failText: SENDING_FAILED,
  form: SendQuotationsForm,
  submits: [{ label: 'Versturen' }],
  save: async ({ trx, services, viewer, form }) => {
    const { ids, left } = await sendQuotations(trx, services, viewer, form)
    const sent = [`${formatCount(ids.length, 'offerte wordt', 'offertes worden')} verstuurd`, left]
      .filter(Boolean)
      .join('. ')
    return {
      changed: [...ids.map((id) => ({ type: 'quotation', id })), { type: 'message', id: 0 }],
      flash: await sentFlash(services, sent, { mails: ids.length }),
      body: { quotations: ids },
    }
  },
  example: (story) => ({
    query: { ids: String(story.sales.quotation) },
    form: {
      'quotations[]': story.sales.quotation,
      subject: 'Offerte {{ offerte.nummer }}',
      content: '<p>In de bijlage vindt u de offerte.</p>',
    },
  }),
})
