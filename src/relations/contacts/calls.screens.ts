import * as z from 'zod'
import { idList } from '../../platform/forms/fields.ts'
import { json } from '../../platform/screens/call/calls.ts'
import { companiesArea } from '../companies/rights.ts'
import { listCompanyCards, listContactCards } from './cards.queries.ts'
import { contactsArea, contactsManageArea } from './rights.ts'
import { findSimilarContacts } from './similar.queries.ts'

const byIds = { recordParam: null, right: 'view', query: z.object({ id: idList(1000) }) } as const

/** Contacts by id; who may not see one does not get it. */
export const contactCards = json({
  ...byIds,
  area: contactsArea,
  record: 'contact',
  path: '/ajax/getContacts',
  answer: ({ db, viewer, query }) => listContactCards(db, viewer, query.id),
  example: (story) => ({ query: { id: String(story.contacts.anouk) }, foreign: null }),
})

/** Companies by id with their people; a supervisor gets the own ones of both. */
export const companyCards = json({
  ...byIds,
  area: companiesArea,
  record: 'company',
  path: '/ajax/getCompanies',
  answer: ({ db, viewer, query }) => listCompanyCards(db, viewer, query.id),
  example: (story) => ({ query: { id: String(story.companies.deLinde) }, foreign: null }),
})

const typed = z.string().max(254).catch('')

/** What the form of a contact says about people who look like the one being typed. */
export const similarContacts = json({
  area: contactsManageArea,
  record: 'contact',
  recordParam: null,
  right: 'change',
  path: '/contacts/similar',
  query: z.object({
    id: z.coerce.number().int().min(0).max(2_147_483_647).catch(0),
    first_name: typed,
    initials: typed,
    last_name: typed,
    birth_date: typed,
    email: typed,
  }),
  answer: async ({ db, query }) => ({ notes: await findSimilarContacts(db, query) }),
})
