import { type SqlBool, sql } from 'kysely'
import { STAFF } from '../../platform/access/roles.ts'
import { selector } from '../../platform/screens/table/selector.ts'
import { searchedUsers } from './users.queries.ts'

export const userSelector = selector({
  type: 'user',
  record: 'user',
  table: 'users',
  query: (db) => db.selectFrom('users').select(['users.id', 'users.name as label', 'users.active']),
  searched: searchedUsers,
  sort: [sql`users.name collate "nl-x-icu"`],
})

/** Those who work here: users with the role of administrator, scheduler or teacher (rulings 4). */
export const employeeSelector = selector({
  type: 'employee',
  record: 'user',
  table: 'users',
  query: (db) =>
    db
      .selectFrom('users')
      .select(['users.id', 'users.name as label'])
      .where(sql<SqlBool>`users.roles && array[${sql.join(STAFF.map((role) => sql.lit(role)))}]`),
  searched: searchedUsers,
  sort: [sql`users.name collate "nl-x-icu"`],
  offered: sql<SqlBool>`users.active`,
})
