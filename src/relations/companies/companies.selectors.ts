import { sql, type SqlBool } from 'kysely'
import { selector } from '../../platform/screens/table/selector.ts'
import { byCompanyName, searchedCompanies } from './companies.queries.ts'

export const companySelector = selector({
  type: 'company',
  record: 'company',
  table: 'companies',
  query: (db) => db.selectFrom('companies').select(['companies.id', 'companies.name as label', 'companies.client_id']),
  searched: searchedCompanies,
  sort: [byCompanyName],
  offered: sql<SqlBool>`companies.active`,
})
