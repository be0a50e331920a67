import * as z from 'zod'
import { json } from '../../platform/screens/call/calls.ts'
import { findByName, findByNumber } from '../../system/lookups/index.ts'
import type { OwnExample } from '../../platform/screens/screen.ts'
import { getCompany, getCompanyFor, listDescendants } from './companies.queries.ts'
import { companiesArea } from './rights.ts'
import { findSimilarCompanies } from './similar.queries.ts'

const access = { area: companiesArea, record: 'company' } as const

const ofOwn: OwnExample = (story) => ({
  params: { id: story.companies.deLinde },
  foreign: { id: story.companies.vanLoon },
})

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
  'hidden_contact_fields',
] as const

const styleOf = ({ style_css, show_bing_image }: { style_css: string; show_bing_image: boolean }) => ({
  css: style_css,
  show_bing_image,
})

export const companyJson = json({
  ...access,
  right: 'view',
  path: '/company/:id',
  answer: async ({ db, params, viewer, services }) => {
    const company = await getCompanyFor(services, db, viewer, params.id)
    return {
      ...Object.fromEntries(JSON_FIELDS.map((field) => [field, company[field]])),
      style_settings: styleOf(company),
    }
  },
  example: ofOwn,
})

export const companyChildren = json({
  ...access,
  right: 'view',
  path: '/companies/getAllChildrenOf/:id',
  answer: ({ db, params }) => listDescendants(db, params.id),
  example: ofOwn,
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

export const companyStyleSettings = json({
  ...access,
  right: 'view',
  path: '/companies/:id/getStyleSettings',
  answer: async ({ db, params }) => {
    return styleOf(await getCompany(db, params.id))
  },
  example: ofOwn,
})

/** What the form of a new company says about companies that look like it. */
export const similarCompanies = json({
  ...access,
  recordParam: null,
  right: 'change',
  path: '/companies/similar',
  query: z.object({
    id: z.coerce.number().int().min(0).max(2_147_483_647).catch(0),
    name: z.string().max(200).catch(''),
    coc_no: z.string().max(20).catch(''),
    email: z.string().max(254).catch(''),
  }),
  answer: async ({ db, query }) => ({ notes: await findSimilarCompanies(db, query) }),
})
