import { type SqlBool, sql } from 'kysely'
import { beside, type SearchSource } from '../../../platform/search/search.ts'

const name = sql<string>`products.name`
const category = sql<string>`product_categories.name`

/** Products by name (P-110); by their code too, since it opens the same product. */
export const productSearch: SearchSource = {
  type: 'Product',
  record: 'product',
  label: 'Producten',
  icon: 'package',
  open: '/products/view/{id}',
  name,
  exact: (typed) => [
    { field: 'name', value: name, where: sql<SqlBool>`normalise(products.code) = normalise(${typed})` },
  ],
  begins: [{ field: 'name', value: name, name: sql<string>`normalise(products.name)`, then: [] }],
  words: { field: 'name', value: name, text: sql<string>`products.search_text` },
  active: sql<SqlBool>`products.active`,
  beside: () =>
    beside(
      sql<{ name: string; code: string; category: string | null }>`jsonb_build_object(
        'name', products.name, 'code', products.code,
        'category', (select c.name from product_categories c where c.id = products.category_id))`,
      (one) => ({
        text: [one.code === one.name ? null : one.code, one.category].filter(Boolean).join(' · '),
      }),
    ),
}

/** Categories by name (P-111). */
export const categorySearch: SearchSource = {
  type: 'ProductCategory',
  record: 'product_category',
  label: 'Productcategorieën',
  icon: 'category',
  open: '/products/viewCategory/{id}',
  name: category,
  begins: [{ field: 'name', value: category, name: sql<string>`normalise(product_categories.name)`, then: [] }],
  words: { field: 'name', value: category, text: sql<string>`product_categories.search_text` },
}
