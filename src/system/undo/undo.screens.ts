import { HttpError } from '../../platform/errors.ts'
import { formatDateTime } from '../../platform/format/format.ts'
import { action } from '../../platform/screens/calls.ts'
import { popup } from '../../platform/screens/popup.ts'
import { undo } from '../../platform/undo/undo.ts'
import { userSelfArea } from '../accounts/index.ts'
import { sentencesOf } from '../history/index.ts'
import { listActions } from './undo.queries.ts'
import { undoneSentence } from './undo.rules.ts'

/** What was done in the last 24 hours and can be taken back (rulings 10.5). */
export const lastActions = popup({
  area: userSelfArea,
  right: 'view',
  path: '/undo',
  home: '/calendar',
  title: 'Laatste acties',
  size: 'medium',
  view: 'system/undo/last-actions',
  load: async ({ db, viewer, services }) => {
    const rows = await listActions(db, services.registry, viewer)
    const sentences = await sentencesOf(
      services,
      viewer,
      rows.map((row) => row.change_set),
    )
    return {
      actions: rows.map((row) => {
        const sentence = sentences.get(row.change_set)
        return {
          set: row.change_set,
          label: sentence ?? row.label,
          when: formatDateTime(row.at),
          // The sentence begins with who did it.
          who: sentence !== undefined || row.actor_id === viewer.id ? '' : row.actor,
          undone:
            row.undone_at && `Ongedaan gemaakt door ${row.undone_by ?? row.actor}, ${formatDateTime(row.undone_at)}`,
        }
      }),
    }
  },
  example: () => ({}),
})

/** Takes one of them back. */
export const undoAction = action({
  area: userSelfArea,
  right: 'change',
  path: '/undo/:changeSet',
  noUndo: 'has an undo of its own',
  save: async ({ trx, services, viewer, params }) => {
    const undone = await undo(trx, services, viewer, params.changeSet)
    // Nothing came back, so nothing is done: whoever mends what stands in the way can try again.
    if (undone.given === 0 && (undone.refused > 0 || undone.withdrawn === 0))
      throw new HttpError(409, undoneSentence(undone))
    return {
      changed: undone.records,
      flash: { str: undoneSentence(undone), type: undone.refused + undone.sent > 0 ? 'warning' : 'success' },
    }
  },
  // What is taken back was done by another call; the test of undoing sends each of them, and then this.
  example: () => null,
})
