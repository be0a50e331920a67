import { sql } from 'kysely'
import { inTransaction } from '../../platform/database/transaction.ts'
import { TooManyRequests } from '../../platform/errors.ts'
import { Throttle } from '../../platform/http/throttle.ts'
import type { JobHandler } from '../../platform/jobs/jobs.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { type Services, singleton } from '../../platform/services.ts'
import { issueToken, wasIssuedSince } from './accounts.commands.ts'
import { findAccount } from './accounts.queries.ts'

const WINDOW_SECONDS = 15 * 60
/** Links for one account within the window; who asks for more gets the same answer and no mail. */
const LINKS = 5
/** Requests from one network address within the window. */
const REQUESTS = 50

const throttlesOf = singleton(({ pool }) => {
  const throttle = (name: string, tries: number) => new Throttle(pool, { name, tries, seconds: WINDOW_SECONDS })
  return { account: throttle('reset-account', LINKS), address: throttle('reset-address', REQUESTS) }
})

/**
 * Takes a request for a reset link. Whether there is such an account is found out by a job, so that the answer takes as
 * long when there is none; nobody's mailbox can be filled with links.
 * @throws TooManyRequests when this address asked too often
 */
export async function askForResetLink(services: Services, email: string, address: string): Promise<void> {
  const throttle = throttlesOf(services)
  await throttle.address.spend(address)
  try {
    await throttle.account.spend(email.toLowerCase())
  } catch (error) {
    if (error instanceof TooManyRequests) return
    throw error
  }
  const { rows } = await sql<{ asked: string }>`select now()::text as asked`.execute(services.db)
  await services.jobs.add(services.db, 'account.reset-link', { email, asked: rows[0]!.asked })
}

/**
 * Mails the link when there is an account that may sign in, unless one was made since it was asked for: run again after
 * a crash it would end the link that is on its way.
 */
export const mailResetLink: JobHandler = async ({ email, asked }, services) => {
  const account = await findAccount(services.db, String(email))
  if (!account?.active) return
  await inTransaction(services.db, null, async (trx) => {
    if (typeof asked === 'string' && (await wasIssuedSince(trx, account.id, 'reset', asked))) return
    const token = await issueToken(trx, account.id, 'reset')
    await queueMail(trx, services, {
      to: account.email,
      subject: 'Nieuw wachtwoord kiezen',
      text: `Beste ${account.name},\n\nMet deze link kiest u een nieuw wachtwoord; hij werkt twee uur en één keer:\n${services.config.baseUrl}/reset?token=${token}\n\nHeeft u dit niet gevraagd? Dan hoeft u niets te doen.`,
      secret: token,
      record: { type: 'user', id: account.id },
    })
  })
}
