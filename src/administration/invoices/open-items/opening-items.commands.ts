import type { Trx } from '../../../platform/database/types.ts'
import { lockVersion } from '../../../platform/database/versioned.ts'
import { refuseStrangers } from '../../sales/sales/index.ts'
import type { OpeningItemEdit, OpeningItemInput } from './opening-items.forms.ts'

/** @throws Invalid where the contact is none of the company */
export async function addOpeningItem(trx: Trx, { total, opening, ...input }: OpeningItemInput): Promise<number> {
  await refuseStrangers(trx, input)
  const { id } = await trx
    .insertInto('opening_items')
    .values({ ...input, total: total!, opening: opening! })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Many at once, all of them or none. */
export async function addOpeningItems(trx: Trx, items: readonly OpeningItemInput[]): Promise<number[]> {
  const rows = await trx
    .insertInto('opening_items')
    .values(items.map(({ total, opening, ...input }) => ({ ...input, total: total!, opening: opening! })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** @throws NotFound, Stale when someone else saved first */
export async function editOpeningItem(
  trx: Trx,
  id: number,
  { version, total, opening, ...input }: OpeningItemEdit,
): Promise<void> {
  const values = { ...input, total: total!, opening: opening! }
  await lockVersion(trx, 'opening_items', id, version, values)
  await trx.updateTable('opening_items').set(values).where('id', '=', id).execute()
}

export async function deleteOpeningItem(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('opening_items').where('id', '=', id).execute()
}
