import type { Viewer } from '../../platform/access/viewer.ts'
import { lockRow } from '../../platform/database/versioned.ts'
import type { Trx } from '../../platform/database/types.ts'
import { HttpError } from '../../platform/errors.ts'
import type { RecordRef } from '../../platform/manifest.ts'
import { addTask, finishTaskOf } from '../tasks/index.ts'
import type { RefusedOperation } from './conflicts.forms.ts'
import { type ConflictOutcome, TO_SETTLE } from './conflicts.rules.ts'

/** Takes over what a phone could not store, once however often it comes; somebody has to decide about it. */
export async function takeOver(
  trx: Trx,
  viewer: Viewer,
  { at, fields, stale, ...operation }: RefusedOperation,
  of: RecordRef | null,
): Promise<number> {
  const added = await trx
    .insertInto('conflicts')
    .values({
      ...operation,
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

/** Says what was decided. @throws HttpError (409) where that was done already */
export async function settle(trx: Trx, viewer: Viewer, id: number, outcome: ConflictOutcome): Promise<void> {
  const conflict = await lockRow(trx, 'conflicts', id)
  if (conflict.settled_at !== null) throw new HttpError(409, 'Dit is al beoordeeld.')
  await trx
    .updateTable('conflicts')
    .set({ outcome, settled_at: new Date(), settled_by: viewer.id })
    .where('id', '=', id)
    .execute()
  await finishTaskOf(trx, viewer, { type: 'conflict', id }, 'conflict')
}
