import { sql, type SqlBool } from 'kysely'
import { selector } from '../../platform/screens/selector.ts'

export const companySelector = selector({
  type: 'company',
  record: 'company',
  table: 'companies',
  query: (db) => db.selectFrom('companies').select(['companies.id', 'companies.name as label', 'companies.client_id']),
  text: sql<string>`companies.search_text`,
  indexed: true,
  sort: [sql`companies.name collate "nl-x-icu"`],
  offered: sql<SqlBool>`companies.active`,
})
