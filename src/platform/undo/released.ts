import { sql } from 'kysely'
import type { Viewer } from '../access/viewer.ts'
import { undoSeconds } from '../jobs/jobs.ts'
import type { Db, Trx } from '../database/types.ts'

/**
 * Rows that somebody else deleted by a save whose mail still waits, counted by what they named: until the mail leaves the
 * save may be taken back, so what it set free is kept for that (rulings 10.5).
 * @param column of the table, which names what became free
 * @returns how many such rows named each of `ids`; none for an id that none named
 */
export async function freedWhileMailWaits(
  trx: Db | Trx,
  { table, column, ids, viewer }: { table: string; column: string; ids: number[]; viewer: Viewer },
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; freed: number }>`
    select named.id, count(*)::integer as freed
    from history, lateral (select (changes -> ${column} ->> 0)::integer as id) named
    where change_set in (
        select change_set from mails where state = 'queued' and created_at > now() - make_interval(secs => ${undoSeconds})
      )
      and table_name = ${table} and action = 'delete' and actor_id is distinct from ${viewer.id}
      and named.id = any(${ids})
    group by named.id
  `.execute(trx)
  return new Map(rows.map(({ id, freed }) => [id, freed]))
}
