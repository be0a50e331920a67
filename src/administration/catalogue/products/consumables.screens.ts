import { sql } from 'kysely'
import { may } from '../../../platform/access/viewer.ts'
import { action } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { removeConsumable, saveConsumable } from './products.commands.ts'
import { ConsumableAddForm, ConsumableForm } from './products.forms.ts'
import { findConsumable, getProduct, listConsumables } from './products.queries.ts'
import { type ReplaceUnit, productLabel, termText } from './products.rules.ts'
import { productsArea } from './rights.ts'

const HOME = '/products'
const access = { area: productsArea, record: 'product' } as const
type Row = Awaited<ReturnType<ReturnType<typeof listConsumables>['executeTakeFirstOrThrow']>>

/** When it is replaced here: as told for this product, else as it is by itself. */
function whenReplaced(row: Row): string {
  const after = row.own_replace_after ?? row.usual_replace_after
  if (after === null) return ''
  const unit = (row.own_replace_after === null ? row.usual_replace_unit : row.own_replace_unit) as ReplaceUnit
  return termText({ after, unit, margin: row.own_margin ?? row.usual_margin })
}

const changed = (product_id: number, id: number) => [
  { type: 'product_consumable', id },
  { type: 'product', id: product_id },
]

/** What a product uses up: a tab of the product. */
export const consumableTable = table({
  ...access,
  record: 'product_consumable',
  recordParam: null,
  alsoRecords: { id: 'product' },
  right: 'view',
  path: '/products/consumables/:id',
  title: 'Verbruiksartikelen',
  query: (db, _viewer, { id }) => listConsumables(db).where('product_consumables.product_id', '=', id),
  sorts: { name: { by: [sql`consumable.name collate "nl-x-icu"`] } },
  defaultSort: 'name',
  columns: [
    { field: 'consumable_id', kind: 'main', sort: 'name', cell: (row) => productLabel(row) },
    { field: 'count', kind: 'num', cell: (row) => row.count },
    { label: 'Vervangen na', key: 'term', cell: whenReplaced },
  ],
  open: (row, viewer) =>
    may(viewer, productsArea, 'change')
      ? `/products/saveConsumable/${row.product_id}/${row.consumable_id}`
      : `/products/view/${row.consumable_id}`,
  add: {
    label: 'Verbruiksartikel toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/products/addConsumable/:id',
    primary: true,
    area: productsArea,
    right: 'change',
  },
  exportable: false,
  empty: {
    icon: 'refresh',
    title: 'Geen verbruiksartikelen',
    text: 'Zet hier wat in dit product zit en na een tijd wordt vervangen, zoals de vulling van een blusser.',
  },
  example: (story) => ({ params: { id: story.products.firstAidBox } }),
})

export const consumableAdd = formPopup({
  ...access,
  fieldsOf: 'product_consumable',
  right: 'change',
  path: '/products/addConsumable/:id',
  home: HOME,
  size: 'small',
  load: async ({ db, params }) => ({ product: await getProduct(db, params.id), consumable: null }),
  title: 'Verbruiksartikel toevoegen',
  subtitle: ({ product }) => product.name,
  view: 'administration/products/consumable',
  form: ConsumableAddForm,
  formRecords: { consumable_id: 'product' },
  submits: [{ label: 'Verbruiksartikel toevoegen' }],
  save: async ({ trx, params, form: { consumable_id, ...form } }) => {
    const id = await saveConsumable(trx, { product_id: params.id, consumable_id }, form)
    return {
      changed: changed(params.id, id),
      flash: { str: 'Verbruiksartikel toegevoegd', type: 'success' },
      body: { id },
    }
  },
  example: (story) => ({
    params: { id: story.products.extinguisher },
    form: { consumable_id: story.products.plasters, count: 2 },
  }),
})

/** The specification's POST, which adds what is not there too; its GET is the form of what is. */
export const consumableSave = formPopup({
  ...access,
  recordParam: 'product_id',
  alsoRecords: { consumable_id: 'product' },
  fieldsOf: 'product_consumable',
  right: 'change',
  path: '/products/saveConsumable/:product_id/:consumable_id',
  home: HOME,
  size: 'small',
  load: async ({ db, params }) => {
    const [product, own, consumable] = await Promise.all([
      getProduct(db, params.product_id),
      findConsumable(db, params),
      getProduct(db, params.consumable_id),
    ])
    return { product, consumable: own ?? { count: 1 }, name: productLabel(consumable), key: params }
  },
  title: ({ name }) => name,
  subtitle: ({ product }) => `Verbruiksartikel van ${product.name}`,
  view: 'administration/products/consumable',
  form: ConsumableForm,
  options: ({ name, key }) => [
    {
      label: 'Weghalen',
      icon: 'trash',
      kind: 'post',
      danger: true,
      url: `/products/removeConsumable/${key.product_id}/${key.consumable_id}`,
      confirm: `Weet u zeker dat u ${name} hier wilt weghalen?`,
    },
  ],
  save: async ({ trx, params, form }) => ({
    changed: changed(params.product_id, await saveConsumable(trx, params, form)),
    flash: { str: 'Wijziging opgeslagen', type: 'success' },
  }),
  example: (story) => ({
    params: { product_id: story.products.firstAidBox, consumable_id: story.products.plasters },
    form: { count: 3 },
  }),
})

export const consumableRemove = action({
  ...access,
  recordParam: 'product_id',
  alsoRecords: { consumable_id: 'product' },
  right: 'change',
  path: '/products/removeConsumable/:product_id/:consumable_id',
  save: async ({ trx, params }) => ({
    changed: changed(params.product_id, await removeConsumable(trx, params)),
    flash: { str: 'Verbruiksartikel weggehaald', type: 'success' },
    close: true,
  }),
  example: (story) => ({
    params: { product_id: story.products.firstAidBox, consumable_id: story.products.plasters },
  }),
})
