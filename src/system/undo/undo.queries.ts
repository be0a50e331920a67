import { sql } from 'kysely'
import { type Viewer, isPlanner } from '../../platform/access/viewer.ts'
import type { Db } from '../../platform/database/types.ts'
import { UNDOABLE_FOR } from '../../platform/undo/undoable.ts'

/** As many as somebody looks through; who wants to know more reads the history. */
const MOST = 100

/** What can be taken back, newest first: the viewer's own actions; for planners those of everybody. */
export const listActions = (db: Db, viewer: Viewer) =>
  db
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
    .$if(!isPlanner(viewer), (query) => query.where('undoable_sets.actor_id', '=', viewer.id))
    .orderBy('undoable_sets.at', 'desc')
    .limit(MOST)
    .execute()
