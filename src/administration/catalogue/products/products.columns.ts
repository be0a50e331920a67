import { type SqlBool, sql } from 'kysely'
import { type Viewer, may } from '../../../platform/access/viewer.ts'
import { addedColumn, askedColumn } from '../../../platform/screens/table/table-columns.ts'
import { taxTypeLabel } from '../vat/index.ts'
import { pricesArea } from './rights.ts'

/** Who may know what products cost. */
export const seesPrices = (viewer: Viewer): boolean => may(viewer, pricesArea)

const yesNo = (field: string) =>
  askedColumn({
    field,
    asks: () => sql<SqlBool>`${sql.ref(`products.${field}`)}`,
    cell: (holds) => (holds ? 'Ja' : 'Nee'),
  })

/** What else is known of products, for who wants it in the list. */
export const productColumns = [
  askedColumn({
    field: 'tax_type_id',
    when: seesPrices,
    asks: () => sql<string>`(select ${taxTypeLabel()} from tax_types where tax_types.id = products.tax_type_id)`,
    cell: (label) => label,
  }),
  { ...yesNo('taxes_included'), when: seesPrices },
  ...['is_consumable', 'has_to_be_delivered', 'is_device', 'has_lifecycle', 'active'].map(yesNo),
  addedColumn('products'),
]
