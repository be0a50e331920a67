import * as z from 'zod'
import { json } from '../../platform/screens/calls.ts'
import { findByName, findByNumber } from '../../system/lookups/index.ts'
import { getCompany, listDescendants } from './companies.queries.ts'

const access = { area: 'companies', record: 'company' } as const

const JSON_FIELDS = [
  'id',
  'name',
  'client_id',
  'coc_no',
  'contact_person_id',
  'parent_id',
  'active',
  'postal_code',
  'street',
  'street_no',
  'street_no_adding',
  'city',
  'country_code',
] as const

export const companyJson = json({
  ...access,
  right: 'view',
  path: '/company/:id',
  answer: async ({ db, params }) => {
    const company = await getCompany(db, params.id)
    return Object.fromEntries(JSON_FIELDS.map((field) => [field, company[field]]))
  },
  example: (story, role) => ({
    params: { id: story.companies.deLinde },
    ...(role === 4 ? { foreign: { id: story.companies.vanLoon } } : {}),
  }),
})

export const companyChildren = json({
  ...access,
  right: 'view',
  path: '/companies/getAllChildrenOf/:id',
  answer: ({ db, params }) => listDescendants(db, params.id),
  example: (story) => ({ params: { id: story.companies.deLinde } }),
})

/** Fewer characters would find half the register. */
const SHORTEST_NAME = 3

/** The trade register by number (`coc`) or by name (`search`); asking it costs money, so only those who add companies may. */
export const tradeRegister = json({
  ...access,
  recordParam: null,
  right: 'change',
  path: '/coc-api',
  query: z.object({ coc: z.string().trim().max(20).catch(''), search: z.string().trim().max(100).catch('') }),
  answer: async ({ query: { coc, search }, services }) => {
    if (coc === '' && search.length < SHORTEST_NAME) return { results: [], unavailable: false }
    const results = await (coc === '' ? findByName(services, search) : findByNumber(services, coc))
    return { results: results ?? [], unavailable: results === null }
  },
})
