import { createHash } from 'node:crypto'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { RoleId } from '../../platform/http/rights.ts'
import type { Db, Trx } from '../../platform/database/types.ts'

export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

export const findAccount = (db: Db | Trx, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'password_hash', 'roles', 'active'])
    .where('email', '=', email)
    .executeTakeFirst()

/** The open token of a first-use or reset link, with whose it is. */
export const findToken = (db: Db, token: string, purpose: 'first_use' | 'reset') =>
  db
    .selectFrom('user_tokens')
    .innerJoin('users', 'users.id', 'user_tokens.user_id')
    .select(['user_tokens.id', 'user_tokens.user_id', 'users.email', 'users.name'])
    .where('token_hash', '=', tokenHash(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date())
    .where('users.active', '=', true)
    .executeTakeFirst()

/** A user as the viewer of a session; for sign-in as another person. */
export async function findViewer(db: Db, email: string): Promise<Viewer | null> {
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .where('active', '=', true)
    .executeTakeFirst()
  return user
    ? {
        id: user.id,
        name: user.name,
        email: user.email,
        roles: user.roles as RoleId[],
        contactId: user.contact_id,
        isSupport: user.is_support,
        isDeveloper: user.is_developer,
        agreedTo: user.agreed_to,
        meta: {},
        actedBy: null,
      }
    : null
}
