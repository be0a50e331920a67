import { type SqlBool, sql } from 'kysely'
import { recordEvent } from '../../platform/database/history.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Trx } from '../../platform/database/types.ts'
import { HttpError, Invalid, NotFound } from '../../platform/errors.ts'
import { Throttle } from '../../platform/http/throttle.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { JobHandler } from '../../platform/jobs/jobs.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { type Services, singleton } from '../../platform/services.ts'
import { endEmailChange } from './accounts.commands.ts'
import { findAccount, newToken, tokenHash } from './accounts.queries.ts'
import { changedMail, confirmationMail } from './email-change.mails.ts'
import { findEmailChange } from './email-change.queries.ts'
import type { RecordRef } from '../../platform/screens/models.ts'
import { accountEmailFollowers } from './points.ts'

const LINK_HOURS = 2
/** Requests of one user within the window: nobody's mailbox can be filled with links. */
const REQUESTS = 5
const WINDOW_SECONDS = 15 * 60

/** Neutral: whoever confirms last need not be who reads the mail of the address. */
export const REFUSED = 'Dit adres kan niet worden gebruikt. Vraag een beheerder om hulp.'

const throttleOf = singleton(
  ({ pool }) => new Throttle(pool, { name: 'email-change', tries: REQUESTS, seconds: WINDOW_SECONDS }),
)
/** Counts a request for another address. @throws TooManyRequests */
export const countEmailRequest = (services: Services, userId: number): Promise<void> =>
  throttleOf(services).spend(String(userId))

/**
 * Takes the request of a user for another address; an earlier one is replaced. Whether another account has that address
 * is found out by the job that mails the links, so that the answer is the same. @throws Invalid for the own address
 */
export async function askForEmail(trx: Trx, viewer: Viewer, email: string, services: Services): Promise<void> {
  const user_id = viewer.id
  const user = await trx.selectFrom('users').select('email').where('id', '=', user_id).forUpdate().executeTakeFirst()
  if (!user) throw new NotFound('Gebruiker')
  if (user.email.toLowerCase() === email.toLowerCase()) throw new Invalid({ email: ['Dit is uw e-mailadres al.'] })
  await endEmailChange(trx, user_id)
  const { expires_at } = await trx
    .insertInto('email_changes')
    .values({
      user_id,
      old_email: user.email,
      new_email: email,
      expires_at: sql<Date>`now() + make_interval(hours => ${LINK_HOURS})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  await recordEvent(trx, viewer, { type: 'user', id: user_id, action: 'email-asked' })
  await services.jobs.add(trx, 'account.email-links', { userId: user_id }, { key: `email-links-${user_id}` })
  await services.jobs.add(
    trx,
    'account.email-forget',
    { userId: user_id },
    { key: `email-forget-${user_id}`, runAt: expires_at },
  )
}

/** The owner does not want it any more. @throws NotFound when nothing waits, perhaps because it was confirmed */
export async function withdrawEmailChange(trx: Trx, viewer: Viewer): Promise<void> {
  if (!(await endEmailChange(trx, viewer.id))) throw new NotFound('Wijziging')
  await recordEvent(trx, viewer, { type: 'user', id: viewer.id, action: 'email-withdrawn' })
}

/**
 * Mails the links. An address that another account has gets none, so that it cannot be confirmed; the own address gets
 * its link all the same, or the asker would learn which addresses have accounts.
 */
export const mailEmailLinks: JobHandler = ({ userId }, services) =>
  inTransaction(services.db, null, async (trx) => {
    const change = await trx
      .selectFrom('email_changes')
      .innerJoin('users', 'users.id', 'email_changes.user_id')
      .select(['users.id', 'users.name', 'old_email', 'new_email'])
      .where('users.id', '=', Number(userId))
      .where('old_token_hash', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!change) return
    const { id, name, new_email: newEmail } = change
    const tokens = { old: newToken(), new: (await findAccount(trx, newEmail)) ? null : newToken() }
    await trx
      .updateTable('email_changes')
      .set({
        old_token_hash: tokenHash(tokens.old),
        new_token_hash: tokens.new === null ? null : tokenHash(tokens.new),
      })
      .where('user_id', '=', id)
      .execute()
    for (const side of ['old', 'new'] as const) {
      const token = tokens[side]
      if (token === null) continue
      const link = `${services.config.baseUrl}/reset/email?token=${token}`
      await queueMail(trx, services, {
        to: change[`${side}_email`],
        ...confirmationMail(side, { name, newEmail, link }),
        secret: token,
        record: { type: 'user', id },
      })
    }
  })

/** What was not confirmed in time is not kept. */
export const forgetEmailChange: JobHandler = ({ userId }, { db }) =>
  inTransaction(db, null, async (trx) => {
    await trx
      .deleteFrom('email_changes')
      .where('user_id', '=', Number(userId))
      .where(sql<SqlBool>`expires_at <= now()`)
      .execute()
  })

/**
 * Confirms the side that the link was mailed to. With the second one the account and the contact behind it get the
 * address, links for choosing a password that went to the old one work no more, and both addresses are told.
 * @returns whether that is so now, and the new address; null when the link works no more
 * @throws HttpError 409 when another account has got the address in the meantime
 */
export async function confirmEmail(
  trx: Trx,
  services: Services,
  token: string,
): Promise<{ isDone: boolean; email: string } | null> {
  const change = await findEmailChange(trx, token, { lock: true })
  if (!change) return null
  const { id, name, contact_id: contactId, side, old_email: oldEmail, new_email: email } = change
  const user = { type: 'user', id }
  if (!change.isLast) {
    await trx
      .updateTable('email_changes')
      .set({ [`${side}_confirmed_at`]: new Date() })
      .where('user_id', '=', id)
      .execute()
    await services.changes.announce(trx, [user])
    return { isDone: false, email }
  }
  if (await findAccount(trx, email)) throw new HttpError(409, REFUSED)
  await trx.updateTable('users').set({ email }).where('id', '=', id).execute()
  await endEmailChange(trx, id)
  const followed: RecordRef[] = []
  if (contactId !== null)
    for (const follow of services.registry.all(accountEmailFollowers))
      followed.push(...(await follow(trx, { contactId, email })))
  for (const to of [oldEmail, email])
    await queueMail(trx, services, { to, ...changedMail({ name, oldEmail, newEmail: email }), record: user })
  await services.changes.announce(trx, [user, ...followed])
  return { isDone: true, email }
}
