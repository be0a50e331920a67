import type { Trx } from '../../platform/database/types.ts'
import { type Restoring, type RowChange, sideOf } from '../../platform/undo/points.ts'
import { type AccountBasis, checkAccount, refuseInactive } from './contacts.commands.ts'

/** By what somebody signs in who is not there. */
const NOBODY: AccountBasis = { roles: [], email: null, gets_account: false }

/** Those of the contacts that are there, with the roles of their accounts. */
async function listThere(trx: Trx, changes: RowChange[]) {
  const rows = await trx
    .selectFrom('contacts')
    .leftJoin('users', 'users.contact_id', 'contacts.id')
    .select([
      'contacts.id',
      'contacts.roles',
      'contacts.email',
      'contacts.gets_account',
      'users.roles as account_roles',
    ])
    .where(
      'contacts.id',
      'in',
      changes.map(({ id }) => id),
    )
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Contacts come back by the rules of saving them: who administers is changed by an administrator, and who is planned stays active. */
export const contactRestoring: Restoring = {
  table: 'contacts',
  judge: async (trx, changes, { viewer, services: { registry } }) => {
    const there = await listThere(trx, changes)
    for (const { id, kind, before, after } of changes) {
      const row = there.get(id)
      const account = row?.account_roles ? { roles: row.account_roles } : undefined
      const then = kind === 'deleted' ? NOBODY : { ...NOBODY, ...row, ...after }
      checkAccount(viewer, account, then, row ?? NOBODY)
      if (kind === 'changed' && before.active === false) await refuseInactive(trx, registry, id)
    }
  },
}

/** An account follows its contact, so neither of them comes back without the other. */
export const accountRestoring: Restoring = {
  table: 'users',
  partOf: async (trx, changes) => {
    const ids = changes.map(({ id }) => id)
    const there = await trx.selectFrom('users').select(['id', 'contact_id']).where('id', 'in', ids).execute()
    const gone = changes.map((change) => ({ id: change.id, contact_id: sideOf(change).contact_id }))
    return new Map(
      [...gone, ...there].flatMap(({ id, contact_id }) =>
        typeof contact_id === 'number' ? [[id, { table: 'contacts', id: contact_id }] as const] : [],
      ),
    )
  },
}
