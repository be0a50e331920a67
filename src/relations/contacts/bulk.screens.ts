import * as z from 'zod'
import { ROLE } from '../../platform/access/roles.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Trx } from '../../platform/database/types.ts'
import { parsersOf } from '../../platform/fields/facts.ts'
import { idList } from '../../platform/forms/fields.ts'
import { cellEdit } from '../../platform/screens/table/cell-edit.ts'
import { bulkAction } from '../../platform/screens/table/bulk.ts'
import type { BulkPlan, BulkWords } from '../../platform/screens/table/bulk-plan.ts'
import type { RecordRef } from '../../platform/screens/models.ts'
import type { Example } from '../../platform/screens/screen.ts'
import { contactFields } from '../naming/index.ts'
import { disableContacts, lockAdministrators } from './contacts.commands.ts'
import { CELL_FIELDS, changeCell, changeContacts } from './edit.commands.ts'
import type { ContactInput } from './contacts.forms.ts'
import {
  MASS_FIELDS,
  lockContacts,
  planCompany,
  planDisabling,
  planField,
  planRole,
  rolesAfter,
} from './contacts.plan.ts'
import { CONTACT_ROLES, contactRoleOptions } from './contacts.rules.ts'
import { contactsManageArea } from './rights.ts'

/** As many as one save changes within the time that somebody waits for it. */
const ids = idList(1000).refine((chosen) => chosen.length > 0, 'Vink minimaal één contact aan.')
const access = {
  area: contactsManageArea,
  record: 'contact',
  recordParam: null,
  right: 'change',
  home: '/contacts',
} as const
const words = (verb: string, done: string): BulkWords => ({
  one: 'contact',
  many: 'contacten',
  verb,
  done,
  will: { one: `Wordt ${done}`, many: `Worden ${done}` },
})
const idsOf = ({ does }: BulkPlan): number[] => does.map(({ id }) => id)
const changed = (plan: BulkPlan): RecordRef[] => idsOf(plan).map((id) => ({ type: 'contact', id }))
const lock = async ({ trx, viewer, form }: { trx: Trx; viewer: Viewer; form: { ids: number[] } }) => {
  await lockContacts(trx, form.ids)
  await lockAdministrators(trx, viewer, form.ids)
}

/** Puts contacts out of use. */
export const [disableMany, disableManyPreview] = bulkAction({
  ...access,
  path: '/contacts/bulk/disable',
  previewPath: '/contacts/bulk/disable/preview',
  words: words('deactiveren', 'gedeactiveerd'),
  danger: true,
  form: z.object({ ids }),
  formRecords: { ids: 'contact' },
  plan: planDisabling,
  lock,
  carryOut: async ({ trx, viewer }, plan) => {
    await disableContacts(trx, viewer, idsOf(plan))
    return { changed: changed(plan) }
  },
  example: (story) => ({ query: { ids: String(story.contacts.quiet) } }),
})

const example =
  (choice: Record<string, string | number>): Example =>
  (story) => ({ query: { ids: String(story.contacts.anouk) }, form: choice })

/** Gives contacts a role, or takes it. */
export const [roleOfMany, roleOfManyPreview] = bulkAction({
  ...access,
  path: '/contacts/bulk/role',
  previewPath: '/contacts/bulk/role/preview',
  words: { ...words('wijzigen', 'gewijzigd'), will: { one: 'Rol', many: 'Rollen' } },
  form: z.object({
    ids,
    role: z.coerce.number().int().catch(0),
    give: z
      .enum(['0', '1'])
      .catch('1')
      .transform((give) => give === '1'),
  }),
  formRecords: { ids: 'contact' },
  choices: { view: 'relations/contacts/bulk-role', load: () => ({ roles: contactRoleOptions }) },
  asks: ({ role }) => (role in CONTACT_ROLES ? null : 'Kies een rol.'),
  plan: planRole,
  lock,
  carryOut: async ({ trx, viewer, form, services }, plan) => {
    const changesOf = ({ roles }: { roles: number[] }) => ({ roles: rolesAfter(roles, form.role, form.give) })
    await changeContacts(trx, viewer, idsOf(plan), changesOf, services)
    return { changed: changed(plan) }
  },
  example: example({ role: ROLE.teacher, give: '1' }),
})

/** Brings contacts to another company. */
export const [companyOfMany, companyOfManyPreview] = bulkAction({
  ...access,
  path: '/contacts/bulk/company',
  previewPath: '/contacts/bulk/company/preview',
  words: { ...words('verhuizen', 'verhuisd'), will: { one: 'Bedrijf', many: 'Bedrijven' } },
  form: z.object({ ids, ...parsersOf(contactFields, 'company_id') }),
  formRecords: { ids: 'contact', company_id: 'company' },
  choices: { view: 'relations/contacts/bulk-company', load: () => ({}) },
  asks: ({ company_id }) => (company_id === null ? 'Kies een bedrijf.' : null),
  plan: planCompany,
  lock,
  carryOut: async ({ trx, viewer, form, services }, plan) => {
    await changeContacts(trx, viewer, idsOf(plan), () => ({ company_id: form.company_id }), services)
    return { changed: changed(plan) }
  },
  example: (story) => ({
    query: { ids: String(story.contacts.anouk) },
    form: { company_id: story.companies.kuipers },
  }),
})

/** Changes one field of contacts. */
export const [fieldOfMany, fieldOfManyPreview] = bulkAction({
  ...access,
  path: '/contacts/bulk/field',
  previewPath: '/contacts/bulk/field/preview',
  words: { ...words('wijzigen', 'gewijzigd'), will: { one: 'Wijziging', many: 'Wijzigingen' } },
  form: z.object({ ids, field: z.enum([...MASS_FIELDS, '']).catch(''), ...parsersOf(contactFields, ...MASS_FIELDS) }),
  formRecords: { ids: 'contact' },
  choices: { view: 'relations/contacts/bulk-field', load: () => ({ fields: MASS_FIELDS }) },
  asks: ({ field }) => (field === '' ? 'Kies een veld.' : null),
  plan: planField,
  lock,
  carryOut: async ({ trx, viewer, form, services }, plan) => {
    const { field } = form
    if (field !== '') await changeContacts(trx, viewer, idsOf(plan), () => ({ [field]: form[field] }), services)
    return { changed: changed(plan) }
  },
  example: example({ field: 'job_title', job_title: 'Ploegleider' }),
})

/** One value of one contact, changed in the list. */
export const contactCell = cellEdit({
  area: contactsManageArea,
  record: 'contact',
  right: 'change',
  path: '/contacts/cell',
  fields: contactFields,
  names: CELL_FIELDS,
  save: ({ trx, viewer, services, id, changes, version }) =>
    changeCell(trx, viewer, id, changes as Partial<ContactInput>, services, version),
  example: (story) => ({
    form: { id: story.contacts.quiet, field: 'job_title', value: 'Ploegleider', version: 1 },
  }),
})
