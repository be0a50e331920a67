import { sql } from 'kysely'
import type { JobHandler } from '../jobs/jobs.ts'
import type { Trx } from './types.ts'

/** Older change sets cannot be undone; the nightly job may be an hour late with emptying what was kept for them. */
const UNDOABLE_FOR = sql`interval '26 hours'`

/**
 * Closes this transaction's change set and every recent one that changed a row that this one changed, or that is about
 * the owner: what was kept for undoing them is emptied in this transaction. It comes last.
 * @param owner whose data is gone under all its ids, with the column by which rows of other tables name it
 */
export async function closeSetsAround(
  trx: Trx,
  owner?: { type: string; ids: number[]; column: string },
): Promise<void> {
  const about = owner
    ? sql`(h.record_type = ${owner.type} and h.record_id = any(${owner.ids}::bigint[])
        or h.changes @> any(${owner.ids.map((id) => JSON.stringify({ [owner.column]: [id] }))}::jsonb[]))`
    : sql`false`
  await sql`
    with touched as (
      select table_name, row_id from history where change_set = (select change_set()) and row_id is not null
      union select table_name, row_id from unshown_changes where change_set = (select change_set())
    )
    select close_change_sets(array(
      select change_set()
      union select h.change_set from history h
        where h.at > now() - ${UNDOABLE_FOR} and h.change_set is not null
          and ((h.table_name, h.row_id) in (select table_name, row_id from touched) or ${about})
      union select u.change_set from unshown_changes u
        where (u.table_name, u.row_id) in (select table_name, row_id from touched)
    ))
  `.execute(trx)
}

/** Empties what was kept for undoing that is older than a day. */
export const forgetUnshown: JobHandler = async (_payload, { db }) => {
  await sql`select forget_unshown_changes()`.execute(db)
}
