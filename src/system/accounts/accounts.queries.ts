import { createHash, randomBytes } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import type { Viewer } from '../../platform/access/viewer.ts'
import { ROLE, type RoleId } from '../../platform/access/roles.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { formatDateTime } from '../../platform/format/format.ts'
import { deviceWords } from './devices.rules.ts'

export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

/** What a mailed link carries; only its hash is stored. */
export const newToken = (): string => randomBytes(24).toString('base64url')

export const findAccount = (db: Db | Trx, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'password_hash', 'roles', 'active'])
    .where('email', '=', email)
    .executeTakeFirst()

/** Whether a mail is about the account of an administrator: by its address, or by the record that it was made for. */
export async function isForAdministrator(
  db: Db,
  mail: { recipient: string; object_type: string | null; object_id: number | null },
): Promise<boolean> {
  const about = mail.object_type === 'user' ? 'id' : mail.object_type === 'contact' ? 'contact_id' : null
  const found = await db
    .selectFrom('users')
    .select('id')
    .where(sql<SqlBool>`${sql.lit(ROLE.administrator)} = any(roles)`)
    .where((eb) => eb.or([eb('email', '=', mail.recipient), ...(about ? [eb(about, '=', mail.object_id)] : [])]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * The open token of a first-use or reset link, with whose it is. It was mailed to an address, and works as long as the
 * account has that one.
 */
export const findToken = (db: Db, token: string, purpose: 'first_use' | 'reset') =>
  db
    .selectFrom('user_tokens')
    .innerJoin('users', 'users.id', 'user_tokens.user_id')
    .select(['user_tokens.id', 'user_tokens.user_id', 'users.email', 'users.name'])
    .where('token_hash', '=', tokenHash(token))
    .where('purpose', '=', purpose)
    .whereRef('user_tokens.email', '=', 'users.email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date())
    .where('users.active', '=', true)
    .executeTakeFirst()

/**
 * A user as the viewer of a session: for sign-in as another person, and for a job that goes on in somebody's name; null
 * where the account is gone, or ended.
 */
export async function findViewer(db: Db | Trx, who: { email: string } | { id: number }): Promise<Viewer | null> {
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where((eb) => ('id' in who ? eb('id', '=', who.id) : eb('email', '=', who.email)))
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

/** Sessions in which this user is signed in, or is signed in as somebody else. */
export const sessionsOf = (userId: number) =>
  sql<SqlBool>`(sessions.user_id = ${userId} or sessions.acted_by_id = ${userId})`

/** These, and those where the user's password was given and two-step verification is still to come. */
export const sessionsAndSignInsOf = (userId: number) =>
  sql<SqlBool>`(${sessionsOf(userId)} or (sessions.sess #>> '{secondStep,userId}')::integer = ${userId})`

export interface SessionLine {
  id: number
  device: string
  since: string
  seen: string
  /** The session the viewer looks with. */
  current: boolean
  /** Who signed in as whom, when this is not simply the user. */
  acting: string | null
}

/** The open sessions of a user, the last one used first. @param sid session id of the viewer's own browser */
export async function listSessions(db: Db | Trx, userId: number, sid: string): Promise<SessionLine[]> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('users as actor', 'actor.id', 'sessions.acted_by_id')
    .select([
      'sessions.id',
      'sessions.sid',
      sql<string | null>`sessions.sess ->> 'device'`.as('device'),
      'sessions.created_at',
      'sessions.seen_at',
      'users.name',
      'actor.name as actor',
    ])
    .where(sessionsOf(userId))
    .where('sessions.expire', '>', new Date())
    .orderBy('sessions.seen_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    device: deviceWords(row.device),
    since: formatDateTime(row.created_at),
    seen: formatDateTime(row.seen_at),
    current: row.sid === sid,
    acting: row.actor === null ? null : `${row.actor} is ingelogd als ${row.name}`,
  }))
}
