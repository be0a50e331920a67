import { sql } from 'kysely'
import { may } from '../../../platform/access/viewer.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { formatEuros, formatPrice } from '../../../platform/format/price.ts'
import { today } from '../../../platform/format/zone.ts'
import { recordForms } from '../../../platform/screens/form/record-forms.ts'
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

export const priceForms = recordForms({
  ...access,
  label: 'Prijs',
  path: '/products/price',
  home: HOME,
  size: 'small',
  view: 'administration/products/price',
  name: 'price',
  add: {
    of: 'product',
    path: '/products/prices/add/:id',
    load: async ({ db, params }) => ({ product: await getProduct(db, params.id), price: { valid_from: today() } }),
    subtitle: ({ product }) => product.name,
    form: PriceForm,
    save: async ({ trx, params, form }) => ({
      id: await setPrice(trx, params.id, form),
      also: [{ type: 'product', id: params.id }],
    }),
    example: (story) => ({
      params: { id: story.products.sign },
      form: { price: '4,75', valid_from: '01-02-2030' },
    }),
  },
  edit: {
    path: '/products/price/:id',
    load: async ({ db, params }) => {
      const row = await getPrice(db, params.id)
      return { product: { name: row.name }, price: { ...row, price: formatPrice(row.price) } }
    },
    subtitle: ({ product }) => product.name,
    form: PriceEditForm,
    save: async ({ trx, params, form }) => {
      const product = await editPrice(trx, params.id, form)
      return { also: [{ type: 'product', id: product }] }
    },
    example: (story) => ({ params: { id: story.productPrices.coming }, form: { price: '29,50' } }),
  },
  delete: { remove: deletePrice, example: (story) => ({ form: { id: story.productPrices.coming } }) },
})
