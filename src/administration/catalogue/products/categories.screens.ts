import { sql } from 'kysely'
import { formatDateTime } from '../../../platform/format/format.ts'
import { formatPercentage } from '../../../platform/format/price.ts'
import { cellEdit } from '../../../platform/screens/table/cell-edit.ts'
import { recordForms } from '../../../platform/screens/form/record-forms.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { deleteOption } from '../../../platform/screens/popup/record-options.ts'
import { textFilter } from '../../../platform/screens/table/table-filters.ts'
import { table } from '../../../platform/screens/table/table.ts'
import * as z from 'zod'
import { categorySteps } from './next.rules.ts'
import { seesPrices } from './products.columns.ts'
import { addCategory, deleteCategory, editCategory, renameCategory } from './products.commands.ts'
import { categoryFields } from './products.fields.ts'
import { CategoryEditForm, CategoryForm } from './products.forms.ts'
import { byCategory, getCategory, listCategories } from './products.queries.ts'
import { productsArea } from './rights.ts'

const HOME = '/products/categories'
const access = { area: productsArea, record: 'product_category' } as const
const change = { area: productsArea, right: 'change' } as const
const discountText = (discount: string): string => (Number(discount) === 0 ? '' : `${formatPercentage(discount)}%`)

export const categoryTable = table({
  ...access,
  right: 'view',
  path: HOME,
  title: 'Productcategorieën',
  query: (db) => listCategories(db),
  filters: {
    search: textFilter('Zoeken', { text: sql<string>`product_categories.search_text`, table: 'product_categories' }),
  },
  sorts: { name: { by: [byCategory] } },
  defaultSort: 'name',
  columns: [
    { field: 'name', edit: true, kind: 'main', sort: 'name', cell: (category) => category.name },
    { field: 'discount', kind: 'num', when: seesPrices, cell: (category) => discountText(category.discount) },
    { label: 'Producten', key: 'products', kind: 'num', cell: (category) => category.product_count },
  ],
  edits: { url: '/products/categories/cell', area: productsArea },
  open: (category) => `/products/viewCategory/${category.id}`,
  add: {
    ...change,
    label: 'Categorie toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/administration/add-category',
    primary: true,
  },
  actions: [{ label: 'Producten', icon: 'package', kind: 'link', url: '/products' }],
  empty: {
    icon: 'category',
    title: 'Nog geen categorieën',
    text: 'Een categorie houdt producten bij elkaar, en geeft er samen korting op.',
  },
  example: () => ({}),
})

export const categoryView = popup({
  ...access,
  right: 'view',
  path: '/products/viewCategory/:id',
  home: HOME,
  size: 'medium',
  load: async ({ db, params, viewer }) => {
    const category = await getCategory(db, params.id)
    return { category, discount: seesPrices(viewer) ? discountText(category.discount) || 'Geen' : null }
  },
  title: ({ category }) => category.name,
  subtitle: 'Productcategorie',
  nextSteps: ({ category }) => categorySteps(category),
  actions: ({ category }) => [
    {
      ...change,
      label: 'Wijzigen',
      icon: 'pencil',
      kind: 'popup',
      url: `/administration/edit-category/${category.id}`,
      primary: true,
    },
  ],
  options: ({ category }) => [
    deleteOption('/administration/productCategory/delete', { type: 'product_category', id: category.id }, productsArea),
  ],
  footnote: ({ category }) => `Laatst gewijzigd op ${formatDateTime(category.updated_at)}`,
  layout: 'menu',
  parts: [
    {
      key: 'products',
      label: 'Producten',
      icon: 'package',
      url: ({ category }) => `/products?embed=1&category_id=${category.id}`,
      count: ({ category }) => category.product_count,
    },
    { key: 'details', label: 'Gegevens', icon: 'category', view: 'administration/products/category' },
  ],
  example: (story) => ({ params: { id: story.productCategories.books } }),
})

/** The name of a category, changed in the list. */
export const categoryCell = cellEdit({
  ...access,
  right: 'change',
  path: '/products/categories/cell',
  fields: categoryFields,
  names: ['name'],
  save: ({ trx, id, changes, version }) => renameCategory(trx, id, changes.name as string, version),
  example: (story) => ({
    form: { id: story.productCategories.books, field: 'name', value: 'Boeken en kaarten', version: 1 },
  }),
})

export const categoryForms = recordForms({
  ...access,
  label: 'Categorie',
  path: '/products/categories',
  home: HOME,
  size: 'small',
  view: 'administration/products/category-form',
  name: 'category',
  add: {
    path: '/administration/add-category',
    query: z.object({ name: z.string().max(120).catch('') }),
    form: CategoryForm,
    load: ({ query }) => ({ category: { name: query.name, discount: '' } }),
    save: async ({ trx, form }) => {
      const id = await addCategory(trx, form)
      return { id, body: { id, name: form.name } }
    },
    example: () => ({ form: { name: 'Kleding', discount: '2,5' } }),
  },
  edit: {
    path: '/administration/edit-category/:id',
    load: async ({ db, params }) => {
      const category = await getCategory(db, params.id)
      return { category: { ...category, discount: formatPercentage(category.discount) } }
    },
    title: ({ category }) => `${category.name} wijzigen`,
    form: CategoryEditForm,
    save: ({ trx, params, form }) => editCategory(trx, params.id, form),
    options: [],
    example: (story) => ({ params: { id: story.productCategories.books }, form: { name: 'Boeken en kaarten' } }),
  },
  delete: { path: '/administration/productCategory/delete', remove: deleteCategory },
})
