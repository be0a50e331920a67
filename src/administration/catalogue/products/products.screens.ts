import { sql, type SqlBool } from 'kysely'
import { formatDate, formatDateTime } from '../../../platform/format/format.ts'
import { formatEuros, formatPercents } from '../../../platform/format/price.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { activeOption, deleteOption } from '../../../platform/screens/popup/record-options.ts'
import { selectFilter, selectorFilter, textFilter } from '../../../platform/screens/table/table-filters.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { importArea } from '../../../system/importing/rights.ts'
import { type TaxCategory, vatText } from '../vat/index.ts'
import { activating, productSteps } from './next.rules.ts'
import { productColumns, seesPrices } from './products.columns.ts'
import { productFields } from './products.fields.ts'
import { productGroups } from './products.groups.ts'
import {
  type Product,
  byCategory,
  byProduct,
  getProduct,
  listConsumables,
  listPriceOn,
  listProducts,
  listUsers,
  nextPriceOf,
  searchedProducts,
} from './products.queries.ts'
import { type DiscountType, type ReplaceUnit, termText } from './products.rules.ts'
import { pricesArea, productsArea } from './rights.ts'

const HOME = '/products'
const access = { area: productsArea, record: 'product' } as const
const change = { area: productsArea, right: 'change' } as const
const YES_NO = [
  { value: 'yes', label: 'Ja' },
  { value: 'no', label: 'Nee' },
]

export const productTable = table({
  ...access,
  right: 'view',
  path: HOME,
  title: 'Producten',
  query: (db, viewer) => listProducts(db).select((seesPrices(viewer) ? listPriceOn() : sql<string>`null`).as('price')),
  filters: {
    search: textFilter('Zoeken', searchedProducts),
    category_id: selectorFilter(
      productFields.category_id.label,
      'product_category',
      (categories) => sql<SqlBool>`products.category_id in (${sql.join(categories)})`,
      sql<SqlBool>`products.category_id is null`,
    ),
    active: selectFilter(productFields.active.label, YES_NO, (value) =>
      value === 'yes' ? sql<SqlBool>`products.active` : sql<SqlBool>`not products.active`,
    ),
    is_consumable: selectFilter(
      productFields.is_consumable.label,
      YES_NO,
      (value) => sql<SqlBool>`products.is_consumable = ${value === 'yes'}`,
    ),
  },
  defaults: { active: 'yes' },
  sorts: {
    name: { by: [byProduct] },
    code: { by: [sql`products.code collate "nl-x-icu"`] },
    category: { by: [byCategory] },
  },
  defaultSort: 'name',
  columns: [
    { field: 'name', kind: 'main', sort: 'name', cell: (product) => product.name },
    { field: 'code', edit: true, sort: 'code', cell: (product) => product.code },
    {
      field: 'category_id',
      sort: 'category',
      hiddenWhenFilteredBy: ['category_id'],
      cell: (product) => product.category_name ?? '',
    },
    { field: 'price', kind: 'num', when: seesPrices, cell: (product) => product.price && formatEuros(product.price) },
  ],
  moreColumns: productColumns,
  groups: productGroups,
  open: (product) => `/products/view/${product.id}`,
  rowCss: (product) => (product.active ? null : 'is-off'),
  edits: { url: '/products/cell', area: productsArea },
  add: { ...change, label: 'Product toevoegen', icon: 'plus', kind: 'popup', url: '/products/add', primary: true },
  addWith: ['category_id'],
  actions: [
    { label: 'Categorieën', icon: 'category', kind: 'link', url: '/products/categories' },
    { label: 'Importeren', icon: 'file-import', kind: 'popup', url: '/import/wizard?table=products', area: importArea, right: 'change' }, // prettier-ignore
  ],
  bulk: [
    { ...change, label: 'Prijzen wijzigen', icon: 'currency-euro', kind: 'popup', url: '/products/bulk/price' },
    { ...change, label: 'Categorie wijzigen', icon: 'category', kind: 'popup', url: '/products/bulk/category' },
    {
      ...change,
      label: 'Deactiveren',
      icon: 'ban',
      kind: 'popup',
      url: '/products/bulk/deactivate',
      more: true,
      danger: true,
    },
  ],
  empty: {
    icon: 'package',
    title: 'Nog geen producten',
    text: 'Zet hier wat u verkoopt: opleidingen, boeken, materiaal. Het filter Actief toont ook wat niet meer verkocht wordt.',
  },
  example: () => ({}),
})

const discountText = (product: Product): string | null => {
  if (Number(product.discount) === 0) return null
  return (product.discount_type as DiscountType) === 'percentage'
    ? formatPercents(product.discount)
    : formatEuros(product.discount)
}

/** '€ 27,50 exclusief 9% BTW'. */
const priceText = (product: Product): string => {
  const bears = product.tax !== null && Number(product.tax) > 0
  return `${formatEuros(product.price)}${bears ? ` ${vatText(product.tax!, product.taxes_included, product.tax_category as TaxCategory)}` : ''}`
}

export const productView = popup({
  ...access,
  right: 'view',
  path: '/products/view/:id',
  home: HOME,
  load: async ({ db, params, viewer }) => {
    const product = await getProduct(db, params.id)
    const sees = seesPrices(viewer)
    const [next, consumables, users] = await Promise.all([
      sees ? nextPriceOf(db, params.id) : undefined,
      listConsumables(db).where('product_consumables.product_id', '=', params.id).execute(),
      listUsers(db, params.id),
    ])
    const { replace_after: after, replace_unit, replace_period_margin: margin } = product
    return {
      product,
      sees,
      price: sees ? priceText(product) : null,
      next: next ? `${formatEuros(next.price)} vanaf ${formatDate(next.valid_from)}` : null,
      discount: sees ? discountText(product) : null,
      term: after === null ? null : termText({ after, unit: replace_unit as ReplaceUnit, margin }),
      consumables,
      users,
    }
  },
  title: ({ product }) => product.name,
  subtitle: ({ product }) =>
    ['Product', product.code === product.name ? null : product.code, product.category_name].filter(Boolean).join(' · '),
  status: ({ product }) =>
    product.active ? { label: 'Actief', css: 'st-confirmed' } : { label: 'Niet actief', css: 'st-concept' },
  size: 'medium',
  actions: ({ product }) => [
    { ...change, label: 'Wijzigen', icon: 'pencil', kind: 'popup', url: `/products/edit/${product.id}`, primary: true },
  ],
  nextSteps: ({ product }) => productSteps(product),
  options: ({ product }) => [
    ...(product.active ? [activeOption(activating(product))] : []),
    deleteOption('/products/delete', { type: 'product', id: product.id }, productsArea),
  ],
  footnote: ({ product }) => `Laatst gewijzigd op ${formatDateTime(product.updated_at)}`,
  layout: 'menu',
  parts: [
    { key: 'details', label: 'Gegevens', icon: 'package', view: 'administration/products/details' },
    {
      key: 'prices',
      label: 'Prijzen',
      icon: 'currency-euro',
      url: ({ product }) => `/products/prices/${product.id}?embed=1`,
      area: pricesArea,
    },
    {
      key: 'consumables',
      label: 'Verbruiksartikelen',
      icon: 'refresh',
      url: ({ product }) => `/products/consumables/${product.id}?embed=1`,
      count: ({ consumables }) => consumables.length,
    },
  ],
  example: (story) => ({ params: { id: story.products.bhvBook } }),
})
