import * as z from 'zod'
import { today } from '../../../platform/format/zone.ts'
import { deletion } from '../../../platform/screens/popup/deletion.ts'
import { action } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { chosenBuyers, savedText } from '../../sales/sales/index.ts'
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

/** A new quotation; its products come where it opens, at the prices of its customer. */
export const quotationAdd = formPopup({
  ...access,
  recordParam: null,
  path: '/administration/quotation/add',
  size: 'medium',
  title: 'Offerte toevoegen',
  view: 'administration/quotations/form',
  form: QuotationForm,
  formRecords: headRecords,
  // The list of a customer's quotations names that customer.
  query: z.object({ company_id: numberOrNone, contact_id: numberOrNone }),
  submits: [{ label: 'Offerte toevoegen' }],
  noUndo: 'number given',
  load: async ({ db, query, viewer }) => ({
    quotation: { quotation_date: today(), valid_until: validUntil(today()), country_code: 'NL' },
    isNew: true,
    chosen: { ...(await chosenBuyers(db, query)), employees: [{ id: viewer.id, label: viewer.name }] },
  }),
  save: async ({ trx, form }) => {
    const id = await addQuotation(trx, form)
    return {
      changed: [{ type: 'quotation', id }],
      flash: { str: 'Offerte toegevoegd', type: 'success' },
      open: `/administration/quotation/view/${id}`,
      body: { id },
    }
  },
  example: (story) => ({ form: { company_id: story.companies.twente } }),
})

/** Whom it is for, until when it holds, and what stands around the lines; once it was sent it is taken back first. */
export const quotationEdit = formPopup({
  ...access,
  path: '/administration/quotation/edit/:id',
  size: 'medium',
  load: async ({ db, params }) => {
    const quotation = await getQuotation(db, params.id)
    return {
      quotation,
      isNew: false,
      chosen: {
        ...(await chosenBuyers(db, quotation)),
        employees: quotation.employee_id === null ? [] : [{ id: quotation.employee_id, label: quotation.employee! }],
      },
    }
  },
  title: ({ quotation }) => `${quotation.uid} wijzigen`,
  refusal: ({ quotation }) => refusalToChange(quotation) ?? undefined,
  view: 'administration/quotations/form',
  form: QuotationEditForm,
  formRecords: headRecords,
  version: ({ quotation }) => quotation.version,
  save: async ({ trx, params, form }) => {
    const repriced = await editQuotation(trx, params.id, form)
    return { changed: [{ type: 'quotation', id: params.id }], flash: { str: savedText(repriced), type: 'success' } }
  },
  example: (story) => ({ params: { id: story.sales.quotation }, form: { reference: 'Aanvraag 4711' } }),
})

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

export const quotationDelete = deletion({
  area: quotationsArea,
  record: 'quotation',
  path: '/administration/quotation/delete',
  flash: 'Offerte verwijderd',
  remove: deleteQuotation,
  example: (story) => ({ form: { id: story.sales.quotation } }),
})
