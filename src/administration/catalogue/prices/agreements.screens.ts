import { sql } from 'kysely'
import * as z from 'zod'
import type { Db } from '../../../platform/database/types.ts'
import { id } from '../../../platform/forms/fields.ts'
import { action } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { companyNames } from '../../../relations/companies/index.ts'
import { contactNames } from '../../../relations/contacts/index.ts'
import { getProduct, productLabel } from '../products/index.ts'
import { pricesArea } from '../products/rights.ts'
import { getCustomer } from '../customers/index.ts'
import { addPriceRule, detachPrices } from './price-rules.commands.ts'
import { AgreementForm, ProductAgreementForm } from './price-rules.forms.ts'
import { type PriceRuleRow, listPriceRules, ruleIsOf } from './price-rules.queries.ts'
import { ownColumns, ruleColumns, ruleSorts, rowCss } from './price-rules.columns.ts'
import { whyUrl } from './why.screens.ts'

const access = { area: pricesArea, record: 'price_rule' } as const

type Whose = 'company' | 'contact'
const PATHS = { company: '/company/:id/prices', contact: '/contact/:id/prices' } as const
const ADDS = { company: '/company/:id/prices/add', contact: '/contact/:id/prices/add' } as const
const HOMES = { company: '/companies', contact: '/contacts' } as const
const TEXTS = {
  company: 'Zet hier wat dit bedrijf voor een product betaalt. De bedrijven die eronder vallen, betalen dat ook.',
  contact: 'Zet hier wat deze debiteur voor een product betaalt.',
}

const nameOf = async (db: Db, whose: Whose, customer: number): Promise<string> =>
  (await (whose === 'company' ? companyNames : contactNames)(db, [customer])).get(customer) ?? ''

/** What was agreed with a customer: a tab of its popup. */
const pricesTab = (whose: Whose) =>
  table({
    ...access,
    right: 'view',
    recordParam: null,
    alsoRecords: { id: whose },
    path: PATHS[whose],
    title: 'Prijzen',
    query: (db, _viewer, params) => listPriceRules(db).where(ruleIsOf(whose, params.id)),
    sorts: ruleSorts,
    defaultSort: 'product',
    columns: [
      { field: 'product_id', kind: 'main', sort: 'product', cell: (rule) => rule.product },
      ...(whose === 'company' ? [{ label: 'Afgesproken met', cell: (rule: PriceRuleRow) => rule.customer }] : []),
      ...ruleColumns,
    ],
    rowCss,
    open: (rule) => `/clients/viewCustomPrice/${rule.client_id}/${rule.product_id}`,
    add: {
      label: 'Prijs afspreken',
      icon: 'plus',
      kind: 'popup',
      url: ADDS[whose],
      area: pricesArea,
      right: 'change',
    },
    exportable: false,
    empty: { icon: 'discount', title: 'Geen afgesproken prijzen', text: TEXTS[whose] },
    example: (story) => ({ params: { id: whose === 'company' ? story.companies.deLinde : story.privateCustomer } }),
  })

export const companyPrices = pricesTab('company')
export const contactPrices = pricesTab('contact')

const form = { home: '/products', size: 'medium', view: 'administration/prices/rule' } as const
const added = (rule: number, product: number) => ({
  changed: [
    { type: 'price_rule', id: rule },
    { type: 'product', id: product },
  ],
  flash: { str: 'Prijs afgesproken', type: 'success' as const },
  body: { id: rule },
})

/** A price for this customer, of a product that is still to be chosen. */
const priceAdd = (whose: Whose) =>
  formPopup({
    ...access,
    ...form,
    home: HOMES[whose],
    recordParam: null,
    alsoRecords: { id: whose },
    right: 'change',
    path: ADDS[whose],
    load: async ({ db, params }) => ({
      rule: null,
      product: null,
      fewest: 1,
      name: await nameOf(db, whose, params.id),
    }),
    title: 'Prijs afspreken',
    subtitle: ({ name }) => name,
    form: ProductAgreementForm,
    formRecords: { product_id: 'product' },
    submits: [{ label: 'Prijs afspreken' }],
    save: async ({ trx, params, form: { product_id, ...input } }) =>
      added(await addPriceRule(trx, { product_id, [`${whose}_id`]: params.id }, input), product_id),
    example: (story) => ({
      params: { id: whose === 'company' ? story.companies.vanLoon : story.privateCustomer },
      form: { product_id: story.products.travel, type: 'percentage', percentage: '10', from_count: 1 },
    }),
  })

export const companyPriceAdd = priceAdd('company')
export const contactPriceAdd = priceAdd('contact')

const loadBoth = async (db: Db, params: { client_id: number; product_id: number }) => {
  const customer = await getCustomer(db, params.client_id)
  const product = await getProduct(db, params.product_id)
  return { customer, product, label: productLabel(product), ...params }
}

/** A price for this customer and this product. */
export const attachPrice = formPopup({
  ...access,
  ...form,
  recordParam: null,
  alsoRecords: { product_id: 'product' },
  right: 'change',
  path: '/clients/attachCustomPriceView/:client_id/:product_id',
  load: async ({ db, params }) => ({ rule: null, fewest: 1, ...(await loadBoth(db, params)) }),
  title: 'Prijs afspreken',
  subtitle: ({ customer, label }) => `${label} · ${customer.name}`,
  form: AgreementForm,
  submits: [{ label: 'Prijs afspreken' }],
  save: async ({ trx, params, form: input }) => {
    const { company_id, contact_id } = await getCustomer(trx, params.client_id)
    const { product_id } = params
    return added(await addPriceRule(trx, { product_id, company_id, contact_id }, input), product_id)
  },
  example: (story) => ({
    params: { client_id: story.customPrice.client_id, product_id: story.products.sign },
    form: { type: 'price', price: '12,50', from_count: 1 },
  }),
})

/** What was agreed with a customer on a product, with what it comes to. */
export const viewPrice = popup({
  ...access,
  recordParam: null,
  alsoRecords: { product_id: 'product' },
  right: 'view',
  path: '/clients/viewCustomPrice/:client_id/:product_id',
  home: '/products',
  size: 'medium',
  load: ({ db, params }) => loadBoth(db, params),
  title: ({ label }) => label,
  subtitle: ({ customer }) => `Afgesproken met ${customer.name}`,
  about: ({ product }) => ({ type: 'product', id: product.id }),
  actions: ({ client_id, product_id, customer }) => [
    {
      label: 'Waarom deze prijs?',
      icon: 'help',
      kind: 'popup',
      url: whyUrl(product_id, customer),
      area: pricesArea,
      right: 'view',
    },
    {
      label: 'Prijs afspreken',
      icon: 'plus',
      kind: 'popup',
      url: `/clients/attachCustomPriceView/${client_id}/${product_id}`,
      primary: true,
      area: pricesArea,
      right: 'change',
    },
  ],
  options: ({ client_id, product_id, customer, label }) => [
    {
      label: 'Alle afspraken verwijderen',
      icon: 'trash',
      kind: 'post',
      danger: true,
      url: '/clients/detachCustomPrice',
      fields: { id: String(product_id), client_id: String(client_id) },
      confirm: `Weet u zeker dat u de prijzen van ${label} voor ${customer.name} wilt verwijderen?`,
      area: pricesArea,
      right: 'change',
    },
  ],
  view: 'administration/prices/agreed',
  example: (story) => ({ params: story.customPrice }),
})

/** The rows of that. */
export const agreedPrices = table({
  ...access,
  recordParam: null,
  alsoRecords: { product_id: 'product' },
  right: 'view',
  path: '/clients/customPrices/:client_id/:product_id',
  title: 'Afgesproken prijzen',
  query: (db, _viewer, params) =>
    listPriceRules(db)
      .where('price_rules.product_id', '=', params.product_id)
      .where(sql<boolean>`coalesce(companies.client_id, contacts.client_id) = ${params.client_id}`),
  sorts: ruleSorts,
  defaultSort: 'from_count',
  columns: ownColumns,
  rowCss,
  open: (rule) => `/price-rules/${rule.id}`,
  exportable: false,
  empty: { icon: 'discount', title: 'Niets afgesproken', text: 'Voor deze klant geldt de prijs van het product.' },
  example: (story) => ({ params: story.customPrice }),
})

export const detachPrice = action({
  ...access,
  recordParam: null,
  right: 'change',
  path: '/clients/detachCustomPrice',
  form: z.object({ id, client_id: id }),
  formRecords: { id: 'product' },
  save: async ({ trx, form: { id: product_id, client_id } }) => {
    const { company_id, contact_id } = await getCustomer(trx, client_id)
    const gone = await detachPrices(trx, { product_id, company_id, contact_id })
    return {
      changed: [...gone.map((rule) => ({ type: 'price_rule', id: rule })), { type: 'product', id: product_id }],
      flash: { str: 'Afgesproken prijzen verwijderd', type: 'success' },
      close: true,
    }
  },
  example: ({ customPrice: { client_id, product_id } }) => ({ form: { id: product_id, client_id } }),
})
