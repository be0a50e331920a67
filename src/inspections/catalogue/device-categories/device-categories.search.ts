import { sql } from 'kysely'
import type { SearchSource } from '../../../platform/search/search.ts'

const name = sql<string>`device_categories.name`

/** Categories by name (P-114). */
export const deviceCategorySearch: SearchSource = {
  type: 'DeviceCategory',
  record: 'device_category',
  label: 'Apparaatcategorieën',
  icon: 'category',
  open: '/inspections/categories/view/{id}',
  name,
  begins: [{ field: 'name', value: name, name: sql<string>`normalise(device_categories.name)`, then: [] }],
  words: { field: 'name', value: name, text: sql<string>`device_categories.search_text` },
}
