import { sql, type SqlBool } from 'kysely'
import { formatPrice } from '../../platform/format/price.ts'
import { selectFilter, selectorFilter, textFilter } from '../../platform/screens/table-filters.ts'
import { table } from '../../platform/screens/table.ts'
import { productColumns, seesPrices } from './products.columns.ts'
import { productFields } from './products.fields.ts'
import { productGroups } from './products.groups.ts'
import { byCategory, byProduct, listPriceOn, listProducts, searchedProducts } from './products.queries.ts'
import { productsArea } from './rights.ts'

const YES_NO = [
  { value: 'yes', label: 'Ja' },
  { value: 'no', label: 'Nee' },
]

export const productTable = table({
  area: productsArea,
  record: 'product',
  right: 'view',
  path: '/products',
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
    { field: 'code', sort: 'code', cell: (product) => product.code },
    { field: 'category_id', sort: 'category', cell: (product) => product.category_name ?? '' },
    { field: 'price', kind: 'num', when: seesPrices, cell: (product) => product.price && formatPrice(product.price) },
  ],
  moreColumns: productColumns,
  groups: productGroups,
  rowCss: (product) => (product.active ? null : 'is-off'),
  empty: {
    icon: 'package',
    title: 'Nog geen producten',
    text: 'Zet hier wat u verkoopt: opleidingen, boeken, materiaal. Het filter Actief toont ook wat niet meer verkocht wordt.',
  },
  example: () => ({}),
})
