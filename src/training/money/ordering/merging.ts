import type { ResolveConflict } from '../../../platform/merging.ts'
import { dropTwin } from './merge-contacts.commands.ts'

/** Who turns out to be one with somebody else in the same planning stands on one line. */
export const joinPlaces: ResolveConflict = async (trx, { row }) => {
  await dropTwin(trx, row.group_id as number, row.contact_id as number)
  await trx.deleteFrom('planning_order_lines').where('id', '=', row.id).execute()
}
