import { sql } from 'kysely'
import { may } from '../../../platform/access/viewer.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { formatEuros, formatPrice } from '../../../platform/format/price.ts'
import { today } from '../../../platform/format/zone.ts'
import { deletion } from '../../../platform/screens/popup/deletion.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { deleteOption } from '../../../platform/screens/popup/record-options.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { deletePrice, editPrice, setPrice } from './products.commands.ts'
import { PriceEditForm, PriceForm } from './products.forms.ts'
import { getPrice, getProduct, listPrices } from './products.queries.ts'
import { pricesArea } from './rights.ts'

const HOME = '/products'
const access = { area: pricesArea, record: 'product_price' } as const

/** From when a product costs what: a tab of the product. */
export const priceTable = table({
  ...access,
  recordParam: null,
  alsoRecords: { id: 'product' },
  right: 'view',
  path: '/products/prices/:id',
  title: 'Prijzen',
  query: (db, _viewer, { id }) => listPrices(db, id),
  sorts: { valid_from: { by: [sql`product_prices.valid_from`], type: 'date' } },
  defaultSort: '-valid_from',
  columns: [
    { field: 'valid_from', kind: 'main', sort: 'valid_from', cell: (row) => formatDate(row.valid_from) },
    { field: 'price', kind: 'num', cell: (row) => formatEuros(row.price) },
    {
      label: '',
      key: 'now',
      cell: (row) => (row.is_now ? { text: 'Geldt nu', tone: 'success' } : row.is_coming ? 'Gaat nog in' : ''),
    },
  ],
  rowCss: (row) => (row.is_now || row.is_coming ? null : 'is-off'),
  open: (row, viewer) => (may(viewer, pricesArea, 'change') ? `/products/price/${row.id}` : null),
  add: {
    label: 'Prijs toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/products/prices/add/:id',
    primary: true,
    area: pricesArea,
    right: 'change',
  },
  exportable: false,
  empty: { icon: 'currency-euro', title: 'Nog geen prijzen', text: 'Zeg vanaf welke dag dit product wat kost.' },
  example: (story) => ({ params: { id: story.products.bhvBook } }),
})

export const priceAdd = formPopup({
  ...access,
  record: 'product',
  fieldsOf: 'product_price',
  right: 'change',
  path: '/products/prices/add/:id',
  home: HOME,
  size: 'small',
  load: async ({ db, params }) => ({ product: await getProduct(db, params.id), price: { valid_from: today() } }),
  title: 'Prijs toevoegen',
  subtitle: ({ product }) => product.name,
  view: 'administration/products/price',
  form: PriceForm,
  submits: [{ label: 'Prijs toevoegen' }],
  save: async ({ trx, params, form }) => {
    const id = await setPrice(trx, params.id, form)
    return {
      changed: [
        { type: 'product_price', id },
        { type: 'product', id: params.id },
      ],
      flash: { str: 'Prijs toegevoegd', type: 'success' },
      body: { id },
    }
  },
  example: (story) => ({
    params: { id: story.products.sign },
    form: { price: '4,75', valid_from: '01-02-2030' },
  }),
})

export const priceEdit = formPopup({
  ...access,
  right: 'change',
  path: '/products/price/:id',
  home: HOME,
  size: 'small',
  load: async ({ db, params }) => {
    const row = await getPrice(db, params.id)
    return { product: { name: row.name }, price: { ...row, price: formatPrice(row.price) } }
  },
  title: 'Prijs wijzigen',
  subtitle: ({ product }) => product.name,
  view: 'administration/products/price',
  form: PriceEditForm,
  version: ({ price }) => price.version,
  options: ({ price }) => [deleteOption('/products/price/delete', { type: 'product_price', id: price.id }, pricesArea)],
  save: async ({ trx, params, form }) => {
    const product = await editPrice(trx, params.id, form)
    return {
      changed: [
        { type: 'product_price', id: params.id },
        { type: 'product', id: product },
      ],
      flash: { str: 'Wijziging opgeslagen', type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.productPrices.coming }, form: { price: '29,50' } }),
})

export const priceDelete = deletion({
  ...access,
  path: '/products/price/delete',
  flash: 'Prijs verwijderd',
  remove: deletePrice,
  example: (story) => ({ form: { id: story.productPrices.coming } }),
})
