import * as z from 'zod'
import { chosen, id } from '../../../../platform/forms/fields.ts'
import { action, json } from '../../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../../platform/screens/form/form-popup.ts'
import type { SaveCtx } from '../../../../platform/screens/screen.ts'
import { getInvoice } from '../invoices.queries.ts'
import { NONE_TO_MERGE, invoiceTitle } from '../invoices.rules.ts'
import { mergeInvoices } from './merging.commands.ts'
import { listMergeable } from './merging.queries.ts'
import { invoicesArea } from '../rights.ts'

const access = { area: invoicesArea, record: 'invoice', right: 'change' } as const
const MergeForm = z.object({ invoices: chosen(id) })
const formRecords = { invoices: 'invoice' } as const

async function merged({ trx, params, form, services }: SaveCtx<{ id: number }, object, { invoices: number[] }>) {
  await mergeInvoices(trx, services.registry, params.id, form.invoices)
  return {
    changed: [params.id, ...form.invoices].map((id) => ({ type: 'invoice', id })),
    flash: { str: 'Facturen samengevoegd', type: 'success' as const },
    body: { id: params.id },
  }
}

/** With which concepts one can be merged. */
export const mergeableInvoices = json({
  ...access,
  path: '/api/administration/invoices/:id/getMergableInvoices',
  answer: ({ db, params }) => listMergeable(db, params.id),
  example: (story) => ({ params: { id: story.invoices.concept }, foreign: null }),
})

/** The same for who chooses them (S-138). */
export const invoiceMerge = formPopup({
  ...access,
  path: '/administration/invoice/:id/merge',
  home: '/administration/invoices',
  size: 'medium',
  view: 'administration/invoices/merge',
  load: async ({ db, params }) => ({
    invoice: await getInvoice(db, params.id),
    mergeable: await listMergeable(db, params.id),
    none: NONE_TO_MERGE,
  }),
  title: 'Facturen samenvoegen',
  subtitle: ({ invoice }) => `${invoiceTitle(invoice)} · ${invoice.customer}`,
  form: MergeForm,
  formRecords,
  submits: [{ label: 'Samenvoegen' }],
  refusal: ({ mergeable }) => (mergeable.length === 0 ? 'Er is niets te doen.' : undefined),
  save: merged,
  example: (story) => ({ params: { id: story.invoices.concept }, form: { invoices: [story.sales.invoice] } }),
})

export const invoicesMerge = action({
  ...access,
  path: '/api/administration/invoices/:id/merge',
  form: MergeForm,
  formRecords,
  save: merged,
  example: (story) => ({ params: { id: story.invoices.concept }, form: { invoices: [story.sales.invoice] } }),
})
