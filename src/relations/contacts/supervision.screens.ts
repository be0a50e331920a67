import { sql } from 'kysely'
import * as z from 'zod'
import { ROLE } from '../../platform/access/roles.ts'
import { id, selectorId } from '../../platform/forms/fields.ts'
import { viewerScope } from '../../platform/access/viewer.ts'
import { action, fragment } from '../../platform/screens/call/calls.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import type { Saved } from '../../platform/screens/form/save.ts'
import type { OwnExample } from '../../platform/screens/screen.ts'
import { table } from '../../platform/screens/table/table.ts'
import { fullName } from '../naming/index.ts'
import { byName, companyText, getContact, listContacts } from './contacts.queries.ts'
import { contactsArea, contactsManageArea } from './rights.ts'
import { endSupervision, supervise } from './supervision.commands.ts'
import { listSupervisors } from './supervision.queries.ts'

const access = { area: contactsArea, record: 'contact', right: 'view' } as const
const manage = { area: contactsManageArea, record: 'contact', right: 'change' } as const
const ofOwn: OwnExample = (story, role) => ({
  params: { id: role === ROLE.student ? story.contacts.student : story.contacts.anouk },
  foreign: { id: story.contacts.gerrit },
})

const changed = (form: { contact: number; supervisor: number }, str: string): Saved => ({
  changed: [
    { type: 'contact', id: form.contact },
    { type: 'contact', id: form.supervisor },
  ],
  flash: { str, type: 'success' },
})

/** Who supervises a person, by name or because of a company. */
export const supervisorsTab = fragment({
  ...access,
  path: '/contact/:id/supervisors',
  pageAddress: '/contact/view/:id?item=supervisors',
  view: 'relations/contacts/supervisors',
  load: async ({ db, params, viewer }) => ({
    contactId: params.id,
    supervisors: await listSupervisors(db, viewer, params.id),
    manages: viewerScope(viewer, contactsManageArea, 'change') === 'all',
  }),
  example: ofOwn,
})

/** The people a supervisor is linked to by name. */
export const teamTable = table({
  ...access,
  recordParam: null,
  alsoRecords: { id: 'contact' },
  path: '/contact/:id/team',
  title: 'Begeleidt',
  query: (db, viewer, params) =>
    listContacts(db, viewer).where(
      sql<boolean>`contacts.id in (select contact_id from supervisions where supervisor_id = ${params.id})`,
    ),
  sorts: { name: { by: byName } },
  defaultSort: 'name',
  columns: [
    { label: 'Naam', kind: 'main', sort: 'name', cell: (c) => fullName(c) },
    { field: 'company_id', cell: (c) => companyText(c) },
    { field: 'email', cell: (c) => (c.email ? { text: c.email, mail: c.email } : null) },
  ],
  open: (c) => `/contact/view/${c.id}`,
  empty: { icon: 'users', title: 'Begeleidt niemand op naam', text: '' },
  example: ofOwn,
})

export const supervisorAdd = formPopup({
  ...manage,
  path: '/contact/supervisors/:id',
  home: '/contacts',
  size: 'small',
  load: async ({ db, params }) => ({ contact: await getContact(db, params.id) }),
  title: ({ contact }) => `Leidinggevende van ${fullName(contact)}`,
  view: 'relations/contacts/supervisor-choice',
  form: z.object({ supervisor_id: selectorId }),
  formRecords: { supervisor_id: 'contact' },
  submits: [{ label: 'Koppelen' }],
  save: async ({ trx, params, form }) => {
    await supervise(trx, form.supervisor_id, params.id)
    return changed({ contact: params.id, supervisor: form.supervisor_id }, 'Leidinggevende gekoppeld')
  },
  example: (story) => ({ params: { id: story.contacts.anouk }, form: { supervisor_id: story.contacts.supervisor } }),
})

export const superviseCall = action({
  ...manage,
  recordParam: null,
  path: '/contact/supervise_contact',
  form: z.object({ contact_id: id, supervisor_id: id }),
  formRecords: { contact_id: 'contact' },
  save: async ({ trx, form }) => {
    await supervise(trx, form.supervisor_id, form.contact_id)
    return changed({ contact: form.contact_id, supervisor: form.supervisor_id }, 'Leidinggevende gekoppeld')
  },
  example: (story) => ({ form: { contact_id: story.contacts.anouk, supervisor_id: story.contacts.supervisor } }),
})

export const endSupervisionCall = action({
  ...manage,
  recordParam: null,
  path: '/contact/deleteFromSupervisor',
  form: z.object({ id, supervisor_id: id }),
  formRecords: { id: 'contact' },
  save: async ({ trx, form }) => {
    await endSupervision(trx, form.supervisor_id, form.id)
    return changed({ contact: form.id, supervisor: form.supervisor_id }, 'Leidinggevende losgemaakt')
  },
  example: (story) => ({
    first: [
      { path: `/contact/supervisors/${story.contacts.anouk}`, form: { supervisor_id: story.contacts.supervisor } },
    ],
    form: { id: story.contacts.anouk, supervisor_id: story.contacts.supervisor },
  }),
})
