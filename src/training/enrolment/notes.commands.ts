import { NotFound } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Trx } from '../../platform/database/types.ts'
import { notesKeptBy } from './enrolment.queries.ts'

/** The note on a student in one part; saved while typing, so the last one who types wins and the history keeps both. */
export async function saveStudentNote(
  trx: Trx,
  viewer: Viewer,
  at: { appointmentId: number; contactId: number },
  note: string,
): Promise<number> {
  const row = await trx
    .updateTable('enrolments')
    .set({ note })
    .where('enrolments.appointment_id', '=', at.appointmentId)
    .where('enrolments.contact_id', '=', at.contactId)
    .where(notesKeptBy(viewer))
    .returning('enrolments.id')
    .executeTakeFirst()
  if (!row) throw new NotFound('Cursist')
  return row.id
}
