import * as z from 'zod'
import { ROLE } from '../../platform/access/roles.ts'
import { isPlanner } from '../../platform/access/viewer.ts'
import { formatDate } from '../../platform/format/format.ts'
import { id } from '../../platform/forms/fields.ts'
import { action } from '../../platform/screens/call/calls.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import { recordForms } from '../../platform/screens/form/record-forms.ts'
import { table } from '../../platform/screens/table/table.ts'
import {
  addContact,
  deleteContact,
  editContact,
  editContactDetails,
  refuseInactive,
  toggleContact,
} from './contacts.commands.ts'
import { contactFilters } from './filters.ts'
import { ContactAddForm, ContactEditForm, ContactDetailsForm } from './contacts.forms.ts'
import { byClientId, byCompany, byName, companyText, getContact, listContacts } from './contacts.queries.ts'
import { contactColumns } from './contacts.columns.ts'
import { contactChoices } from './bulk-choices.ts'
import { contactGroups } from './contacts.groups.ts'
import { companyNames } from '../companies/index.ts'
import { fullName, hiddenFields, listHiddenFields } from '../naming/index.ts'
import { CONTACT_ROLES } from './contacts.rules.ts'
import { importArea } from '../../system/importing/rights.ts'
import { contactsArea, contactsManageArea } from './rights.ts'
import { refuseDoubles } from './similar.queries.ts'
import { assertDeletable } from '../../platform/blockers.ts'

const HOME = '/contacts'
const access = { area: contactsArea, record: 'contact' } as const
const manage = { area: contactsManageArea, record: 'contact' } as const

export const contactTable = table({
  ...access,
  right: 'view',
  path: '/contacts',
  title: 'Contacten',
  query: (db, viewer) => listContacts(db, viewer),
  filters: contactFilters,
  defaults: { active: 'yes' },
  views: [
    { key: 'students', name: 'Cursisten', query: `role=${ROLE.student}`, when: isPlanner },
    { key: 'teachers', name: 'Docenten', query: `role=${ROLE.teacher}`, when: isPlanner },
    { key: 'without-email', name: 'Zonder e-mail', query: 'mail=-', when: isPlanner },
  ],
  sorts: {
    name: { by: byName },
    client_id: byClientId,
    company: byCompany,
  },
  defaultSort: 'name',
  groups: contactGroups,
  hiddenFields: (c) => hiddenFields(c.organisation_hidden, null),
  columns: [
    { label: 'Naam', kind: 'main', sort: 'name', cell: (c) => fullName(c) },
    {
      field: 'client_id',
      hiddenWhenFilteredBy: ['company_id'],
      sort: 'client_id',
      cell: (c) => String(c.client_id ?? c.company_client_id ?? ''),
    },
    { field: 'company_id', hiddenWhenFilteredBy: ['company_id'], sort: 'company', cell: (c) => companyText(c) },
    { field: 'email', edit: true, cell: (c) => (c.email ? { text: c.email, mail: c.email } : null) },
    {
      field: 'mobile_phone',
      edit: true,
      cell: (c) => (c.mobile_phone ? { text: c.mobile_phone, tel: c.mobile_phone } : null),
    },
    { field: 'roles', cell: (c) => ({ tags: c.roles.map((role) => CONTACT_ROLES[role] ?? '') }) },
  ],
  moreColumns: contactColumns,
  open: (c) => `/contact/view/${c.id}`,
  rowCss: (c) => (c.active ? null : 'is-off'),
  add: {
    label: 'Contact toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/contact/add',
    primary: true,
    area: contactsManageArea,
    right: 'change',
  },
  addWith: ['company_id'],
  actions: [{ label: 'Importeren', icon: 'file-import', kind: 'popup', url: '/import/wizard?table=contacts', area: importArea, right: 'change' }], // prettier-ignore
  bulk: contactChoices,
  edits: { url: '/contacts/cell', area: contactsManageArea },
  massDelete: {
    area: contactsManageArea,
    remove: async (trx, ids, _viewer, services) => {
      for (const contact of ids) {
        await assertDeletable(trx, services.registry, 'contact', contact)
        await deleteContact(trx, contact)
      }
      return { changed: ids.map((contact) => ({ type: 'contact', id: contact })) }
    },
  },
  empty: {
    icon: 'users',
    title: 'Nog geen contacten',
    text: 'Hier staan docenten, cursisten en leidinggevenden. Het filter Actief toont ook wie dat niet meer zijn.',
  },
  example: () => ({
    first: [{ path: '/contact/add', form: { last_name: 'Bakker', 'roles[]': ROLE.student } }],
    form: (made) => ({ ids: made }),
    foreign: null,
  }),
})

/** Phone and address, for those who may change no more: supervisors their people, students themselves. */
export const contactDetailsPopup = formPopup({
  ...access,
  right: 'change',
  path: '/contact/reach/:id',
  home: HOME,
  size: 'medium',
  load: async ({ db, params }) => {
    const contact = await getContact(db, params.id)
    return { contact, hidden: contact.hidden }
  },
  title: ({ contact }) => `${fullName(contact)}: telefoon en adres`,
  view: 'relations/contacts/contact-details',
  form: ContactDetailsForm,
  version: ({ contact }) => contact.version,
  stored: ({ contact }) => contact,
  save: async ({ trx, params, form }) => {
    await editContactDetails(trx, params.id, form)
    return { changed: [{ type: 'contact', id: params.id }], flash: { str: 'Wijziging opgeslagen', type: 'success' } }
  },
  example: (story, role) => ({
    params: { id: role === ROLE.student ? story.contacts.student : story.contacts.anouk },
    form: { mobile_phone: '06 8765 4321' },
    foreign: { id: story.contacts.gerrit },
  }),
})

export const contactForms = recordForms({
  ...manage,
  label: 'Contact',
  path: '/contact',
  home: HOME,
  view: 'relations/contacts/form',
  name: 'contact',
  add: {
    // A selector's 'Nieuw...' brings what was typed in it.
    query: z.object({ company_id: id.catch(0), name: z.string().max(100).catch('') }),
    load: async ({ db, query }) => {
      const companyName = (await companyNames(db, [query.company_id])).get(query.company_id)
      const company = companyName === undefined ? null : { id: query.company_id, name: companyName }
      const hidden = await listHiddenFields(db, company?.id ?? null)
      return {
        contact: null,
        company,
        name: query.name,
        skills: [],
        hidden,
      }
    },
    form: ContactAddForm,
    save: async ({ trx, viewer, form: { known_doubles, ...form }, services }) => {
      await refuseDoubles(
        trx,
        { ...form, id: 0, birth_date: formatDate(form.birth_date), email: form.email ?? '' },
        known_doubles,
      )
      return addContact(trx, viewer, form, services)
    },
    open: (id) => `/contact/view/${id}`,
    example: () => ({ form: { first_name: 'Joost', last_name: 'Bakker' } }),
  },
  edit: {
    load: async ({ db, params }) => {
      const contact = await getContact(db, params.id)
      const company = contact.company_id === null ? null : { id: contact.company_id, name: contact.company_name ?? '' }
      return {
        contact,
        company,
        name: '',
        skills: contact.skills,
        hidden: contact.hidden,
      }
    },
    title: ({ contact }) => `${fullName(contact)} wijzigen`,
    form: ContactEditForm,
    stored: ({ contact }) => contact,
    save: ({ trx, viewer, params, form, services }) => editContact(trx, viewer, params.id, form, services),
    example: (story) => ({ params: { id: story.contacts.anouk }, form: { job_title: 'Facilitair manager' } }),
    options: [],
  },
  delete: {
    remove: deleteContact,
    example: () => ({
      first: [{ path: '/contact/add', form: { last_name: 'Bakker', 'roles[]': ROLE.student } }],
      form: (made) => ({ id: made }),
    }),
  },
})

export const contactDisable = action({
  ...manage,
  recordParam: null,
  right: 'change',
  path: '/contact/disable',
  form: z.object({ id }),
  formRecords: { id: 'contact' },
  save: async ({ trx, form, services, viewer }) => {
    const active = await toggleContact(trx, viewer, form.id)
    if (!active) await refuseInactive(trx, services.registry, form.id)
    return {
      changed: [{ type: 'contact', id: form.id }],
      flash: { str: active ? 'Contact geactiveerd' : 'Contact gedeactiveerd', type: 'success' },
    }
  },
  example: (story) => ({ form: { id: story.contacts.quiet } }),
})
