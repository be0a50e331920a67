import type { Trx } from '../../../platform/database/types.ts'
import { lockVersion } from '../../../platform/database/versioned.ts'
import type { ActionEdit, ActionInput } from './actions.forms.ts'

export async function addAction(trx: Trx, input: ActionInput): Promise<number> {
  const { id } = await trx.insertInto('actions').values(input).returning('id').executeTakeFirstOrThrow()
  return id
}

/** What stands on orders already keeps what it was. @throws NotFound, Stale when someone else saved first */
export async function editAction(trx: Trx, id: number, { version, ...input }: ActionEdit): Promise<void> {
  await lockVersion(trx, 'actions', id, version, input)
  await trx.updateTable('actions').set(input).where('id', '=', id).execute()
}

export async function deleteAction(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('actions').where('id', '=', id).execute()
}
