import { sql, type SqlBool } from 'kysely'
import { selector } from '../../platform/screens/table/selector.ts'
import { byMaterial, materialLabel, materialText } from './materials.queries.ts'

export const materialSelector = selector({
  type: 'material',
  record: 'material',
  table: 'materials',
  query: (db) =>
    db
      .selectFrom('materials')
      .leftJoin('establishments', 'establishments.id', 'materials.establishment_id')
      .select(['materials.id', materialLabel.as('label')]),
  searched: { text: materialText },
  sort: [byMaterial],
  offered: sql<SqlBool>`materials.active`,
})
