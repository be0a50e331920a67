import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { lockVersion } from '../../../platform/database/versioned.ts'
import type { ResolveConflict } from '../../../platform/merging.ts'
import type { RefresherEdit, RefresherInput } from './refreshers.forms.ts'

/** @returns its id */
export async function addRefresher(
  trx: Trx,
  { contact_id, course_id, expiration_date }: RefresherInput,
): Promise<number> {
  const { id } = await trx
    .insertInto('contact_refreshers')
    .values({ contact_id, course_id, expires_at: expiration_date })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @throws NotFound, Stale when someone else saved first */
export async function editRefresher(
  trx: Trx,
  id: number,
  { version, course_id, expiration_date }: RefresherEdit,
): Promise<void> {
  const input = { course_id, expires_at: expiration_date }
  await lockVersion(trx, 'contact_refreshers', id, version, input)
  await trx.updateTable('contact_refreshers').set(input).where('id', '=', id).execute()
}

export async function deleteRefreshers(trx: Trx, ids: number[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom('contact_refreshers').where('id', 'in', ids).execute()
}

/** Two contacts that become one may both have to take a course again: by the later of the two days. */
export const joinRefreshers: ResolveConflict = async (trx, { row, keptId }) => {
  await trx.deleteFrom('contact_refreshers').where('id', '=', row.id).execute()
  await trx
    .updateTable('contact_refreshers')
    .set({ expires_at: sql<string>`greatest(expires_at, ${row.expires_at as string}::date)` })
    .where('contact_id', '=', keptId)
    .where('course_id', '=', row.course_id as number)
    .execute()
}
