import { sql, type SqlBool } from 'kysely'
import type { ModulePart } from '../../../platform/manifest.ts'
import { blockers } from '../../../platform/blockers.ts'
import { give } from '../../../platform/points.ts'
import { searchSources } from '../../../platform/search/search.ts'
import { restorings } from '../../../platform/undo/points.ts'
import { importTargets } from '../../../system/importing/points.ts'
import { categoryFields, consumableFields, productFields, productPriceFields } from './products.fields.ts'
import {
  categoryBlockers,
  categoryNames,
  consumableNames,
  priceNames,
  productBlockers,
  productLabelSql,
  historyOfProduct,
  productNames,
  taxTypeBlockers,
} from './products.queries.ts'
import * as bulk from './bulk.screens.ts'
import * as categories from './categories.screens.ts'
import * as consumables from './consumables.screens.ts'
import * as editing from './editing.screens.ts'
import * as prices from './prices.screens.ts'
import * as calls from './calls.screens.ts'
import * as screens from './products.screens.ts'
import { categorySearch, productSearch } from './products.search.ts'
import { categorySelector, productSelector } from './products.selectors.ts'
import { pricesArea, productsArea } from './rights.ts'
import { priceRestoring } from './restoring.ts'
import { seedProducts } from './story.ts'
import { productTarget } from './import.plan.ts'

export {
  type Product,
  getBuyer,
  getProduct,
  listChosenProducts,
  listPriceOn,
  listPricedProducts,
  productLabelSql,
} from './products.queries.ts'
export { PLACE, addProduct, setPrices } from './products.commands.ts'
export { type DiscountType, DISCOUNT_TYPES, productLabel, samePrice } from './products.rules.ts'

const everybody = () => sql<SqlBool>`true`

/** What is sold, and in which categories. */
export const products: ModulePart = {
  screens: [screens, editing, prices, consumables, categories, bulk, calls].flatMap((declared) =>
    Object.values(declared),
  ),
  selectors: [productSelector, categorySelector],
  records: [
    {
      type: 'product',
      label: { one: 'product', many: 'producten' },
      area: productsArea,
      table: 'products',
      visibleTo: everybody,
      open: '/products/view/{id}',
      fields: productFields,
      nameSql: productLabelSql,
      names: productNames,
      historyAlong: historyOfProduct,
    },
    {
      type: 'product_category',
      label: { one: 'productcategorie', many: 'productcategorieën' },
      area: productsArea,
      table: 'product_categories',
      visibleTo: everybody,
      open: '/products/viewCategory/{id}',
      fields: categoryFields,
      names: categoryNames,
    },
    {
      type: 'product_price',
      label: { one: 'prijs', many: 'prijzen' },
      area: pricesArea,
      table: 'product_prices',
      visibleTo: everybody,
      open: '/products/price/{id}',
      fields: productPriceFields,
      names: priceNames,
    },
    {
      type: 'product_consumable',
      label: { one: 'verbruiksartikel', many: 'verbruiksartikelen' },
      area: productsArea,
      table: 'product_consumables',
      visibleTo: everybody,
      open: null,
      fields: consumableFields,
      names: consumableNames,
    },
  ],
  nav: [
    {
      group: 'sales',
      label: 'Producten',
      icon: 'package',
      href: '/products',
      synonyms: ['prijzen', 'prijsafspraak', 'prijslijst', 'artikelen'],
      area: productsArea,
      order: 3,
    },
  ],
  create: [
    {
      action: { label: 'Product', icon: 'package', kind: 'popup', url: '/products/add' },
      command: 'Nieuw product',
      area: productsArea,
    },
  ],
  constraints: {
    products_code_key: { field: 'code', message: 'Er is al een product met deze code.' },
    product_categories_name_key: { field: 'name', message: 'Deze categorie bestaat al.' },
    product_prices_once: { field: 'valid_from', message: 'Er gaat op deze dag al een prijs in.' },
    product_consumables_other: { field: 'consumable_id', message: 'Een product verbruikt zichzelf niet.' },
    product_consumables_consumable_id_fkey: {
      field: 'consumable_id',
      message: 'Dit product is geen verbruiksartikel, of bestaat niet meer.',
    },
    products_category_id_fkey: { field: 'category_id', message: 'Deze categorie bestaat niet meer.' },
    products_tax_type_id_fkey: { field: 'tax_type_id', message: 'Deze btw-soort bestaat niet meer.' },
  },
  story: seedProducts,
  gifts: [
    give(importTargets, [productTarget]),
    give(searchSources, [productSearch, categorySearch]),
    give(blockers, [
      { record: 'product', what: 'delete', reasons: productBlockers },
      { record: 'product_category', reasons: categoryBlockers },
      { record: 'tax_type', what: 'delete', reasons: taxTypeBlockers },
    ]),
    give(restorings, [priceRestoring]),
  ],
}
