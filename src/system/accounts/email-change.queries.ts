import { type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'
import { formatTime } from '../../platform/format/format.ts'
import { tokenHash } from './accounts.queries.ts'

export type Side = 'old' | 'new'

/** It was asked for the address that the account has, by somebody who may sign in, and not too long ago. */
const open = sql<SqlBool>`email_changes.old_email = users.email and users.active and email_changes.expires_at > now()`

/** The change that waits for the confirmation of one user, for the profile; null when none does. */
export async function findWaitingChange(db: Db, userId: number) {
  const change = await db
    .selectFrom('email_changes')
    .innerJoin('users', 'users.id', 'email_changes.user_id')
    .select(['new_email', 'old_confirmed_at', 'new_confirmed_at', 'expires_at'])
    .where('email_changes.user_id', '=', userId)
    .where(open)
    .executeTakeFirst()
  if (!change) return null
  const { new_email: email, old_confirmed_at, new_confirmed_at, expires_at } = change
  return {
    email,
    oldConfirmed: old_confirmed_at !== null,
    newConfirmed: new_confirmed_at !== null,
    until: formatTime(expires_at),
  }
}

/** The change that a mailed link is for, and which of its two; undefined when the link works no more. */
export async function findEmailChange(db: Db | Trx, token: string, { lock = false } = {}) {
  const hash = tokenHash(token)
  const change = await db
    .selectFrom('email_changes')
    .innerJoin('users', 'users.id', 'email_changes.user_id')
    .select([
      'users.id',
      'users.name',
      'users.contact_id',
      'old_email',
      'new_email',
      'old_token_hash',
      'old_confirmed_at',
      'new_confirmed_at',
    ])
    .where((eb) => eb.or([eb('old_token_hash', '=', hash), eb('new_token_hash', '=', hash)]))
    .where(open)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!change) return undefined
  const side: Side = change.old_token_hash === hash ? 'old' : 'new'
  const [own, other] =
    side === 'old'
      ? [change.old_confirmed_at, change.new_confirmed_at]
      : [change.new_confirmed_at, change.old_confirmed_at]
  return own === null ? { ...change, side, isLast: other !== null } : undefined
}
