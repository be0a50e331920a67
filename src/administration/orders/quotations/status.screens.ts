import { action } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import type { Saved } from '../../../platform/screens/form/save.ts'
import { formatMoney } from '../../../platform/format/format.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import { conceptsArea } from '../../invoices/invoices/rights.ts'
import { ordersArea } from '../orders/rights.ts'
import { listSaleLines } from '../../sales/sales/index.ts'
import { makeInvoiceOf, makeOrderOf } from './on-answered.commands.ts'
import { offerLink } from './link.commands.ts'
import { accept, decline, extend, markSent, withdraw } from './quotations.commands.ts'
import { AcceptForm, DeclineForm, ExtendForm } from './quotations.forms.ts'
import { getQuotation } from './quotations.queries.ts'
import { type Act, allows, refusalOf, validUntil } from './quotations.rules.ts'
import { quotationsArea } from './rights.ts'

const access = { area: quotationsArea, record: 'quotation', right: 'change' } as const
const asking = { ...access, home: '/administration/quotations', size: 'small' } as const
const changed = (id: number, str: string): Saved => ({
  changed: [{ type: 'quotation', id }],
  flash: { str, type: 'success' },
})
const refusing =
  (act: Act) =>
  ({ quotation: { status } }: { quotation: Awaited<ReturnType<typeof getQuotation>> }) =>
    allows(act, status) ? undefined : refusalOf(act, status)

/** It went to the customer otherwise than by our mail; from now on there is a link to give. */
export const quotationMarkSent = action({
  ...access,
  path: '/administration/quotation/mark_sent/:id',
  save: async ({ trx, params, services }) => {
    await markSent(trx, params.id)
    await offerLink(trx, services.config, params.id)
    return changed(params.id, 'Offerte staat op verstuurd')
  },
  example: (story) => ({ params: { id: story.sales.quotation } }),
})

/** A concept again, so that it can be changed. */
export const quotationWithdraw = action({
  ...access,
  path: '/administration/quotation/withdraw/:id',
  save: async ({ trx, params }) => {
    await withdraw(trx, params.id)
    return changed(params.id, 'Offerte teruggehaald')
  },
  example: (story) => ({ params: { id: story.sales.sentQuotation } }),
})

/** The customer said yes by phone or on paper: who, and to which options. */
export const quotationAccept = formPopup({
  ...asking,
  path: '/administration/quotation/accept/:id',
  load: async ({ db, params }) => {
    const quotation = await getQuotation(db, params.id)
    const lines = await listSaleLines(db, { type: 'quotation', id: params.id })
    return {
      quotation,
      options: lines
        .filter(({ optional }) => optional)
        .map(({ id, name, amount, chosen }) => ({ value: String(id), label: `${name} (${formatMoney(amount)})`, chosen })), // prettier-ignore
    }
  },
  title: ({ quotation }) => `${quotation.uid} is geaccepteerd`,
  subtitle: ({ quotation }) => quotation.customer,
  refusal: refusing('accept'),
  view: 'administration/quotations/accept',
  form: AcceptForm,
  submits: [{ label: 'Geaccepteerd' }],
  save: async ({ trx, params, form }) => {
    await accept(trx, params.id, form)
    return changed(params.id, 'Offerte geaccepteerd')
  },
  example: (story) => ({ params: { id: story.sales.sentQuotation }, form: { accepted_name: 'Anouk van der Linden' } }),
})

/** The customer said no, and why. */
export const quotationDecline = formPopup({
  ...asking,
  path: '/administration/quotation/decline/:id',
  load: async ({ db, params }) => ({ quotation: await getQuotation(db, params.id) }),
  title: ({ quotation }) => `${quotation.uid} is afgewezen`,
  subtitle: ({ quotation }) => quotation.customer,
  refusal: refusing('decline'),
  view: 'administration/quotations/decline',
  form: DeclineForm,
  submits: [{ label: 'Afgewezen' }],
  save: async ({ trx, params, form }) => {
    await decline(trx, params.id, form)
    return changed(params.id, 'Offerte afgewezen')
  },
  example: (story) => ({ params: { id: story.sales.sentQuotation }, form: { decline_reason: 'Te duur' } }),
})

/** It holds for longer. */
export const quotationExtend = formPopup({
  ...asking,
  path: '/administration/quotation/extend/:id',
  load: async ({ db, params }) => ({ quotation: await getQuotation(db, params.id), until: validUntil(today()) }),
  title: ({ quotation }) => `${quotation.uid} verlengen`,
  subtitle: ({ quotation }) => quotation.customer,
  refusal: refusing('extend'),
  view: 'administration/quotations/extend',
  form: ExtendForm,
  submits: [{ label: 'Verlengen' }],
  save: async ({ trx, params, form }) => {
    await extend(trx, params.id, form.valid_until)
    return changed(params.id, 'Offerte verlengd')
  },
  example: (story) => ({
    params: { id: story.sales.sentQuotation },
    form: { valid_until: addDays(today(), 60).split('-').reverse().join('-') },
  }),
})

const following = { record: 'quotation', right: 'change' } as const

/** What was offered becomes an order, which opens. */
export const quotationOrder = action({
  ...following,
  area: ordersArea,
  path: '/administration/quotation/makeOrderFromQuotation/:id',
  noUndo: 'number given',
  save: async ({ trx, params, services }) => {
    const { id, isNew } = await makeOrderOf(trx, services.registry, params.id)
    return {
      changed: [
        { type: 'quotation', id: params.id },
        { type: 'order', id },
      ],
      flash: { str: isNew ? 'Order gemaakt' : 'Deze order was er al', type: 'success' },
      open: `/administration/order/view/${id}`,
      body: { id },
    }
  },
  example: (story) => ({ params: { id: story.sales.sentQuotation } }),
})

/** What was offered becomes a concept of an invoice, which opens. */
export const quotationInvoice = action({
  ...following,
  area: conceptsArea,
  path: '/administration/quotation/makeInvoiceFromQuotation/:id',
  save: async ({ trx, params, services }) => {
    const { id, isNew } = await makeInvoiceOf(trx, services.registry, params.id)
    return {
      changed: [
        { type: 'quotation', id: params.id },
        { type: 'invoice', id },
      ],
      flash: { str: isNew ? 'Concept van een factuur gemaakt' : 'Deze factuur was er al', type: 'success' },
      open: `/administration/invoice/view/${id}`,
      body: { id },
    }
  },
  example: (story) => ({ params: { id: story.sales.sentQuotation } }),
})
