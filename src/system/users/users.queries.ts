import { sql } from 'kysely'
import { NotFound, type Reason } from '../../platform/errors.ts'
import { countOf } from '../../platform/database/count.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { Searched } from '../../platform/matching/conditions.ts'

/** When the user was last at work here: the last use of an open session, or the last time of signing in. */
const lastSeen = sql<Date | null>`greatest(users.last_login_at,
  (select max(s.seen_at) from sessions s where s.user_id = users.id and s.acted_by_id is null))`

/** Whether somebody signs in by two steps. */
export const twoStep = sql<boolean>`exists (select 1 from two_step_secrets t where t.user_id = users.id)`

/** What users are searched by in their lists: name and address. */
export const searchedUsers: Searched = {
  text: sql<string>`normalise(users.name || ' ' || users.email::text)`,
  table: 'users',
}

export const listUsers = (db: Db) =>
  db
    .selectFrom('users')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.roles',
      'users.active',
      'users.is_support',
      'users.is_developer',
      lastSeen.as('last_seen'),
      twoStep.as('two_step'),
    ])

/** @throws NotFound */
export async function getUser(db: Db | Trx, id: number) {
  const user = await db
    .selectFrom('users')
    .select([
      'users.id',
      'users.version',
      'users.name',
      'users.email',
      'users.roles',
      'users.active',
      'users.active_reason',
      'users.is_support',
      'users.is_developer',
      'users.contact_id',
      'users.created_at',
      'users.updated_at',
      sql<boolean>`users.password_hash is not null`.as('has_password'),
      lastSeen.as('last_seen'),
      twoStep.as('two_step'),
    ])
    .where('users.id', '=', id)
    .executeTakeFirst()
  if (!user) throw new NotFound('Gebruiker')
  return user
}

export async function userNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** An account stays, for what was done with it; so does the contact it is of. */
export async function accountBlockers(db: Db | Trx, contactId: number): Promise<Reason[]> {
  return [{ label: 'Account', count: await countOf(db.selectFrom('users').where('contact_id', '=', contactId)) }]
}
