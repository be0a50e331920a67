import { sql } from 'kysely'
import { HttpError, Invalid } from '../../platform/errors.ts'
import type { RoleId } from '../../platform/access/roles.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { lockRow } from '../../platform/database/versioned.ts'
import { linkAccount, lockAccounts } from '../../system/accounts/index.ts'
import { nextClientId } from '../companies/index.ts'
import { fullName } from '../naming/index.ts'
import { nameText } from './contacts.queries.ts'

/** The contact that an account without one is most likely of: of its address, or else of its name. */
export async function proposedContact(db: Db, userId: number): Promise<{ id: number; label: string } | undefined> {
  const { rows } = await sql<{ id: number; label: string }>`
    select contacts.id, ${nameText} as label
    from users join contacts on contacts.active
      and (contacts.email = users.email or contacts.search_text = normalise(users.name))
    where users.id = ${userId} and not exists (select from users other where other.contact_id = contacts.id)
    order by contacts.email = users.email desc nulls last, contacts.id limit 1`.execute(db)
  return rows[0]
}

/** 'Jan van Dijk' as first and last name. */
function partsOf(name: string): { first_name: string; last_name: string } {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return rest.length === 0 ? { first_name: '', last_name: first } : { first_name: first, last_name: rest.join(' ') }
}

/**
 * Makes an account that of a contact, or of a new one: what that plans and when it is away is from then on told of one
 * person. Address and roles of the contact become those of the account, which follows it from now on.
 * @returns the contact
 * @throws HttpError (409) for an account that has one; Invalid for a contact that has another account, or is out of use
 */
export async function giveContact(trx: Trx, viewer: Viewer, userId: number, chosen: number | null): Promise<number> {
  const before = chosen === null ? null : await lockRow(trx, 'contacts', chosen)
  await lockAccounts(trx, viewer, [userId])
  const account = await lockRow(trx, 'users', userId)
  if (account.contact_id !== null) throw new HttpError(409, 'Deze gebruiker heeft al een contact.')
  if (before && !before.active) throw new Invalid({ contact_id: ['Dit contact is niet meer in gebruik.'] })
  const taken = before && (await trx.selectFrom('users').select('id').where('contact_id', '=', before.id).executeTakeFirst()) // prettier-ignore
  if (taken) throw new Invalid({ contact_id: ['Dit contact heeft al een account.'] })
  const { name, email } = account
  const roles = [...new Set([...(before?.roles ?? []), ...account.roles])] as RoleId[]
  const own = { email, roles, gets_account: true }
  const contact = before
    ? await trx.updateTable('contacts').set(own).where('id', '=', before.id).returningAll().executeTakeFirstOrThrow()
    : await trx
        .insertInto('contacts')
        .values({ ...partsOf(name), ...own, client_id: await nextClientId(trx) })
        .returningAll()
        .executeTakeFirstOrThrow()
  await linkAccount(trx, userId, { contactId: contact.id, name: fullName(contact), roles })
  return contact.id
}
