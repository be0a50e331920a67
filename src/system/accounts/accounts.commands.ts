import { type SqlBool, sql } from 'kysely'
import { Forbidden, Invalid, NotFound } from '../../platform/errors.ts'
import { EMAIL_PATTERN } from '../../platform/forms/fields.ts'
import { ROLE, type RoleId } from '../../platform/access/roles.ts'
import { type Viewer, hasRole } from '../../platform/access/viewer.ts'
import type { Trx } from '../../platform/database/types.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import type { RecordRef } from '../../platform/screens/models.ts'
import type { Services } from '../../platform/services.ts'
import { GUARDED_ROLES } from './roles.ts'
import { hashPassword } from './passwords.rules.ts'
import { findAccount, newToken, sessionsAndSignInsOf, sessionsOf, tokenHash } from './accounts.queries.ts'
import { accessEnds } from './points.ts'

/** Hours a link for choosing a password works. Who comes too late asks for another on the page behind it. */
const LINK_HOURS = { first_use: 3 * 24, reset: 2 } as const

export interface NewUser {
  email: string
  name: string
  roles: RoleId[]
  contactId?: number | null
  isSupport?: boolean
  isDeveloper?: boolean
  /** Only for accounts that start with a known password, such as those of the demo. */
  password_hash?: string
}

/** Adds a user without a password; it is chosen through a first-use link. */
export async function addUser(trx: Trx, user: NewUser): Promise<number> {
  const { id } = await trx
    .insertInto('users')
    .values({
      email: user.email,
      name: user.name,
      roles: user.roles,
      contact_id: user.contactId ?? null,
      is_support: user.isSupport ?? false,
      is_developer: user.isDeveloper ?? false,
      password_hash: user.password_hash ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Brings the account of a contact in line with the contact: made when it should have one, switched off and signed out
 * when not.
 * @returns the first-use token of a new account, or of one that gets it at another address; else null
 * @throws Invalid when the account has no e-mail address, or one that another account has; when a new one's is none
 * @throws Forbidden when somebody who is no Administrator makes or changes the account of one, or of a Scheduler
 */
export async function keepAccountOf(
  trx: Trx,
  by: Viewer,
  contactId: number,
  account: { email: string | null; name: string; roles: RoleId[]; active: boolean },
): Promise<string | null> {
  const { email, name, roles, active } = account
  const user = await trx
    .selectFrom('users')
    .select(['id', 'blocked', 'email', 'roles', 'active'])
    .where('contact_id', '=', contactId)
    .executeTakeFirst()
  if (!user && !active) return null
  refuseGuarded(by, user, account)
  if (active && email === null) throw new Invalid({ email: ['Een account heeft een e-mailadres nodig.'] })
  const taken = email === null ? undefined : await findAccount(trx, email)
  if (taken && taken.id !== user?.id) throw new Invalid({ email: ['Er is al een account met dit e-mailadres.'] })
  // An old contact may have kept an address that nothing can be sent to.
  if (!user && !EMAIL_PATTERN.test(email!)) throw new Invalid({ email: ['Dit e-mailadres klopt niet.'] })
  if (!user) return issueToken(trx, await addUser(trx, { email: email!, name, roles, contactId }), 'first_use')
  await trx
    .updateTable('users')
    // What an administrator switched off stays off, whatever is saved on the contact.
    .set({ roles, name, active: active && !user.blocked, ...(email === null ? {} : { email }) })
    .where('id', '=', user.id)
    .execute()
  if (!active) await endSessions(trx, user.id)
  const moved = email !== null && email.toLowerCase() !== user.email.toLowerCase()
  return moved ? moveLinks(trx, user.id) : null
}

/** @throws Forbidden */
function refuseGuarded(
  by: Viewer,
  before: { email: string; roles: number[]; active: boolean; blocked: boolean } | undefined,
  after: { email: string | null; roles: readonly number[]; active: boolean },
): void {
  const roles = [...(before?.roles ?? []), ...after.roles]
  if (hasRole(by, ROLE.administrator) || !roles.some((role) => GUARDED_ROLES.includes(role as RoleId))) return
  const isSame =
    before !== undefined &&
    (after.email === null || after.email.toLowerCase() === before.email.toLowerCase()) &&
    new Set(before.roles).symmetricDifference(new Set(after.roles)).size === 0 &&
    before.active === (after.active && !before.blocked)
  if (!isSame) throw new Forbidden('Het account van een beheerder of planner geeft en wijzigt een beheerder.')
}

/**
 * After a change of address the links that went to the old one do not work any more (`findToken`): whoever reads that
 * mailbox may be somebody else. A change that the owner asked for is off.
 * @returns a new first-use token for a user who had not used theirs, else null
 */
export async function moveLinks(trx: Trx, userId: number): Promise<string | null> {
  await endEmailChange(trx, userId)
  const open = await trx
    .selectFrom('user_tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'first_use')
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return open ? issueToken(trx, userId, 'first_use') : null
}

/** Takes back what the owner asked for, another address; answers whether there was such a change. */
export async function endEmailChange(trx: Trx, userId: number): Promise<boolean> {
  const gone = await trx.deleteFrom('email_changes').where('user_id', '=', userId).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/** Mails the link to choose a first password. */
export async function mailFirstUse(
  trx: Trx,
  services: Pick<Services, 'jobs' | 'config'>,
  { to, name, token, record }: { to: string; name: string; token: string; record: RecordRef },
): Promise<void> {
  await queueMail(trx, services, {
    to,
    subject: 'Uw account bij Noordkaap',
    text: `Beste ${name},\n\nEr is een account voor u gemaakt. Met deze link kiest u uw wachtwoord; hij werkt drie dagen en één keer:\n${services.config.baseUrl}/firstUse?token=${token}\n\nLater vraagt u een nieuwe link aan op:\n${services.config.baseUrl}/reset`,
    secret: token,
    record,
  })
}

/** Makes an account that of a contact, whose name and roles it has from then on. */
export async function linkAccount(
  trx: Trx,
  id: number,
  { contactId, name, roles }: { contactId: number; name: string; roles: RoleId[] },
): Promise<void> {
  await trx.updateTable('users').set({ contact_id: contactId, name, roles }).where('id', '=', id).execute()
}

/** Gives the accounts of these contacts another name, by contact id; answers the ids of the accounts. */
export async function renameAccounts(trx: Trx, names: ReadonlyMap<number, string>): Promise<number[]> {
  if (names.size === 0) return []
  const { rows } = await sql<{ id: number }>`
    update users set name = given.name
    from unnest(${[...names.keys()]}::integer[], ${[...names.values()]}::text[]) as given (contact_id, name)
    where users.contact_id = given.contact_id returning users.id`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Lets the account of a contact, if there is one, sign in or no longer. */
export async function setAccountActive(trx: Trx, contactId: number, active: boolean): Promise<void> {
  const user = await trx
    .updateTable('users')
    .set({ active })
    .where('contact_id', '=', contactId)
    .where('active', '<>', active)
    .returning('id')
    .executeTakeFirst()
  if (user && !active) await endSessions(trx, user.id)
}

/**
 * Whether a link for this purpose was made since a moment, as PostgreSQL writes it. Until the transaction ends nobody else
 * makes one for this user.
 */
export async function wasIssuedSince(
  trx: Trx,
  userId: number,
  purpose: keyof typeof LINK_HOURS,
  since: string,
): Promise<boolean> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const made = await trx
    .selectFrom('user_tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where(sql<SqlBool>`expires_at - make_interval(hours => ${LINK_HOURS[purpose]}) >= ${since}::timestamptz`)
    .executeTakeFirst()
  return made !== undefined
}

/**
 * Makes the one-time token of a link to the address the account has now; earlier open ones to it for the same purpose
 * stop working. Those to an address that the account had before rest, and work again when it has that one again, as
 * after undoing a merge.
 */
export async function issueToken(trx: Trx, userId: number, purpose: 'first_use' | 'reset'): Promise<string> {
  const { email } = await trx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  await trx
    .deleteFrom('user_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('email', '=', email)
    .execute()
  const token = newToken()
  await trx
    .insertInto('user_tokens')
    .values({
      user_id: userId,
      purpose,
      email,
      token_hash: tokenHash(token),
      expires_at: sql<Date>`now() + make_interval(hours => ${LINK_HOURS[purpose]})`,
    })
    .execute()
  return token
}

/** Sets a password, spends the token, ends every other link and signs the user out everywhere. */
export async function setPassword(trx: Trx, userId: number, password: string, tokenId?: number): Promise<void> {
  const password_hash = await hashPassword(password)
  await trx.updateTable('users').set({ password_hash }).where('id', '=', userId).execute()
  if (tokenId !== undefined) {
    const spent = await trx
      .updateTable('user_tokens')
      .set({ used_at: new Date() })
      .where('id', '=', tokenId)
      .where('used_at', 'is', null)
      .where('email', '=', (eb) => eb.selectFrom('users').select('email').where('id', '=', userId))
      .executeTakeFirst()
    if (spent.numUpdatedRows === 0n) throw new NotFound('Link')
  }
  await trx.deleteFrom('user_tokens').where('user_id', '=', userId).where('used_at', 'is', null).execute()
  await endSessions(trx, userId)
}

/**
 * Signs a user out of every browser, also where they are signed in as somebody else. A change of address that was asked
 * for in one of these is off, and so is a sign-in that was begun: with a password that may be known to others.
 */
export async function endSessions(trx: Trx, userId: number): Promise<void> {
  await endEmailChange(trx, userId)
  await trx.deleteFrom('sessions').where(sessionsAndSignInsOf(userId)).execute()
}

/** Signs a user out of one browser. @throws NotFound when it is not a session of this user, or no longer */
export async function endSession(trx: Trx, userId: number, sessionId: number): Promise<void> {
  const ended = await trx
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where(sessionsOf(userId))
    .executeTakeFirst()
  if (ended.numDeletedRows === 0n) throw new NotFound('Sessie')
}

/** Signs a user out everywhere but here. */
export async function endOtherSessions(trx: Trx, userId: number, sid: string): Promise<void> {
  await trx.deleteFrom('sessions').where(sessionsAndSignInsOf(userId)).where('sid', '<>', sid).execute()
}

/** Ends what else lets a user in, for somebody who wants nothing to work any more but what is in front of them. */
export async function endAccess(trx: Trx, userId: number, { registry }: Pick<Services, 'registry'>): Promise<void> {
  for (const end of registry.all(accessEnds)) await end(trx, userId)
}

/** Signs out who has one of these roles and no two-step verification. */
export async function endSessionsWithoutTwoStep(trx: Trx, roles: number[]): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where(
      sql<SqlBool>`user_id in (select u.id from users u where u.roles && ${roles}::integer[]
        and not exists (select 1 from two_step_secrets s where s.user_id = u.id))`,
    )
    .execute()
}

export async function noteSignIn(trx: Trx, userId: number): Promise<void> {
  await trx.updateTable('users').set({ last_login_at: new Date() }).where('id', '=', userId).execute()
}

/** Of two accounts of one person the second goes out of use: nobody signs in with it any more. */
export async function retireAccount(trx: Trx, userId: number): Promise<void> {
  await trx.updateTable('users').set({ contact_id: null, active: false }).where('id', '=', userId).execute()
  await endSessions(trx, userId)
}

/** Keeps when a user agreed to a version of the terms; agreeing twice changes nothing. */
export async function noteAgreement(trx: Trx, userId: number, key: string): Promise<void> {
  const added = await trx
    .insertInto('terms_agreements')
    .values({ user_id: userId, key })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows === 0n) return
  await trx
    .updateTable('users')
    .set({ agreed_to: sql<string[]>`array_append(agreed_to, ${key})` })
    .where('id', '=', userId)
    .execute()
}
