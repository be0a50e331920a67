import { countOf } from '../../platform/database/count.ts'
import { everOf, maskHistory } from '../../platform/database/history.ts'
import { formatCount, formatDateTime } from '../../platform/format/format.ts'
import type { PersonDataSource } from '../privacy/points.ts'
import { noteFields } from './notes.fields.ts'
import { listNotes } from './notes.queries.ts'

/** Columns of a note that say nothing about the person. */
const KEPT_COLUMNS = ['object_type', 'object_id', 'created_by']

/** What others wrote down about a person. */
export const noteData: PersonDataSource = {
  key: 'notes',
  label: 'Notities over u',
  collect: async ({ db }, contactId) =>
    (await listNotes(db, 'contact', contactId)).map((note) => ({
      Datum: formatDateTime(note.created_at),
      Door: note.author,
      [noteFields.body.label]: note.body,
    })),
  plan: async (db, contactId) => {
    const count = await countOf(
      db.selectFrom('notes').where('object_type', '=', 'contact').where('object_id', '=', contactId),
    )
    return { emptied: count === 0 ? [] : [formatCount(count, 'notitie', 'notities')], kept: [], blocked: [] }
  },
  anonymise: async (trx, contactId) => {
    await trx.deleteFrom('notes').where('object_type', '=', 'contact').where('object_id', '=', contactId).execute()
  },
  mask: async (trx, contactId) => {
    const notes = await everOf(trx, 'note', { object_type: 'contact', object_id: contactId })
    await maskHistory(trx, 'note', notes, KEPT_COLUMNS)
  },
}
