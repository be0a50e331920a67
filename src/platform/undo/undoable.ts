import { type RawBuilder, sql } from 'kysely'
import type { Area, Right } from '../access/rights.ts'
import { type Viewer, isPlanner } from '../access/viewer.ts'
import { HttpError, NotFound } from '../errors.ts'
import type { Trx } from '../database/types.ts'
import type { RecordRef } from '../screens/models.ts'
import { undoSeconds } from '../jobs/jobs.ts'

/** For how long a save can be taken back (rulings 10.5). */
export const UNDOABLE_FOR: RawBuilder<unknown> = sql`interval '24 hours'`

/**
 * Remembers that what this transaction did can be taken back, as the last thing that it does.
 * @param what.label what the user read after it, e.g. 'Contact opgeslagen'
 * @param what.days for how many days, where that is more than one
 * @param what.changed what it announced to browsers, which its undo announces too
 * @returns the change set, and the seconds for which its mails wait; null when nothing was changed that could come back
 */
export async function offerUndo(
  trx: Trx,
  viewer: Viewer,
  what: { area: Area; right: Right; label: string; changed: RecordRef[]; days?: number | undefined },
): Promise<{ set: number; seconds: number } | null> {
  const { rows } = await sql<{ set: number; seconds: number }>`
    insert into undoable_sets (change_set, actor_id, area, "right", label, announced, until)
    select own.id, ${viewer.id}, ${what.area.name}, ${what.right}, ${what.label}, ${JSON.stringify(what.changed)}::jsonb,
      now() + ${what.days ?? null}::integer * interval '1 day'
    from (select nullif(current_setting('noordkaap.change_set', true), '')::bigint as id) own
    where exists (select from history where change_set = own.id and row_id is not null)
      or exists (select from mails where change_set = own.id)
    on conflict do nothing
    returning change_set as set, ${undoSeconds} as seconds
  `.execute(trx)
  return rows[0] ?? null
}

/** A save that is being taken back. */
export interface Claimed {
  area: string
  right: Right
  /** What it announced to browsers. */
  announced: RecordRef[]
}

/**
 * Takes a change set for undoing; of two who do so at once the second finds it undone.
 * @throws NotFound for the save of somebody else, or one of longer ago; HttpError (409) when it was undone already
 */
export async function claim(trx: Trx, viewer: Viewer, set: number): Promise<Claimed> {
  const found = await trx
    .selectFrom('undoable_sets')
    .select(['area', 'right', 'undone_at', 'actor_id', 'announced'])
    .where('change_set', '=', set)
    .where(sql<boolean>`(at > now() - ${UNDOABLE_FOR} or until > now())`)
    .forUpdate()
    .executeTakeFirst()
  if (!found || (found.actor_id !== viewer.id && !isPlanner(viewer))) throw new NotFound('Deze actie is')
  // Told apart from what cannot be taken back now, and may be later.
  if (found.undone_at) throw new HttpError(409, 'Dit is al ongedaan gemaakt.', { undone: true })
  await trx
    .updateTable('undoable_sets')
    .set({ undone_at: new Date(), undone_by: viewer.id })
    .where('change_set', '=', set)
    .execute()
  return { area: found.area, right: found.right as Right, announced: found.announced as RecordRef[] }
}
