import { sql } from 'kysely'
import { selector } from '../../platform/screens/selector.ts'
import { searchedUsers } from './users.queries.ts'

export const userSelector = selector({
  type: 'user',
  record: 'user',
  table: 'users',
  query: (db) => db.selectFrom('users').select(['users.id', 'users.name as label', 'users.active']),
  searched: searchedUsers,
  sort: [sql`users.name collate "nl-x-icu"`],
})
