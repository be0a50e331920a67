import { formatMoney } from '../../../../platform/format/format.ts'
import { today } from '../../../../platform/format/zone.ts'
import { DIVISION_LABELS, besideOf, dueOn, owedText } from '../../../sales/claims/index.ts'
import { action } from '../../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../../platform/screens/form/form-popup.ts'
import { laterText } from '../periods/closed-period.queries.ts'
import { getInvoice } from '../invoices.queries.ts'
import { STATUSES } from '../invoices.rules.ts'
import { invoicesArea } from '../rights.ts'
import { removePayment, tell } from './payment-state.commands.ts'
import { RemovePaymentForm, StatusForm } from './payment-state.forms.ts'
import { canBeTold, toldFlash, toldLabels } from './payment-state.rules.ts'

const access = { area: invoicesArea, record: 'invoice', right: 'change' } as const

/** What became of an invoice: sent, paid, disputed or written off. */
export const invoiceStatus = formPopup({
  ...access,
  fieldsOf: 'invoice_payment',
  path: '/administration/invoice/status/:id',
  home: '/administration/invoices',
  size: 'small',
  view: 'administration/invoices/status',
  load: async ({ db, params }) => {
    const invoice = await getInvoice(db, params.id)
    const { beside, due } = await dueOn(db, 'invoice', invoice, today())
    const told = invoice.uid === null ? [] : canBeTold(invoice)
    const labels = toldLabels(invoice.open < 0)
    const cents = invoice.open < 0 ? -invoice.open : due
    return {
      invoice,
      told: told.map((value) => ({ value, label: labels[value] })),
      payment: { paid_on: today(), amount: (cents / 100).toFixed(2).replace('.', ',') },
      open: formatMoney(Math.abs(invoice.open)),
      beside: besideOf(beside) === 0 ? null : owedText(beside),
      divisions: DIVISION_LABELS,
    }
  },
  title: ({ invoice }) => `Status van ${invoice.uid ?? 'een concept'}`,
  subtitle: ({ invoice }) => invoice.customer,
  status: ({ invoice }) => STATUSES[invoice.status],
  form: StatusForm,
  refusal: ({ invoice, told }) =>
    invoice.uid === null
      ? 'Een concept krijgt eerst een nummer.'
      : told.length === 0
        ? 'Aan deze factuur is niets meer te doen.'
        : undefined,
  save: async ({ trx, params, form }) => {
    const { uid, open } = await getInvoice(trx, params.id)
    const status = await tell(trx, params.id, form)
    const later = form.status === 'paid' ? await laterText(trx, form.paid_on) : null
    return {
      changed: [{ type: 'invoice', id: params.id }],
      flash: { str: [toldFlash(uid!, status, open < 0), later].filter(Boolean).join('. '), type: 'success' },
      body: { status },
      // Who sends it needs what is sent.
      ...(status === 'sent' ? { download: `/administration/invoice/${params.id}` } : {}),
    }
  },
  example: (story) => ({ params: { id: story.invoices.definitive }, form: { status: 'sent' } }),
})

/** A payment that was none. */
export const paymentRemove = action({
  ...access,
  path: '/administration/invoice/:id/remove_payment',
  form: RemovePaymentForm,
  save: async ({ trx, params, form }) => {
    await removePayment(trx, params.id, form.id)
    return {
      changed: [{ type: 'invoice', id: params.id }],
      flash: { str: 'Betaling verwijderd', type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.invoices.late }, form: { id: story.invoicePayment }, foreign: null }),
})
