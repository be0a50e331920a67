import { type SqlBool, sql } from 'kysely'
import { selector } from '../../../platform/screens/table/selector.ts'
import { deviceLabelSql, searchedDevices } from './devices.queries.ts'

export const deviceSelector = selector({
  type: 'device',
  record: 'device',
  table: 'devices',
  query: (db) => db.selectFrom('devices').select(['devices.id', deviceLabelSql.as('label')]),
  searched: searchedDevices,
  sort: [sql`devices.number`, sql`devices.id`],
  offered: sql<SqlBool>`devices.status <> 'disposed'`,
  filters: {
    company_id: (value) => sql<SqlBool>`devices.company_id = ${Number(value)}`,
    contact_id: (value) => sql<SqlBool>`devices.contact_id = ${Number(value)}`,
  },
})
