import { type SqlBool, sql } from 'kysely'
import { lastEditor } from '../../../platform/database/versioned.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { NotFound, Stale } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import { enrolmentsVisibleTo } from '../../planning/appointments/index.ts'

/** A note as somebody wants it, and as it stood when they began to type; null when they do not say. */
export interface WrittenNote {
  note: string
  seen: string | null
}

/**
 * Two who write a note about the same student see each other's words before one of them overwrites the other's.
 * @param field the form's name for the note
 * @throws Stale
 */
export async function assertNoteSeen(
  trx: Trx,
  stored: { id: number; note: string; version: number; updated_at: Date },
  { note, seen }: WrittenNote,
  field: string,
): Promise<void> {
  if (seen === null || stored.note === seen || stored.note === note) return
  throw new Stale({
    by: await lastEditor(trx, 'enrolments', stored.id),
    at: stored.updated_at.toISOString(),
    version: stored.version,
    fields: { [field]: [note, stored.note] },
  })
}

/**
 * The note on a student in one part, saved while it is typed.
 * @throws NotFound, Stale
 */
export async function saveStudentNote(
  trx: Trx,
  viewer: Viewer,
  at: { appointmentId: number; contactId: number },
  written: WrittenNote,
): Promise<number> {
  const row = await trx
    .selectFrom('enrolments')
    .select(['enrolments.id', 'enrolments.note', 'enrolments.version', 'enrolments.updated_at'])
    .where('enrolments.appointment_id', '=', at.appointmentId)
    .where('enrolments.contact_id', '=', at.contactId)
    .where(sql<SqlBool>`${enrolmentsVisibleTo(viewer)}`)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new NotFound('Cursist')
  await assertNoteSeen(trx, row, written, 'notes')
  await trx.updateTable('enrolments').set({ note: written.note }).where('id', '=', row.id).execute()
  return row.id
}
