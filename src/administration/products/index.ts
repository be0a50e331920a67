import { sql, type SqlBool } from 'kysely'
import type { ModulePart } from '../../platform/manifest.ts'
import { give } from '../../platform/points.ts'
import { historyLabels } from '../../system/history/points.ts'
import { categoryFields, consumableFields, productFields, productPriceFields } from './products.fields.ts'
import { categoryNames, productLabelSql, productNames } from './products.queries.ts'
import * as screens from './products.screens.ts'
import { categorySelector, productSelector } from './products.selectors.ts'
import { pricesArea, productsArea } from './rights.ts'
import { seedProducts } from './story.ts'

export { productFields } from './products.fields.ts'
export { type Product, getProduct, listPriceOn, listPricedProducts, productLabelSql } from './products.queries.ts'
export { type DiscountType, DISCOUNT_TYPES, productLabel } from './products.rules.ts'

const everybody = () => sql<SqlBool>`true`

/** What is sold, and in which categories. */
export const products: ModulePart = {
  screens: Object.values(screens),
  selectors: [productSelector, categorySelector],
  records: [
    {
      type: 'product',
      label: { one: 'product', many: 'producten' },
      area: productsArea,
      table: 'products',
      visibleTo: everybody,
      open: null,
      fields: productFields,
      nameSql: productLabelSql,
      names: productNames,
    },
    {
      type: 'product_category',
      label: { one: 'productcategorie', many: 'productcategorieën' },
      area: productsArea,
      table: 'product_categories',
      visibleTo: everybody,
      open: null,
      fields: categoryFields,
      names: categoryNames,
    },
    {
      type: 'product_price',
      label: { one: 'prijs', many: 'prijzen' },
      area: pricesArea,
      table: 'product_prices',
      visibleTo: everybody,
      open: null,
      fields: productPriceFields,
    },
    {
      type: 'product_consumable',
      label: { one: 'verbruiksartikel', many: 'verbruiksartikelen' },
      area: productsArea,
      table: 'product_consumables',
      visibleTo: everybody,
      open: null,
      fields: consumableFields,
    },
  ],
  nav: [
    {
      group: 'Administratie',
      label: 'Producten',
      icon: 'package',
      href: '/products',
      area: productsArea,
      order: 60,
    },
  ],
  story: seedProducts,
  gifts: [
    give(historyLabels, [
      {
        product: { label: 'Product', fields: {} },
        product_category: { label: 'Productcategorie', fields: {} },
        product_price: { label: 'Prijs', many: 'prijzen', fields: {} },
        product_consumable: { label: 'Verbruiksartikel', fields: {} },
      },
    ]),
  ],
}
