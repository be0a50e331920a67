import { sql } from 'kysely'
import { valueGroup } from '../../../platform/screens/table/value-groups.ts'
import { productFields } from './products.fields.ts'

export const productGroups = {
  category: valueGroup<{ category_name: string | null }>({
    label: productFields.category_id.label,
    column: sql<string>`coalesce(products.category_id, 0)::text`,
    sort: { by: [sql`(coalesce(product_categories.name, '')) collate "nl-x-icu"`] },
    name: (product) => product.category_name ?? 'Zonder categorie',
  }),
}
