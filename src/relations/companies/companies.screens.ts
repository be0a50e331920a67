import { sql, type SqlBool } from 'kysely'
import * as z from 'zod'
import { viewerScope } from '../../platform/access/viewer.ts'
import { id } from '../../platform/forms/fields.ts'
import { messagesArea } from '../../platform/mail/rights.ts'
import { action } from '../../platform/screens/call/calls.ts'
import { recordForms } from '../../platform/screens/form/record-forms.ts'
import { popup } from '../../platform/screens/popup/popup.ts'
import { activeOption, activeStep, deleteOption } from '../../platform/screens/popup/record-options.ts'
import { table } from '../../platform/screens/table/table.ts'
import { companyColumns } from './companies.columns.ts'
import { filledFilter, textFilter, yesNoFilter } from '../../platform/screens/table/table-filters.ts'
import { companyGroups } from './companies.groups.ts'
import { formatDateTime } from '../../platform/format/format.ts'
import { cityLine, streetLine } from '../../platform/fields/address.ts'
import { addCompany, deleteCompany, editCompany, refuseInactive, toggleCompany } from './companies.commands.ts'
import { companyFields } from './companies.fields.ts'
import { CompanyEditForm, CompanyForm } from './companies.forms.ts'
import {
  byCompanyName,
  searchedCompanies,
  type Company,
  getCompany,
  getCompanyFor,
  listCompanies,
  listTree,
  personName,
} from './companies.queries.ts'
import { assertDeletable } from '../../platform/blockers.ts'
import { companyNeeds } from './companies.rules.ts'
import { importArea } from '../../system/importing/rights.ts'
import { companiesArea } from './rights.ts'

const HOME = '/companies'
const access = { area: companiesArea, record: 'company' } as const

export const companyTable = table({
  ...access,
  right: 'view',
  path: '/companies',
  title: 'Bedrijven',
  query: (db) => listCompanies(db),
  filters: {
    search: textFilter('Zoeken', searchedCompanies),
    active: yesNoFilter(companyFields.active.label, sql<SqlBool>`companies.active`),
    // 'email' in the address of a page means that somebody came by a link (P-211).
    mail: filledFilter(companyFields.email.label, sql<SqlBool>`companies.email is null`),
  },
  defaults: { active: 'yes' },
  sorts: {
    name: { by: [byCompanyName] },
    client_id: { by: [sql`companies.client_id`], type: 'bigint' },
    city: { by: [sql`(coalesce(companies.city, '')) collate "nl-x-icu"`] },
  },
  defaultSort: 'name',
  groups: companyGroups,
  columns: [
    { field: 'name', kind: 'main', sort: 'name', cell: (c) => c.name },
    { field: 'client_id', sort: 'client_id', cell: (c) => String(c.client_id) },
    { field: 'coc_no', edit: true, cell: (c) => c.coc_no },
    { field: 'city', sort: 'city', cell: (c) => c.city },
    { field: 'phone', edit: true, cell: (c) => (c.phone ? { text: c.phone, tel: c.phone } : null) },
    { field: 'email', edit: true, cell: (c) => (c.email ? { text: c.email, mail: c.email } : null) },
  ],
  moreColumns: companyColumns,
  open: (c) => `/company/view/${c.id}`,
  rowCss: (c) => (c.active ? null : 'is-off'),
  edits: { url: '/companies/cell', area: companiesArea },
  add: {
    label: 'Bedrijf toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/company/add',
    primary: true,
    area: companiesArea,
    right: 'change',
  },
  actions: [{ label: 'Importeren', icon: 'file-import', kind: 'popup', url: '/import/wizard?table=companies', area: importArea, right: 'change' }], // prettier-ignore
  bulk: [
    {
      label: 'Bericht sturen',
      icon: 'mail',
      kind: 'popup',
      url: '/messages/write/contact-persons',
      area: messagesArea,
      right: 'change',
    },
    {
      label: 'Samenvoegen',
      icon: 'arrows-join',
      kind: 'popup',
      url: '/companies/merge',
      area: companiesArea,
      right: 'change',
    },
    {
      label: 'Adresetiketten',
      icon: 'mail-opened',
      kind: 'popup',
      url: '/print/sheets/company_label',
      more: true,
      area: companiesArea,
      right: 'change',
    },
    {
      label: 'Veld wijzigen',
      icon: 'pencil',
      kind: 'popup',
      url: '/companies/bulk/field',
      more: true,
      area: companiesArea,
      right: 'change',
    },
    {
      label: 'Deactiveren',
      icon: 'ban',
      kind: 'popup',
      url: '/companies/bulk/disable',
      more: true,
      danger: true,
      area: companiesArea,
      right: 'change',
    },
  ],
  massDelete: {
    area: companiesArea,
    remove: async (trx, ids, _viewer, services) => {
      for (const company of ids) {
        await assertDeletable(trx, services.registry, 'company', company)
        await deleteCompany(trx, company)
      }
      return { changed: ids.map((company) => ({ type: 'company', id: company })) }
    },
  },
  empty: {
    icon: 'building',
    title: 'Nog geen bedrijven',
    text: 'Hier staan de klanten van wie cursisten komen. Het filter Actief toont ook wie dat niet meer zijn.',
  },
  example: () => ({
    first: [{ path: '/company/add', form: { name: 'Bakkerij Het Stoepje' } }],
    form: (made) => ({ ids: made }),
    foreign: null,
  }),
})

const activating = ({ company }: { company: Company }) => ({
  active: company.active,
  url: '/company/disable',
  fields: { id: String(company.id) },
  area: companiesArea,
  confirm: `Weet u zeker dat u ${company.name} wilt deactiveren?`,
})

export const companyView = popup({
  ...access,
  right: 'view',
  path: '/company/view/:id',
  home: HOME,
  load: async ({ db, params, viewer, services }) => {
    const company = await getCompanyFor(services, db, viewer, params.id)
    return {
      company,
      manages: viewerScope(viewer, companiesArea, 'change') === 'all',
      tree: await listTree(db, viewer, params.id),
      streetLine: streetLine(company),
      cityLine: cityLine(company),
      person: company.contact_person_id === null ? null : personName(company),
      people: { label: 'Contacten', url: `/contacts?embed=1&company_id=${company.id}` },
    }
  },
  title: ({ company }) => company.name,
  subtitle: ({ company }) =>
    [`Debiteur ${company.client_id}`, company.coc_no && `KVK ${company.coc_no}`].filter(Boolean).join(' · '),
  status: ({ company }) =>
    company.active ? { label: 'Actief', css: 'st-confirmed' } : { label: 'Niet actief', css: 'st-concept' },
  actions: ({ company }) => [
    {
      label: 'Wijzigen',
      icon: 'pencil',
      kind: 'popup',
      url: `/company/edit/${company.id}`,
      primary: true,
      area: companiesArea,
      right: 'change',
    },
  ],
  nextSteps: (shown) => activeStep(activating(shown)),
  options: ({ company }) => [
    {
      label: 'Contact opnemen',
      icon: 'phone',
      kind: 'popup',
      url: `/company/getContactOptions/${company.id}`,
      order: 10,
    },
    ...(company.active ? [activeOption(activating({ company }))] : []),
    {
      label: 'Adresetiket',
      icon: 'mail-opened',
      kind: 'popup',
      url: `/print/sheets/company_label?ids=${company.id}`,
      area: companiesArea,
      right: 'change',
    },
    deleteOption('/company/delete', { type: 'company', id: company.id }, companiesArea),
  ],
  footnote: ({ company }) => `Laatst gewijzigd op ${formatDateTime(company.updated_at)}`,
  layout: 'tabs',
  rail: { todo: ({ company, manages }) => (manages ? companyNeeds(company) : []) },
  keeps: ['students', 'plannings'],
  parts: [
    { key: 'overview', label: 'Overzicht', icon: 'building', view: 'relations/companies/overview' },
    { key: 'money', label: 'Geld', icon: 'receipt-euro', order: 30 },
    { key: 'contact', label: 'Contact', icon: 'mail', order: 40 },
    {
      key: 'customizations',
      label: 'Maatwerk',
      icon: 'adjustments',
      order: 500,
      url: ({ company }) => `/companies/${company.id}/customizations/getTab`,
    },
    { key: 'more', label: 'Meer', icon: 'dots', order: 500, view: 'relations/companies/more' },
  ],
  example: (story) => ({
    params: { id: story.companies.deLinde },
    foreign: { id: story.companies.vanLoon },
  }),
})

export const companyForms = recordForms({
  ...access,
  label: 'Bedrijf',
  path: '/company',
  home: HOME,
  view: 'relations/companies/form',
  name: 'company',
  add: {
    form: CompanyForm,
    // A selector's 'Nieuw...' brings what was typed in it.
    query: z.object({ name: z.string().max(200).catch('') }),
    load: ({ query }) => ({ company: null, name: query.name }),
    save: ({ trx, form }) => addCompany(trx, form),
    open: (id) => `/company/view/${id}`,
    example: () => ({ form: { name: 'Bakkerij Het Stoepje' } }),
  },
  edit: {
    load: async ({ db, params }) => ({ company: await getCompany(db, params.id) }),
    title: ({ company }) => `${company.name} wijzigen`,
    form: CompanyEditForm,
    stored: ({ company }) => company,
    save: ({ trx, params, form }) => editCompany(trx, params.id, form),
    example: (story) => ({ params: { id: story.companies.deLinde }, form: { phone: '038 765 43 21' } }),
    options: [],
  },
  delete: { remove: deleteCompany },
})

export const companyDisable = action({
  ...access,
  recordParam: null,
  right: 'change',
  path: '/company/disable',
  form: z.object({ id }),
  formRecords: { id: 'company' },
  save: async ({ trx, form, services }) => {
    const active = await toggleCompany(trx, form.id)
    if (!active) await refuseInactive(trx, services.registry, form.id)
    return {
      changed: [{ type: 'company', id: form.id }],
      flash: { str: active ? 'Bedrijf geactiveerd' : 'Bedrijf gedeactiveerd', type: 'success' },
    }
  },
  example: () => ({
    first: [{ path: '/company/add', form: { name: 'Bakkerij Het Stoepje' } }],
    form: (made) => ({ id: made }),
  }),
})
