import type { Viewer } from '../../platform/access/viewer.ts'
import type { Trx } from '../../platform/database/types.ts'
import type { Services } from '../../platform/services.ts'
import { nextClientIds } from '../companies/index.ts'
import { addContact, checkRoles, withRoleOptions } from './contacts.commands.ts'
import type { ContactInput } from './contacts.forms.ts'

/** Who gets an account or a skill is added alone, with all that comes with it. */
const isPlain = ({ skills, gets_account }: ContactInput): boolean => skills.length === 0 && !gets_account

/** Adds people as a list brings them; answers their ids in the same order. */
export async function addContacts(
  trx: Trx,
  viewer: Viewer,
  inputs: readonly ContactInput[],
  services: Services,
): Promise<number[]> {
  if (!inputs.every(isPlain)) {
    const ids: number[] = []
    for (const input of inputs) ids.push(await addContact(trx, viewer, input, services))
    return ids
  }
  const people = inputs.map(withRoleOptions)
  for (const one of people) checkRoles(viewer, { roles: [], email: null, gets_account: false }, one)
  const numbers = await nextClientIds(trx, people.filter(({ company_id, client_id }) => company_id === null && client_id === null).length) // prettier-ignore
  const added = await trx
    .insertInto('contacts')
    .values(
      people.map((one) => ({
        ...one,
        client_id: one.company_id === null ? (one.client_id ?? numbers.shift()!) : null,
      })),
    ) // prettier-ignore
    .returning('id')
    .execute()
  const ids = added.map(({ id }) => id)
  const links = people.flatMap(({ company_id }, i) =>
    company_id === null ? [] : [{ contact_id: ids[i]!, company_id }],
  )
  if (links.length > 0) await trx.insertInto('contact_companies').values(links).onConflict((conflict) => conflict.doNothing()).execute() // prettier-ignore
  return ids
}
