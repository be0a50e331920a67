import { sql } from 'kysely'
import { type Viewer, may } from '../../../platform/access/viewer.ts'
import { columnsOf } from '../../../platform/screens/table/shown-columns.ts'
import { taxTypeLabel } from '../vat/index.ts'
import { productFields } from './products.fields.ts'
import { pricesArea } from './rights.ts'

/** Who may know what products cost. */
export const seesPrices = (viewer: Viewer): boolean => may(viewer, pricesArea)

const { shown, added } = columnsOf('products', productFields)

/** What else is known of products, for who wants it in the list. */
export const productColumns = [
  shown('tax_type_id', {
    when: seesPrices,
    of: sql`(select ${taxTypeLabel()} from tax_types where tax_types.id = products.tax_type_id)`,
  }),
  shown('taxes_included', { when: seesPrices }),
  shown('is_consumable'),
  shown('has_to_be_delivered'),
  shown('is_device'),
  shown('has_lifecycle'),
  shown('active'),
  added,
]
