import { sql } from 'kysely'
import type { Right } from '../../platform/access/rights.ts'
import { type Viewer, isPlanner, may } from '../../platform/access/viewer.ts'
import type { Db } from '../../platform/database/types.ts'
import type { Registry } from '../../platform/registry.ts'
import { UNDOABLE_FOR } from '../../platform/undo/undoable.ts'
import { ofOthersAlone } from '../history/index.ts'

/** As many at a time as somebody looks through. */
const PAGE = 100

/** The last action of a page, by which the next one begins: when it was, in microseconds, and its change set. */
export const ACTION_KEY = /^(\d{1,16})-(\d{1,15})$/

/** By which rights something was done that the viewer has now, as pairs of an area and a right. */
const rightsOf = ({ areas }: Registry, viewer: Viewer): [area: string, right: Right][] =>
  [...areas.values()].flatMap((area) =>
    (['view', 'change'] as const)
      .filter((right) => may(viewer, area, right))
      .map((right): [string, Right] => [area.name, right]),
  )

/**
 * What can be taken back, newest first: the viewer's own actions; for planners those of everybody, as far as they may do
 * the same. Of what they may not, such as a setting, they are not told either. A page at a time: however many others did
 * something since, the own ones stay to be found for as long as they can be taken back.
 * @param before the key of the last one of the page before
 */
export async function listActions(db: Db, registry: Registry, viewer: Viewer, before?: string) {
  const [, at, set] = ACTION_KEY.exec(before ?? '') ?? []
  const held = rightsOf(registry, viewer)
  const found = await db
    .selectFrom('undoable_sets')
    .innerJoin('users', 'users.id', 'undoable_sets.actor_id')
    .leftJoin('users as undoer', 'undoer.id', 'undoable_sets.undone_by')
    .select([
      'undoable_sets.change_set',
      'undoable_sets.at',
      'undoable_sets.label',
      'undoable_sets.undone_at',
      'undoable_sets.actor_id',
      'users.name as actor',
      'undoer.name as undone_by',
      sql<string>`(extract(epoch from undoable_sets.at) * 1000000)::bigint || '-' || undoable_sets.change_set`.as(
        'key',
      ),
    ])
    .where(sql<boolean>`undoable_sets.at > now() - ${UNDOABLE_FOR}`)
    .where(
      sql<boolean>`(undoable_sets.area, undoable_sets.right) in (select * from unnest(
        ${held.map(([area]) => area)}::text[], ${held.map(([, right]) => right)}::text[]))`,
    )
    // What was done to nothing but what is theirs alone is nobody else's to take back, or to read.
    .where(
      sql<boolean>`(undoable_sets.actor_id = ${viewer.id} or not coalesce((
        select bool_and(${ofOthersAlone(registry, viewer)}) from history
        where history.change_set = undoable_sets.change_set), false))`,
    )
    .$if(!isPlanner(viewer), (query) => query.where('undoable_sets.actor_id', '=', viewer.id))
    .$if(at !== undefined, (query) =>
      query.where(
        sql<boolean>`(undoable_sets.at, undoable_sets.change_set)
          < (timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond', ${set}::bigint)`,
      ),
    )
    .orderBy('undoable_sets.at', 'desc')
    .orderBy('undoable_sets.change_set', 'desc')
    .limit(PAGE + 1)
    .execute()
  const rows = found.slice(0, PAGE)
  return { rows, next: found.length > PAGE ? rows.at(-1)!.key : null }
}
