import { action } from '../../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../../platform/screens/form/form-popup.ts'
import { WAIVING, WaiveForm, listBeside, splitByWaiving, waivingOf } from '../../../sales/claims/index.ts'
import { closedUntil } from '../periods/closed-period.queries.ts'
import { getInvoice } from '../invoices.queries.ts'
import { invoicesArea } from '../rights.ts'
import { isWaived } from './payment-state.queries.ts'
import { askAgain, waiveCosts } from './waiving.commands.ts'

const access = { area: invoicesArea, record: 'invoice', right: 'change' } as const

/** Costs and interest that letters asked, or would ask, are let go. */
export const invoiceWaive = formPopup({
  ...access,
  path: '/administration/invoice/waive/:id',
  home: '/administration/invoices',
  size: 'small',
  view: 'administration/waive',
  load: async ({ db, params }) => {
    const invoice = await getInvoice(db, params.id)
    const facts = (await listBeside(db, 'invoice', [params.id])).get(params.id)
    const paid = await splitByWaiving(db, 'invoice', params.id, await closedUntil(db))
    return { invoice, waived: await isWaived(db, params.id), sentences: waivingOf(facts, invoice.open, paid) }
  },
  title: WAIVING.title,
  subtitle: ({ invoice }) => `${invoice.uid ?? 'Concept'}, ${invoice.customer}`,
  refusal: ({ invoice, waived }) =>
    waived
      ? WAIVING.refusal
      : invoice.uid === null || invoice.credits_id !== null
        ? 'Over een concept of een creditfactuur gaan geen brieven.'
        : undefined,
  form: WaiveForm,
  submits: [{ label: WAIVING.submit }],
  save: async ({ trx, params, form }) => {
    await waiveCosts(trx, params.id, form.reason)
    return {
      changed: [{ type: 'invoice', id: params.id }],
      flash: { str: WAIVING.done, type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.invoices.late }, form: { reason: 'Uit coulance' }, foreign: null }),
})

/** They are asked again after all. */
export const invoiceCharge = action({
  ...access,
  path: '/administration/invoice/charge/:id',
  save: async ({ trx, params }) => {
    await askAgain(trx, params.id)
    return {
      changed: [{ type: 'invoice', id: params.id }],
      flash: { str: WAIVING.again, type: 'success' },
    }
  },
  example: (story) => ({
    params: { id: story.invoices.late },
    first: [{ path: `/administration/invoice/waive/${story.invoices.late}`, form: { reason: 'Uit coulance' } }],
    foreign: null,
  }),
})
