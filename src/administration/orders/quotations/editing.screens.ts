import * as z from 'zod'
import { today } from '../../../platform/format/zone.ts'
import { action } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { recordForms } from '../../../platform/screens/form/record-forms.ts'
import { NOTHING_OWN, chosenBuyers, ownOf, savedText } from '../../sales/sales/index.ts'
import { addQuotation, copyQuotation, deleteQuotation, editQuotation } from './quotations.commands.ts'
import { CopyAskForm, CopyForm, QuotationEditForm, QuotationForm } from './quotations.forms.ts'
import { getQuotation } from './quotations.queries.ts'
import { refusalToChange, validUntil } from './quotations.rules.ts'
import { quotationsArea } from './rights.ts'

const access = {
  area: quotationsArea,
  record: 'quotation',
  right: 'change',
  home: '/administration/quotations',
} as const
const headRecords = { company_id: 'company', contact_id: 'contact', employee_id: 'user' } as const
const numberOrNone = z.coerce.number().int().min(1).max(2_147_483_647).nullable().catch(null).default(null)

/** Whether a copy keeps the prices as they are. */
export const quotationCopyAsk = formPopup({
  ...access,
  path: '/administration/quotation/copy/:id',
  size: 'small',
  load: async ({ db, params }) => ({ quotation: await getQuotation(db, params.id) }),
  title: ({ quotation }) => `${quotation.uid} kopiëren`,
  view: 'administration/quotations/copy',
  form: CopyAskForm,
  submits: [{ label: 'Kopiëren' }],
  noUndo: 'number given',
  save: async ({ trx, params, form }) => copied(await copyQuotation(trx, params.id, form.prices)),
  example: (story) => ({ params: { id: story.sales.quotation }, form: { prices: 'new' } }),
})

const copied = (id: number) => ({
  changed: [{ type: 'quotation', id }],
  flash: { str: 'Offerte gekopieerd', type: 'success' as const },
  open: `/administration/quotation/view/${id}`,
  body: { id },
})

/** The same quotation once more, of today. */
export const quotationCopy = action({
  area: quotationsArea,
  record: 'quotation',
  right: 'change',
  recordParam: null,
  path: '/administration/quotation/copy',
  form: CopyForm,
  formRecords: { id: 'quotation' },
  noUndo: 'number given',
  save: async ({ trx, form }) => ({ ...copied(await copyQuotation(trx, form.id, form.prices)), close: true }),
  example: (story) => ({ form: { id: story.sales.quotation } }),
})

/** A new quotation; its products come where it opens, at the prices of its customer. */
export const quotationForms = recordForms({
  ...access,
  label: 'Offerte',
  path: '/administration/quotation',
  size: 'medium',
  view: 'administration/quotations/form',
  formRecords: headRecords,
  name: 'quotation',
  add: {
    form: QuotationForm,
    // The list of a customer's quotations names that customer.
    query: z.object({ company_id: numberOrNone, contact_id: numberOrNone }),
    noUndo: 'number given',
    load: async ({ db, query, viewer }) => ({
      quotation: { quotation_date: today(), valid_until: validUntil(today()), country_code: 'NL' },
      differs: NOTHING_OWN,
      chosen: { ...(await chosenBuyers(db, query)), employees: [{ id: viewer.id, label: viewer.name }] },
    }),
    save: ({ trx, form }) => addQuotation(trx, form),
    open: (id) => `/administration/quotation/view/${id}`,
    example: (story) => ({ form: { company_id: story.companies.twente } }),
  },
  edit: {
    load: async ({ db, params }) => {
      const quotation = await getQuotation(db, params.id)
      return {
        quotation,
        differs: await ownOf(db, quotation),
        chosen: {
          ...(await chosenBuyers(db, quotation)),
          employees: quotation.employee_id === null ? [] : [{ id: quotation.employee_id, label: quotation.employee! }],
        },
      }
    },
    title: ({ quotation }) => `${quotation.uid} wijzigen`,
    refusal: ({ quotation }) => refusalToChange(quotation) ?? undefined,
    form: QuotationEditForm,
    save: async ({ trx, params, form }) => {
      const repriced = await editQuotation(trx, params.id, form)
      return { flash: { str: savedText(repriced), type: 'success' } }
    },
    example: (story) => ({ params: { id: story.sales.quotation }, form: { reference: 'Aanvraag 4711' } }),
    options: [],
  },
  delete: { remove: deleteQuotation, example: (story) => ({ form: { id: story.sales.quotation } }) },
})
