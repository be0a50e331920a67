import type { Trx } from '../../platform/database/types.ts'

/** Gives these parts a status; answers the ids of those that had another one. */
export async function setStatus(trx: Trx, ids: number[], status: string): Promise<number[]> {
  const changed = await trx
    .updateTable('appointments')
    .set({ status })
    .where('id', 'in', ids)
    .where('status', '<>', status)
    .returning('id')
    .execute()
  return changed.map(({ id }) => id)
}
