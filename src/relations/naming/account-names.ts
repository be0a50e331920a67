import { sql, type SqlBool } from 'kysely'
import type { Trx } from '../../platform/database/types.ts'
import type { RecordRef } from '../../platform/screens/models.ts'
import { renameAccounts } from '../../system/accounts/index.ts'
import { nameColumns } from './name-columns.ts'
import { fullName } from './names.ts'

/**
 * Gives accounts the names that their contacts may be shown with by now: initials stand in for a missing first name only
 * as long as they are not hidden. Answers the accounts that got another name.
 * @param of the people of one company, or one person; everybody when absent
 */
export async function keepAccountNames(
  trx: Trx,
  of: { companyId?: number; contactId?: number } = {},
): Promise<RecordRef[]> {
  const { companyId, contactId } = of
  const people = await trx
    .selectFrom('contacts')
    .innerJoin('users', 'users.contact_id', 'contacts.id')
    .select(['contacts.id', ...nameColumns, 'users.name'])
    .where(sql<SqlBool>`contacts.first_name = '' and contacts.initials <> ''`)
    .$if(companyId !== undefined, (query) => query.where('contacts.company_id', '=', companyId!))
    .$if(contactId !== undefined, (query) => query.where('contacts.id', '=', contactId!))
    .execute()
  const other = people.filter((person) => fullName(person) !== person.name)
  const ids = await renameAccounts(trx, new Map(other.map((person) => [person.id, fullName(person)])))
  return ids.map((id) => ({ type: 'user', id }))
}
