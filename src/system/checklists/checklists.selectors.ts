import { sql, type SqlBool } from 'kysely'
import { selector } from '../../platform/screens/table/selector.ts'
import { byName, checklistText } from './checklists.queries.ts'

export const checklistSelector = selector({
  type: 'checklist',
  record: 'checklist',
  table: 'checklists',
  query: (db) => db.selectFrom('checklists').select(['checklists.id', 'checklists.name as label']),
  searched: { text: checklistText },
  sort: [byName],
  offered: sql<SqlBool>`checklists.active`,
})
