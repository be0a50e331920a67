import { type SqlBool, sql } from 'kysely'
import { type Viewer, may, wholePerson } from '../../platform/access/viewer.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { NotFound } from '../../platform/errors.ts'
import type { RefusedOperation } from './conflicts.forms.ts'
import type { ConflictOutcome } from './conflicts.rules.ts'
import { conflictsArea } from './rights.ts'

const MOST_NEIGHBOURS = 100

export const listConflicts = (db: Db | Trx) =>
  db
    .selectFrom('conflicts')
    .leftJoin('users', 'users.id', 'conflicts.user_id')
    .select([
      'conflicts.id',
      'conflicts.label',
      'conflicts.user_id',
      'conflicts.message',
      'conflicts.object_type',
      'conflicts.happened_at',
      'conflicts.settled_at',
      'conflicts.version',
      'conflicts.created_at',
      'conflicts.updated_at',
      'users.name as person',
      sql<ConflictOutcome | null>`conflicts.outcome`.as('outcome'),
      sql<string | null>`conflicts.stale ->> 'by'`.as('other'),
      sql<number>`(select count(*)::integer from jsonb_object_keys(coalesce(conflicts.stale -> 'fields', '{}')))`.as(
        'differing',
      ),
    ])

/** @throws NotFound */
export async function getConflict(db: Db | Trx, id: number) {
  const row = await listConflicts(db)
    .select([
      'conflicts.key',
      'conflicts.url',
      'conflicts.base',
      'conflicts.object_id',
      'conflicts.temporary_id',
      'conflicts.needs',
      sql<RefusedOperation['fields']>`conflicts.fields`.as('fields'),
      sql<RefusedOperation['stale']>`conflicts.stale`.as('stale'),
      sql<string | null>`(select u.name from users u where u.id = conflicts.settled_by)`.as('settler'),
    ])
    .where('conflicts.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new NotFound('Verschil')
  return row
}

/** Those of a selection that are not decided about, in the order in which they were done. */
export async function openConflicts(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('conflicts')
    .select('id')
    .where('id', 'in', [...ids])
    .where('settled_at', 'is', null)
    .orderBy('happened_at')
    .orderBy('id')
    .execute()
  return Promise.all(rows.map(({ id }) => getConflict(db, id)))
}

/** What the same phone handed over that this one comes after, and what comes after this one; not decided about yet. */
export async function neighboursOf(db: Db, conflict: Awaited<ReturnType<typeof getConflict>>) {
  const rows = await db
    .selectFrom('conflicts')
    .select(['id', 'label', 'temporary_id', 'needs'])
    .where('user_id', 'is not distinct from', conflict.user_id)
    .where('settled_at', 'is', null)
    .where('id', '!=', conflict.id)
    .where((eb) =>
      eb.or([
        sql<SqlBool>`temporary_id = any(${conflict.needs}::text[])`,
        sql<SqlBool>`${conflict.temporary_id}::text = any(needs)`,
      ]),
    )
    .orderBy('happened_at')
    .orderBy('id')
    .limit(MOST_NEIGHBOURS)
    .execute()
  const isBefore = ({ temporary_id: id }: { temporary_id: string | null }) => id !== null && conflict.needs.includes(id)
  return { before: rows.filter(isBefore), after: rows.filter((row) => !isBefore(row)) }
}

/**
 * Of `stored_files`: what the viewer uploaded; for who decides also what somebody uploaded who handed over, by the name
 * of the file, what is still to be decided about.
 */
export const isOwnUpload = (viewer: Viewer) => {
  const own = sql<SqlBool>`stored_files.created_by = ${viewer.id}`
  if (!may(wholePerson(viewer), conflictsArea, 'change')) return own
  return sql<SqlBool>`(${own} or exists (select from conflicts where conflicts.settled_at is null
    and conflicts.user_id = stored_files.created_by
    and conflicts.fields @> jsonb_build_array(jsonb_build_array(regexp_replace(stored_files.storage_key, '^.*/', '')))))`
}
