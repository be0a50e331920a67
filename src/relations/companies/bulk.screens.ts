import * as z from 'zod'
import { parsersOf } from '../../platform/fields/facts.ts'
import { idList } from '../../platform/forms/fields.ts'
import { bulkAction } from '../../platform/screens/table/bulk.ts'
import type { BulkPlan, BulkWords } from '../../platform/screens/table/bulk-plan.ts'
import { cellEdit } from '../../platform/screens/table/cell-edit.ts'
import type { RecordRef } from '../../platform/screens/models.ts'
import { changeCompanies, changeCompany, disableCompanies } from './companies.commands.ts'
import { companyFields } from './companies.fields.ts'
import type { CompanyInput } from './companies.forms.ts'
import { MASS_FIELDS, lockCompanies, planDisabling, planField } from './companies.plan.ts'
import { companiesArea } from './rights.ts'

/** As many as one save changes within the time that somebody waits for it. */
const ids = idList(1000).refine((chosen) => chosen.length > 0, 'Vink minimaal één bedrijf aan.')
const access = {
  area: companiesArea,
  record: 'company',
  recordParam: null,
  right: 'change',
  home: '/companies',
} as const
const words = (verb: string, done: string): BulkWords => ({
  one: 'bedrijf',
  many: 'bedrijven',
  verb,
  done,
  will: { one: `Wordt ${done}`, many: `Worden ${done}` },
})
const idsOf = ({ does }: BulkPlan): number[] => does.map(({ id }) => id)
const changed = (plan: BulkPlan): RecordRef[] => idsOf(plan).map((id) => ({ type: 'company', id }))
const lock = ({ trx, form }: { trx: Parameters<typeof lockCompanies>[0]; form: { ids: number[] } }) =>
  lockCompanies(trx, form.ids)

/** Puts companies out of use. */
export const [disableMany, disableManyPreview] = bulkAction({
  ...access,
  path: '/companies/bulk/disable',
  previewPath: '/companies/bulk/disable/preview',
  words: words('deactiveren', 'gedeactiveerd'),
  danger: true,
  form: z.object({ ids }),
  formRecords: { ids: 'company' },
  plan: planDisabling,
  lock,
  carryOut: async ({ trx }, plan) => {
    await disableCompanies(trx, idsOf(plan))
    return { changed: changed(plan) }
  },
  example: (story) => ({ query: { ids: String(story.companies.own) } }),
})

/** Changes one field of companies. */
export const [fieldOfMany, fieldOfManyPreview] = bulkAction({
  ...access,
  path: '/companies/bulk/field',
  previewPath: '/companies/bulk/field/preview',
  words: { ...words('wijzigen', 'gewijzigd'), will: { one: 'Wijziging', many: 'Wijzigingen' } },
  form: z.object({ ids, field: z.enum([...MASS_FIELDS, '']).catch(''), ...parsersOf(companyFields, ...MASS_FIELDS) }),
  formRecords: { ids: 'company' },
  choices: { view: 'relations/companies/bulk-field', load: () => ({ fields: MASS_FIELDS }) },
  asks: ({ field }) => (field === '' ? 'Kies een veld.' : null),
  plan: planField,
  lock,
  carryOut: async ({ trx, form }, plan) => {
    const { field } = form
    if (field !== '') await changeCompanies(trx, idsOf(plan), { [field]: form[field] })
    return { changed: changed(plan) }
  },
  example: (story) => ({
    query: { ids: String(story.companies.deLinde) },
    form: { field: 'website', website: 'www.delinde.example' },
  }),
})

/** One value of one company, changed in the list. */
export const companyCell = cellEdit({
  area: companiesArea,
  record: 'company',
  right: 'change',
  path: '/companies/cell',
  fields: companyFields,
  names: ['coc_no', 'vat_id', 'peppol_id', 'phone', 'email', 'invoice_email', 'website'],
  save: ({ trx, id, changes, version }) => changeCompany(trx, id, changes as Partial<CompanyInput>, version),
  example: (story) => ({
    form: { id: story.companies.deLinde, field: 'website', value: 'www.delinde.example', version: 1 },
  }),
})
