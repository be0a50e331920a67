import { recordEvent } from '../../platform/database/history.ts'
import type { Trx } from '../../platform/database/types.ts'
import { lockVersion } from '../../platform/database/versioned.ts'
import { Forbidden, HttpError, Invalid, NotFound, NotSignedIn } from '../../platform/errors.ts'
import { ROLE, type RoleId } from '../../platform/access/roles.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import type { Services } from '../../platform/services.ts'
import { addUser, endSessions, issueToken, mailFirstUse, moveLinks } from './accounts.commands.ts'
import { disableTwoStep } from './two-step.commands.ts'

export interface UserInput {
  name: string
  email: string
  roles: number[]
  is_support: boolean
  is_developer: boolean
}

const RESET_FAILED = 'Er ging helaas iets mis.'

/** Adds an account and mails its owner the link to choose a password. */
export async function addAccount(trx: Trx, input: UserInput, services: Services): Promise<number> {
  const { name, email } = input
  const id = await addUser(trx, {
    name,
    email,
    roles: input.roles as RoleId[],
    isSupport: input.is_support,
    isDeveloper: input.is_developer,
  })
  const token = await issueToken(trx, id, 'first_use')
  await mailFirstUse(trx, services, { to: email, name, token, record: { type: 'user', id } })
  return id
}

/**
 * Locks accounts together with that of who changes them, in the order of their ids: of two administrators who switch each
 * other off at the same moment the first does, and the other one is no administrator any more.
 * @throws NotSignedIn, Forbidden
 */
export async function lockAccounts(trx: Trx, viewer: Viewer, ids: readonly number[]): Promise<void> {
  const accounts = await trx
    .selectFrom('users')
    .select(['id', 'active', 'roles'])
    .where('id', 'in', [...ids, viewer.id])
    .orderBy('id')
    .forUpdate()
    .execute()
  const own = accounts.find(({ id }) => id === viewer.id)
  if (!own?.active) throw new NotSignedIn()
  if (!own.roles.includes(ROLE.administrator)) throw new Forbidden()
}

/**
 * Name, e-mail address and roles of an account with a contact follow that contact, so only the flags change then.
 * @throws Stale, NotFound; Invalid when nobody would be administrator any more
 */
export async function editAccount(
  trx: Trx,
  viewer: Viewer,
  id: number,
  { version, ...input }: UserInput & { version: number },
  services: Services,
): Promise<void> {
  await lockAccounts(trx, viewer, [id])
  const { contact_id, email } = await lockVersion(trx, 'users', id, version, input)
  const { is_support, is_developer } = input
  await trx
    .updateTable('users')
    .set(contact_id === null ? input : { is_support, is_developer })
    .where('id', '=', id)
    .execute()
  if (contact_id !== null || input.email.toLowerCase() === email.toLowerCase()) return
  const token = await moveLinks(trx, id)
  if (token !== null)
    await mailFirstUse(trx, services, { to: input.email, name: input.name, token, record: { type: 'user', id } })
}

/** Switches an account on or off, and says why. Off also means signed out everywhere. @throws Stale, Invalid */
export async function switchAccount(
  trx: Trx,
  viewer: Viewer,
  id: number,
  { active, reason, version }: { active: boolean; reason: string; version: number },
): Promise<void> {
  await lockAccounts(trx, viewer, [id])
  await lockVersion(trx, 'users', id, version, { active_reason: reason })
  if (!active && id === viewer.id) throw new Invalid({ reason: ['U kunt uw eigen account niet uitschakelen.'] })
  await trx.updateTable('users').set({ active, blocked: !active, active_reason: reason }).where('id', '=', id).execute()
  if (!active) await endSessions(trx, id)
}

/** Switches accounts off, and says why: they are signed out everywhere. The caller holds their rows. */
export async function disableAccounts(trx: Trx, ids: number[], reason: string): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('users')
    .set({ active: false, blocked: true, active_reason: reason })
    .where('id', 'in', ids)
    .execute()
  for (const id of ids) await endSessions(trx, id)
}

/**
 * Takes a user's password away, signs them out and mails a link to choose a new one (rulings 4).
 * @throws HttpError (409, P-240) when the account is switched off or the administrator's own
 */
export async function resetPassword(trx: Trx, viewer: Viewer, id: number, services: Services): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'active'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw new NotFound('Gebruiker')
  if (!user.active || id === viewer.id) throw new HttpError(409, RESET_FAILED)
  await trx.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute()
  await endSessions(trx, id)
  const token = await issueToken(trx, id, 'reset')
  await queueMail(trx, services, {
    to: user.email,
    subject: 'Nieuw wachtwoord kiezen',
    text: `Beste ${user.name},\n\nUw wachtwoord is opnieuw ingesteld door een beheerder. Met deze link kiest u een nieuw wachtwoord; hij werkt twee uur en één keer:\n${services.config.baseUrl}/reset?token=${token}`,
    secret: token,
    record: { type: 'user', id },
  })
  await recordEvent(trx, viewer, { type: 'user', id, action: 'reset-password' })
}

/** Switches a user's two-step verification off, for somebody who lost phone and recovery codes. */
export async function resetTwoStep(trx: Trx, viewer: Viewer, id: number): Promise<void> {
  if (!(await disableTwoStep(trx, viewer, id)))
    throw new HttpError(409, 'Deze gebruiker heeft geen tweestapsverificatie.')
  await endSessions(trx, id)
}
