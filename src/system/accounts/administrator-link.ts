import { ROLE } from '../../platform/access/roles.ts'
import type { Trx } from '../../platform/database/types.ts'
import { addUser, issueToken } from './accounts.commands.ts'
import { findAccount } from './accounts.queries.ts'

/** What the command line answers: where the administrator chooses a password, and how long that works. */
export interface AdministratorLink {
  path: string
  works: '3 days' | '2 hours'
}

/**
 * Makes an administrator; or a new link for one that there is, who has no other way in where no mail leaves.
 * @param name of a new account
 * @throws Error with one sentence for who stands at the command line
 */
export async function administratorLink(
  trx: Trx,
  { email, name }: { email: string; name?: string | undefined },
): Promise<AdministratorLink> {
  const account = await findAccount(trx, email)
  if (!account) {
    if (!name?.trim()) throw new Error('There is no account with this e-mail address; a new one needs --name.')
    const token = await issueToken(trx, await addUser(trx, { email, name, roles: [ROLE.administrator] }), 'first_use')
    return { path: `/firstUse?token=${token}`, works: '3 days' }
  }
  if (!account.active) throw new Error('The account with this e-mail address is switched off.')
  if (!account.roles.includes(ROLE.administrator))
    throw new Error('The account with this e-mail address is no administrator.')
  return { path: `/reset?token=${await issueToken(trx, account.id, 'reset')}`, works: '2 hours' }
}
