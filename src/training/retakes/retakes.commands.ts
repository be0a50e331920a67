import type { Trx } from '../../platform/database/types.ts'

interface Named {
  contact_id: number
  group_id: number
}

/** Nobody plans them again. Who was set aside already stays so, for the reason that was given then. */
export async function setAside(trx: Trx, rows: readonly Named[], reason: string): Promise<void> {
  if (rows.length === 0) return
  await trx
    .insertInto('retakes_set_aside')
    .values(rows.map(({ contact_id, group_id }) => ({ contact_id, group_id, reason })))
    .onConflict((conflict) => conflict.columns(['contact_id', 'group_id']).doNothing())
    .execute()
}

/** They are to be planned again after all. */
export async function bringBack(trx: Trx, { contact_id, group_id }: Named): Promise<void> {
  await trx
    .deleteFrom('retakes_set_aside')
    .where('contact_id', '=', contact_id)
    .where('group_id', '=', group_id)
    .execute()
}
