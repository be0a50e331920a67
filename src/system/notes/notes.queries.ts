import { type Expression, type SqlBool, sql } from 'kysely'
import { NotFound } from '../../platform/errors.ts'
import type { Right } from '../../platform/access/rights.ts'
import { type Viewer, viewerScope } from '../../platform/access/viewer.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { Records } from '../../platform/manifest.ts'
import { ofSeen } from '../../platform/screens/form/carried.ts'
import type { Services } from '../../platform/services.ts'
import { notesOn } from './notes.rules.ts'
import { notesArea } from './rights.ts'

/** Row scope of the record type 'note': those on records that the viewer sees. */
export function notesVisibleTo(viewer: Viewer, records: Records): Expression<SqlBool> {
  if (viewerScope(viewer, notesArea) === 'all') return sql<SqlBool>`true`
  const types = records.recordTypes().filter((type) => notesOn(type, viewer))
  return ofSeen(viewer, records, types, 'notes')
}

/**
 * The record that notes are asked of, which the viewer sees. @throws NotFound unless the viewer deals with notes on it
 */
export async function getNotedRecord(
  services: Pick<Services, 'registry' | 'db'>,
  viewer: Viewer,
  { object, objectId }: { object: string; objectId: number },
  right: Right = 'view',
): Promise<{ type: string; id: number; name: string }> {
  const type = services.registry.record(object)
  if (!notesOn(type, viewer, right)) throw new NotFound()
  return services.registry.describe(services.db, { type: object, id: objectId })
}

/** The notes on one record, the latest first. */
export const listNotes = (db: Db, type: string, id: number) =>
  db
    .selectFrom('notes')
    .leftJoin('users', 'users.id', 'notes.created_by')
    .selectAll('notes')
    .select('users.name as author')
    .where('object_type', '=', type)
    .where('object_id', '=', id)
    .orderBy('notes.id', 'desc')
    .limit(500)
    .execute()

export async function getNote(db: Db | Trx, id: number) {
  const note = await db.selectFrom('notes').selectAll().where('id', '=', id).executeTakeFirst()
  if (!note) throw new NotFound('Notitie')
  return note
}

/** How many notes a record has, for the tab. */
export const countNotes = (_viewer: Viewer, id: number, type: string) =>
  sql<number>`(select count(*) from notes where object_type = ${type} and object_id = ${id})`
