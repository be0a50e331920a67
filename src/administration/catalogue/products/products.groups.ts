import { type SqlBool, sql } from 'kysely'
import type { Group } from '../../../platform/screens/table/table-groups.ts'
import { productFields } from './products.fields.ts'

const category: Group<{ category_id: number | null; category_name: string | null }> = {
  label: productFields.category_id.label,
  sort: { by: [sql`(coalesce(product_categories.name, '')) collate "nl-x-icu"`] },
  key: sql<string>`coalesce(products.category_id, 0)::text`,
  among: (keys) => sql<SqlBool>`coalesce(products.category_id, 0)::text = any(${keys}::text[])`,
  name: (product) => product.category_name ?? 'Zonder categorie',
}

export const productGroups = { category }
