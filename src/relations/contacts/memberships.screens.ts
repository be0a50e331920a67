import * as z from 'zod'
import { id, selectorId } from '../../platform/forms/fields.ts'
import { action } from '../../platform/screens/call/calls.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import type { Saved } from '../../platform/screens/form/save.ts'
import type { RecordRef } from '../../platform/screens/models.ts'
import { popup } from '../../platform/screens/popup/popup.ts'
import type { SaveCtx } from '../../platform/screens/screen.ts'
import { fullName } from '../naming/index.ts'
import { attachCompany, detachCompany, moveFromCompany, moveToCompany } from './memberships.commands.ts'
import { getContact } from './contacts.queries.ts'
import { contactsManageArea } from './rights.ts'

const manage = { area: contactsManageArea, record: 'contact', right: 'change', home: '/contacts' } as const
const CompanyChoice = z.object({ company_id: selectorId })

const changed = (contactId: number, ...companyIds: number[]): RecordRef[] => [
  { type: 'contact', id: contactId },
  ...companyIds.map((company) => ({ type: 'company', id: company })),
]

async function move(
  { trx, viewer }: Pick<SaveCtx<object, object, object>, 'trx' | 'viewer'>,
  to: {
    contactId: number
    companyId: number
  },
): Promise<Saved> {
  await moveToCompany(trx, viewer, to.contactId, to.companyId)
  return {
    changed: changed(to.contactId, to.companyId),
    flash: { str: 'Contact verplaatst', type: 'success' },
    close: true,
  }
}

export const moveToCompanyPopup = formPopup({
  ...manage,
  path: '/contact/moveToCompany/:id',
  size: 'small',
  load: async ({ db, params }) => ({ contact: await getContact(db, params.id) }),
  title: ({ contact }) => `${fullName(contact)} verplaatsen`,
  view: 'relations/contacts/company-choice',
  form: CompanyChoice,
  formRecords: { company_id: 'company' },
  submits: [{ label: 'Verplaatsen' }],
  save: (ctx) => move(ctx, { contactId: ctx.params.id, companyId: ctx.form.company_id }),
  example: (story) => ({ params: { id: story.contacts.anouk }, form: { company_id: story.companies.kuipers } }),
})

export const moveToCompanyCall = action({
  ...manage,
  recordParam: 'contactId',
  alsoRecords: { companyId: 'company' },
  path: '/contact/moveToCompany/:contactId/:companyId',
  save: (ctx) => move(ctx, ctx.params),
  example: (story) => ({ params: { contactId: story.contacts.anouk, companyId: story.companies.kuipers } }),
})

/** Asks before somebody becomes a private debtor. */
export const moveFromCompanyPopup = popup({
  ...manage,
  path: '/contact/moveFromCompany/:contactId',
  size: 'small',
  load: async ({ db, params }) => ({ contact: await getContact(db, params.contactId) }),
  title: ({ contact }) => `${fullName(contact)} losmaken`,
  view: 'relations/contacts/move-from-company',
  example: (story) => ({ params: { contactId: story.contacts.anouk } }),
})

export const moveFromCompanyCall = action({
  ...manage,
  path: '/contact/moveFromCompany/:contactId',
  save: async ({ trx, viewer, params }) => {
    await moveFromCompany(trx, viewer, params.contactId)
    return {
      changed: changed(params.contactId),
      flash: { str: 'Contact is nu particulier', type: 'success' },
      close: true,
    }
  },
  example: (story) => ({ params: { contactId: story.contacts.anouk } }),
})

export const attachCompanyPopup = formPopup({
  ...manage,
  path: '/contact/attachCompany/:id',
  size: 'small',
  load: async ({ db, params }) => ({ contact: await getContact(db, params.id) }),
  title: 'Bedrijf koppelen',
  view: 'relations/contacts/company-choice',
  form: CompanyChoice,
  formRecords: { company_id: 'company' },
  submits: [{ label: 'Koppelen' }],
  save: async ({ trx, viewer, params, form }) => {
    await attachCompany(trx, viewer, params.id, form.company_id)
    return { changed: changed(params.id, form.company_id), flash: { str: 'Bedrijf gekoppeld', type: 'success' } }
  },
  example: (story) => ({ params: { id: story.contacts.anouk }, form: { company_id: story.companies.kuipers } }),
})

export const detachCompanyCall = action({
  ...manage,
  recordParam: null,
  path: '/contact/detachCompany',
  form: z.object({ id, company_id: id }),
  formRecords: { id: 'contact' },
  save: async ({ trx, viewer, form }) => {
    await detachCompany(trx, viewer, form.id, form.company_id)
    return { changed: changed(form.id, form.company_id), flash: { str: 'Bedrijf losgemaakt', type: 'success' } }
  },
  example: (story) => ({
    first: [{ path: `/contact/attachCompany/${story.contacts.anouk}`, form: { company_id: story.companies.kuipers } }],
    form: { id: story.contacts.anouk, company_id: story.companies.kuipers },
  }),
})
