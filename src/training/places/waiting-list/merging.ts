import type { ResolveConflict } from '../../../platform/merging.ts'

/** Somebody who stood in a line twice stands where they stood first; an offer to either goes on. */
export const joinEntries: ResolveConflict = async (trx, { row, keptId }) => {
  const twin = await trx
    .selectFrom('waiting_entries')
    .select(['id', 'line_at'])
    .where('contact_id', '=', keptId)
    .where('course_id', '=', row.course_id as number)
    .where((eb) => (row.group_id === null ? eb('group_id', 'is', null) : eb('group_id', '=', row.group_id as number)))
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirstOrThrow()
  const offered = await trx
    .selectFrom('waiting_offers')
    .select('id')
    .where('entry_id', '=', twin.id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (!offered)
    await trx.updateTable('waiting_offers').set({ entry_id: twin.id }).where('entry_id', '=', row.id).execute()
  const line_at = new Date(Math.min(twin.line_at.getTime(), new Date(row.line_at as string).getTime()))
  await trx.deleteFrom('waiting_entries').where('id', '=', row.id).execute()
  await trx.updateTable('waiting_entries').set({ line_at }).where('id', '=', twin.id).execute()
}
