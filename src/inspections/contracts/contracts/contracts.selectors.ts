import { type SqlBool, sql } from 'kysely'
import { selector } from '../../../platform/screens/table/selector.ts'
import { searchedContracts } from './contracts.queries.ts'

export const contractSelector = selector({
  type: 'inspectionContract',
  record: 'inspectionContract',
  table: 'inspection_contracts',
  query: (db) =>
    db.selectFrom('inspection_contracts').select(['inspection_contracts.id', 'inspection_contracts.name as label']),
  searched: searchedContracts,
  sort: [sql`inspection_contracts.name collate "nl-x-icu"`, sql`inspection_contracts.id`],
  offered: sql<SqlBool>`inspection_contracts.terminated_on is null`,
  filters: {
    company_id: (value) => sql<SqlBool>`inspection_contracts.company_id = ${Number(value)}`,
    contact_id: (value) => sql<SqlBool>`inspection_contracts.contact_id = ${Number(value)}`,
  },
})
