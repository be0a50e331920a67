import { recordEvent } from '../../platform/database/history.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { HttpError, Invalid } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import { endSessionsWithoutTwoStep } from './accounts.commands.ts'
import { type Secrets, seal, sealedAnew, unseal } from '../../platform/secrets.ts'
import { matchingStep } from './totp.rules.ts'
import { recoveryHash, twoStepState } from './two-step.queries.ts'
import type { Setup } from './two-step-setup.commands.ts'

type Actor = Pick<Viewer, 'id' | 'actedBy'>
const purposeOf = (userId: number): string => `two-step secret of user ${userId}`

/**
 * Whoever has two-step verification switches it off first, which takes the password and a code: a browser that was left
 * open is not enough to put another phone in the place of the own one. @throws HttpError 409
 */
export async function refuseSecond(db: Db | Trx, userId: number): Promise<void> {
  if ((await twoStepState(db, userId)).enabledAt !== null)
    throw new HttpError(409, 'Tweestapsverificatie staat al aan. Schakel die eerst uit.')
}

/** Switches two-step verification on. @throws HttpError 409 when it is on */
export async function enableTwoStep(
  trx: Trx,
  secrets: Secrets,
  actor: Actor,
  { secret, codes, step }: Setup,
): Promise<void> {
  const user_id = actor.id
  await trx.selectFrom('users').select('id').where('id', '=', user_id).forUpdate().execute()
  await refuseSecond(trx, user_id)
  await trx
    .insertInto('two_step_secrets')
    .values({ user_id, secret: seal(secrets, purposeOf(user_id), secret), last_step: step })
    .execute()
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id, code_hash: recoveryHash(code) })))
    .execute()
  await recordEvent(trx, actor, { type: 'user', id: user_id, action: 'two-step-on' })
}

/** Switches it off, by its owner or by an administrator; answers whether it was on. */
export async function disableTwoStep(trx: Trx, actor: Actor, userId: number): Promise<boolean> {
  const gone = await trx.deleteFrom('two_step_secrets').where('user_id', '=', userId).executeTakeFirst()
  if (gone.numDeletedRows === 0n) return false
  await recordEvent(trx, actor, { type: 'user', id: userId, action: 'two-step-off' })
  return true
}

/**
 * Takes a code of the app or a recovery code, each once: of two requests with the same code one finds it used.
 * @returns which kind it was, or null when it is not right
 */
export async function spendCode(
  trx: Trx,
  secrets: Secrets,
  userId: number,
  code: string,
  now = new Date(),
): Promise<'code' | 'recovery' | null> {
  const stored = await trx
    .selectFrom('two_step_secrets')
    .select(['secret', 'last_step'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!stored) return null
  const secret = unseal(secrets, purposeOf(userId), stored.secret)
  const step =
    secret === null
      ? null
      : matchingStep(Buffer.from(secret, 'base64url'), code.replace(/\s/g, ''), now, stored.last_step)
  if (step !== null) {
    await trx.updateTable('two_step_secrets').set({ last_step: step }).where('user_id', '=', userId).execute()
    return 'code'
  }
  const spent = await trx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', recoveryHash(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return spent.numUpdatedRows > 0n ? 'recovery' : null
}

/**
 * Makes a new choice of roles that may not sign in without two-step verification hold from now on: who has such a role
 * and has not set it up is signed out, and does so at the next sign-in.
 * @throws Invalid when it would sign the administrator out who chooses it
 */
export async function enforceTwoStep(trx: Trx, viewer: Viewer, roles: number[]): Promise<void> {
  if (roles.length === 0) return
  const { enabledAt } = await twoStepState(trx, viewer.id)
  if (enabledAt === null && viewer.roles.some((role) => roles.includes(role)))
    throw new Invalid({ roles: ['Zet eerst uw eigen tweestapsverificatie aan, in uw profiel.'] })
  await endSessionsWithoutTwoStep(trx, roles)
}

/** Seals the secrets of all users with the secret of now. */
export async function resealTwoStep(trx: Trx, secrets: Secrets): Promise<void> {
  const rows = await trx.selectFrom('two_step_secrets').select(['user_id', 'secret']).forUpdate().execute()
  for (const { user_id, secret } of rows) {
    const anew = sealedAnew(secrets, purposeOf(user_id), secret)
    if (anew !== null)
      await trx.updateTable('two_step_secrets').set({ secret: anew }).where('user_id', '=', user_id).execute()
  }
}
