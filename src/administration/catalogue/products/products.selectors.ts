import { type SqlBool, sql } from 'kysely'
import { selector } from '../../../platform/screens/table/selector.ts'
import { byCategory, byProduct, isActive, productLabelSql, searchedProducts } from './products.queries.ts'

export const productSelector = selector({
  type: 'product',
  record: 'product',
  table: 'products',
  query: (db) =>
    db
      .selectFrom('products')
      .select(['products.id', productLabelSql.as('label'), 'products.name', 'products.code', 'products.category_id']),
  searched: searchedProducts,
  sort: [byProduct],
  offered: isActive,
  filters: {
    is_consumable: (value) => sql<SqlBool>`products.is_consumable = ${value === '1'}`,
    is_device: (value) => sql<SqlBool>`products.is_device = ${value === '1'}`,
  },
})

export const categorySelector = selector({
  type: 'product_category',
  record: 'product_category',
  table: 'product_categories',
  query: (db) =>
    db.selectFrom('product_categories').select(['product_categories.id', 'product_categories.name as label']),
  searched: { text: sql<string>`product_categories.search_text`, table: 'product_categories' },
  sort: [byCategory],
})
