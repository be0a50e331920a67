import { sql } from 'kysely'
import { lockVersion } from '../../../platform/database/versioned.ts'
import type { Trx } from '../../../platform/database/types.ts'

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

/**
 * What the status of a part is called, with the day until which it is an option: 'Optie t/m 27-11'.
 * @param of the tables, or what they are called there
 */
export const statusLabel = (of: { part: string; planning: string; status: string }) => sql<string>`
  case when ${sql.ref(`${of.part}.status`)} = 'option' and ${sql.ref(`${of.planning}.option_until`)} is not null
    then ${sql.ref(`${of.status}.label`)} || ' t/m ' || to_char(${sql.ref(`${of.planning}.option_until`)}, 'DD-MM')
    else ${sql.ref(`${of.status}.label`)} end`

/** Says until when a planning is an option; null: no day. @throws NotFound, Stale when someone else saved first */
export async function setOptionUntil(
  trx: Trx,
  planningId: number,
  { version, ...values }: { option_until: string | null; version: number },
): Promise<void> {
  await lockVersion(trx, 'appointment_groups', planningId, version, values)
  await trx.updateTable('appointment_groups').set(values).where('id', '=', planningId).execute()
}
