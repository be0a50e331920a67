import { sql, type SqlBool } from 'kysely'
import { selector } from '../../../platform/screens/table/selector.ts'
import { taxTypeLabel } from './vat.queries.ts'

export const taxTypeSelector = selector({
  type: 'tax_type',
  record: 'tax_type',
  table: 'tax_types',
  query: (db) => db.selectFrom('tax_types').select(['tax_types.id', taxTypeLabel().as('label')]),
  searched: { text: sql<string>`normalise(tax_types.name)` },
  sort: [sql`tax_types.id`],
  offered: sql<SqlBool>`tax_types.active`,
})
