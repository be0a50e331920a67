import { sql } from 'kysely'
import type { Right } from '../../platform/access/rights.ts'
import { type Viewer, isPlanner, may } from '../../platform/access/viewer.ts'
import type { Db } from '../../platform/database/types.ts'
import type { Registry } from '../../platform/registry.ts'
import { UNDOABLE_FOR } from '../../platform/undo/undoable.ts'

/** As many as somebody looks through; who wants to know more reads the history. */
const MOST = 100

/** By which rights something was done that the viewer has now, as pairs of an area and a right. */
const rightsOf = ({ areas }: Registry, viewer: Viewer): [area: string, right: Right][] =>
  [...areas.values()].flatMap((area) =>
    (['view', 'change'] as const)
      .filter((right) => may(viewer, area, right))
      .map((right): [string, Right] => [area.name, right]),
  )

/**
 * What can be taken back, newest first: the viewer's own actions; for planners those of everybody, as far as they may do
 * the same. Of what they may not, such as a setting, they are not told either.
 */
export function listActions(db: Db, registry: Registry, viewer: Viewer) {
  const held = rightsOf(registry, viewer)
  return db
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
    ])
    .where(sql<boolean>`undoable_sets.at > now() - ${UNDOABLE_FOR}`)
    .where(
      sql<boolean>`(undoable_sets.area, undoable_sets.right) in (select * from unnest(
        ${held.map(([area]) => area)}::text[], ${held.map(([, right]) => right)}::text[]))`,
    )
    .$if(!isPlanner(viewer), (query) => query.where('undoable_sets.actor_id', '=', viewer.id))
    .orderBy('undoable_sets.at', 'desc')
    .limit(MOST)
    .execute()
}
