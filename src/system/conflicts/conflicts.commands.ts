import { sql } from 'kysely'
import type { Viewer } from '../../platform/access/viewer.ts'
import { lockRow } from '../../platform/database/versioned.ts'
import type { Trx } from '../../platform/database/types.ts'
import { HttpError } from '../../platform/errors.ts'
import type { RecordRef } from '../../platform/manifest.ts'
import { TEMPORARY } from '../../platform/screens/call/kept-day.contract.ts'
import { addTask, finishTaskOf } from '../tasks/index.ts'
import type { RefusedOperation } from './conflicts.forms.ts'
import { type ConflictOutcome, TO_SETTLE } from './conflicts.rules.ts'

/** Takes over what a phone could not store, once however often it comes; somebody has to decide about it. */
export async function takeOver(
  trx: Trx,
  viewer: Viewer,
  { at, fields, stale, token, ...operation }: RefusedOperation,
  of: RecordRef | null,
): Promise<number> {
  const added = await trx
    .insertInto('conflicts')
    .values({
      ...operation,
      temporary_id: token,
      user_id: viewer.id,
      // The clock of a phone may be ahead.
      happened_at: new Date(Math.min(at, Date.now())),
      fields: JSON.stringify(fields),
      stale: stale && JSON.stringify(stale),
      object_type: of?.type ?? null,
      object_id: of?.id ?? null,
    })
    .onConflict((conflict) => conflict.constraint('conflicts_once').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) {
    await addTask(trx, { title: TO_SETTLE, kind: 'conflict', of: { type: 'conflict', id: added.id } })
    return added.id
  }
  const before = await trx
    .selectFrom('conflicts')
    .select('id')
    .where('user_id', '=', viewer.id)
    .where('key', '=', operation.key)
    .executeTakeFirstOrThrow()
  return before.id
}

/** What the same phone did to what was made now has its id. */
async function tellMade(trx: Trx, userId: number | null, token: string, made: number): Promise<void> {
  await sql`
    update conflicts set fields = replace(fields::text, ${JSON.stringify(TEMPORARY + token)}, ${JSON.stringify(String(made))})::jsonb
    where user_id is not distinct from ${userId} and settled_at is null and ${token} = any(needs)`.execute(trx)
}

/**
 * Says what was decided.
 * @param made what was made by taking it
 * @throws HttpError (409) where that was done already
 */
export async function settle(trx: Trx, viewer: Viewer, id: number, outcome: ConflictOutcome, made?: number) {
  const conflict = await lockRow(trx, 'conflicts', id)
  if (conflict.settled_at !== null) throw new HttpError(409, 'Dit is al beoordeeld.')
  await trx
    .updateTable('conflicts')
    .set({ outcome, settled_at: new Date(), settled_by: viewer.id })
    .where('id', '=', id)
    .execute()
  if (made !== undefined && conflict.temporary_id !== null)
    await tellMade(trx, conflict.user_id, conflict.temporary_id, made)
  await finishTaskOf(trx, viewer, { type: 'conflict', id }, 'conflict')
}
