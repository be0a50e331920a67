import { Forbidden } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Trx } from '../../platform/database/types.ts'
import { lockVersion } from '../../platform/database/versioned.ts'
import type { RecordRef } from '../../platform/screens/models.ts'
import { getNote } from './notes.queries.ts'
import { mayDeleteNote, mayEditNote } from './notes.rules.ts'

export async function addNote(trx: Trx, viewer: Viewer, subject: RecordRef, body: string): Promise<number> {
  const { id } = await trx
    .insertInto('notes')
    .values({ object_type: subject.type, object_id: subject.id, body, created_by: viewer.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Changes a note and answers the record it hangs on.
 * @throws Forbidden for a note of somebody else; Stale when it was changed elsewhere
 */
export async function editNote(
  trx: Trx,
  viewer: Viewer,
  id: number,
  { body, version }: { body: string; version: number },
): Promise<RecordRef> {
  const note = await lockVersion(trx, 'notes', id, version, { body })
  if (!mayEditNote(viewer, note)) throw new Forbidden('Alleen wie de notitie schreef, kan deze wijzigen.')
  await trx.updateTable('notes').set({ body }).where('id', '=', id).execute()
  return { type: note.object_type, id: note.object_id }
}

/** Deletes a note and answers the record it hung on. @throws Forbidden for a note of somebody else */
export async function deleteNote(trx: Trx, viewer: Viewer, id: number): Promise<RecordRef> {
  const note = await getNote(trx, id)
  if (!mayDeleteNote(viewer, note)) throw new Forbidden('Alleen wie de notitie schreef, kan deze verwijderen.')
  await trx.deleteFrom('notes').where('id', '=', id).execute()
  return { type: note.object_type, id: note.object_id }
}
