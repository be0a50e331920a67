import { sql } from 'kysely'
import { selector } from '../../platform/screens/selector.ts'

export const userSelector = selector({
  type: 'user',
  record: 'user',
  table: 'users',
  query: (db) => db.selectFrom('users').select(['users.id', 'users.name as label', 'users.active']),
  text: sql<string>`normalise(users.name || ' ' || users.email::text)`,
  indexed: true,
  sort: [sql`users.name collate "nl-x-icu"`],
})
