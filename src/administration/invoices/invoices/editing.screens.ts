import * as z from 'zod'
import { id as anId } from '../../../platform/forms/fields.ts'
import { today } from '../../../platform/format/zone.ts'
import { action } from '../../../platform/screens/call/calls.ts'
import { recordForms } from '../../../platform/screens/form/record-forms.ts'
import { NOTHING_OWN, chosenBuyers, ownOf, savedText } from '../../sales/sales/index.ts'
import { addConcept, copyInvoice, deleteConcept, editConcept } from './concepts.commands.ts'
import { CopyForm, InvoiceEditForm, InvoiceForm } from './invoices.forms.ts'
import { getInvoice } from './invoices.queries.ts'
import { conceptsArea } from './rights.ts'

const HOME = '/administration/invoices'
const access = { area: conceptsArea, record: 'invoice', right: 'change' } as const
const form = {
  ...access,
  home: HOME,
  size: 'medium',
  view: 'administration/invoices/form',
  formRecords: { company_id: 'company', contact_id: 'contact', payment_condition_id: 'payment_condition' },
} as const

/** A concept by hand; its lines come after. */
export const invoiceForms = recordForms({
  ...form,
  label: 'Factuur',
  path: '/administration/invoice',
  name: 'invoice',
  add: {
    query: z.object({ company_id: anId.nullable().catch(null), contact_id: anId.nullable().catch(null) }),
    load: async ({ db, query }) => ({
      invoice: null,
      day: today(),
      differs: NOTHING_OWN,
      chosen: { ...(await chosenBuyers(db, query)), conditions: [] },
    }),
    form: InvoiceForm,
    save: ({ trx, form: input, services }) => addConcept(trx, services.registry, input),
    open: (id) => `/administration/invoice/view/${id}`,
    example: (story) => ({
      form: {
        company_id: story.companies.deLinde,
        invoice_date: today().split('-').reverse().join('-'),
        payment_condition_id: story.paymentConditions.usual,
      },
    }),
  },
  edit: {
    load: async ({ db, params }) => {
      const invoice = await getInvoice(db, params.id)
      return {
        invoice,
        day: invoice.invoice_date,
        differs: await ownOf(db, invoice),
        chosen: {
          ...(await chosenBuyers(db, invoice)),
          conditions: [{ id: invoice.payment_condition_id, label: invoice.payment_condition }],
        },
      }
    },
    title: 'Concept wijzigen',
    subtitle: ({ invoice }) => invoice.customer,
    form: InvoiceEditForm,
    save: async ({ trx, params, form: input }) => {
      const repriced = await editConcept(trx, params.id, input)
      return { flash: { str: savedText(repriced), type: 'success' } }
    },
    example: (story) => ({ params: { id: story.invoices.concept }, form: { reference: 'Inkoop 4711' } }),
    options: [],
  },
  delete: { remove: deleteConcept, example: (story) => ({ form: { id: story.invoices.concept } }) },
})

export const invoiceCopy = action({
  ...access,
  recordParam: null,
  path: '/administration/invoice/copy',
  form: CopyForm,
  formRecords: { id: 'invoice' },
  save: async ({ trx, form: { id }, services }) => {
    const copy = await copyInvoice(trx, services.registry, id)
    return {
      changed: [{ type: 'invoice', id: copy }],
      flash: { str: 'Factuur gekopieerd', type: 'success' },
      close: true,
      open: `/administration/invoice/view/${copy}`,
      body: { id: copy },
    }
  },
  example: (story) => ({ form: { id: story.invoices.definitive } }),
})
