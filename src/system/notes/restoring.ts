import { Forbidden } from '../../platform/errors.ts'
import type { Restoring, RowChange } from '../../platform/undo/points.ts'
import { mayDeleteNote, mayEditNote } from './notes.rules.ts'

/** What somebody wrote stays theirs; that it comes back takes nothing from anybody. */
export const noteRestoring: Restoring = {
  table: 'notes',
  judge: async (trx, changes, { viewer }) => {
    const ids = changes.map(({ id }) => id)
    const there = await trx.selectFrom('notes').select(['id', 'created_by']).where('id', 'in', ids).execute()
    const authors = new Map(there.map(({ id, created_by }) => [id, created_by]))
    const isRefused = ({ id, kind, after }: RowChange) => {
      if (kind === 'created') return !mayDeleteNote(viewer, { created_by: Number(after.created_by) })
      return kind === 'changed' && 'body' in after && !mayEditNote(viewer, { created_by: authors.get(id)! })
    }
    if (changes.some(isRefused)) throw new Forbidden('alleen wie de notitie schreef, kan deze terughalen.')
  },
}
