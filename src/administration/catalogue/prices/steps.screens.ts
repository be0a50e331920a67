import { formatPercentage, formatPrice } from '../../../platform/format/price.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { deletion } from '../../../platform/screens/popup/deletion.ts'
import { deleteOption } from '../../../platform/screens/popup/record-options.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { getProduct, productLabel } from '../products/index.ts'
import { pricesArea } from '../products/rights.ts'
import { addPriceRule, deletePriceRule, editPriceRule } from './price-rules.commands.ts'
import { RuleEditForm, StepForm } from './price-rules.forms.ts'
import { getPriceRule, listPriceRules } from './price-rules.queries.ts'
import { ownColumns, rowCss, ruleColumns, ruleSorts } from './price-rules.columns.ts'

const HOME = '/products'
const access = { area: pricesArea, record: 'price_rule' } as const
const ofProduct = { ...access, recordParam: null, alsoRecords: { id: 'product' } } as const
const form = { home: HOME, size: 'medium', view: 'administration/prices/rule' } as const

/** What everybody pays from so many: a tab of the product. */
export const productSteps = table({
  ...ofProduct,
  right: 'view',
  path: '/products/:id/steps',
  title: 'Staffel',
  query: (db, _viewer, params) =>
    listPriceRules(db)
      .where('price_rules.product_id', '=', params.id)
      .where('price_rules.company_id', 'is', null)
      .where('price_rules.contact_id', 'is', null),
  sorts: ruleSorts,
  defaultSort: 'from_count',
  columns: ownColumns,
  rowCss,
  open: (rule) => `/price-rules/${rule.id}`,
  add: {
    label: 'Staffel toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/products/:id/steps/add',
    area: pricesArea,
    right: 'change',
  },
  exportable: false,
  empty: {
    icon: 'stairs',
    title: 'Geen staffel',
    text: 'Zet hier wat iedereen betaalt die er meer tegelijk koopt. Wat met een klant is afgesproken, gaat voor.',
  },
  example: (story) => ({ params: { id: story.products.bhvBook } }),
})

/** With which customers a price was agreed: a tab of the product too. */
export const productAgreements = table({
  ...ofProduct,
  right: 'view',
  path: '/products/:id/agreements',
  title: 'Klantprijzen',
  query: (db, _viewer, params) =>
    listPriceRules(db)
      .where('price_rules.product_id', '=', params.id)
      .where((eb) =>
        eb.or([eb('price_rules.company_id', 'is not', null), eb('price_rules.contact_id', 'is not', null)]),
      ),
  sorts: ruleSorts,
  defaultSort: 'customer',
  columns: [{ label: 'Klant', kind: 'main', sort: 'customer', cell: (rule) => rule.customer }, ...ruleColumns],
  rowCss,
  open: (rule) => `/clients/viewCustomPrice/${rule.client_id}/${rule.product_id}`,
  exportable: false,
  empty: {
    icon: 'discount',
    title: 'Geen afgesproken prijzen',
    text: 'Wat met een klant is afgesproken, voegt u toe bij Prijzen van dat bedrijf of contact.',
  },
  example: (story) => ({ params: { id: story.products.bhvBook } }),
})

export const stepAdd = formPopup({
  ...ofProduct,
  ...form,
  right: 'change',
  path: '/products/:id/steps/add',
  load: async ({ db, params }) => {
    const product = await getProduct(db, params.id)
    return { rule: null, product, fewest: 2, label: productLabel(product) }
  },
  title: 'Staffel toevoegen',
  subtitle: ({ label }) => label,
  form: StepForm,
  submits: [{ label: 'Staffel toevoegen' }],
  save: async ({ trx, params, form: input }) => {
    const rule = await addPriceRule(trx, { product_id: params.id }, input)
    return {
      changed: [
        { type: 'price_rule', id: rule },
        { type: 'product', id: params.id },
      ],
      flash: { str: 'Staffel toegevoegd', type: 'success' },
      body: { id: rule },
    }
  },
  example: (story) => ({
    params: { id: story.products.sign },
    form: { type: 'percentage', percentage: '7,5', from_count: 25 },
  }),
})

/** An agreement or a step, changed. */
export const ruleEdit = formPopup({
  ...access,
  ...form,
  right: 'change',
  path: '/price-rules/:id',
  load: async ({ db, params }) => {
    const rule = await getPriceRule(db, params.id)
    const typed = {
      ...rule,
      price: rule.price && formatPrice(rule.price),
      percentage: rule.percentage && formatPercentage(rule.percentage),
    }
    return { rule: typed, product: await getProduct(db, rule.product_id), fewest: rule.customer === null ? 2 : 1 }
  },
  title: ({ rule }) => (rule.customer === null ? 'Staffel wijzigen' : 'Afgesproken prijs wijzigen'),
  subtitle: ({ rule }) => [rule.product, rule.customer].filter(Boolean).join(' · '),
  options: ({ rule }) => [deleteOption('/price-rules/delete', { type: 'price_rule', id: rule.id })],
  form: RuleEditForm,
  version: ({ rule }) => rule.version,
  save: async ({ trx, params, form: input }) => {
    const { product_id } = await getPriceRule(trx, params.id)
    await editPriceRule(trx, params.id, input)
    return {
      changed: [
        { type: 'price_rule', id: params.id },
        { type: 'product', id: product_id },
      ],
      flash: { str: 'Wijziging opgeslagen', type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.customPrice.rule }, form: { type: 'percentage', percentage: '15' } }),
})

export const ruleDelete = deletion({
  ...access,
  path: '/price-rules/delete',
  flash: 'Prijsafspraak verwijderd',
  remove: deletePriceRule,
  example: (story) => ({ form: { id: story.customPrice.rule } }),
})
