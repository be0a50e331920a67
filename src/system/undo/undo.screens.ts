import * as z from 'zod'
import type { Viewer } from '../../platform/access/viewer.ts'
import { HttpError, Unconfirmed } from '../../platform/errors.ts'
import { formatDateTime } from '../../platform/format/format.ts'
import { text } from '../../platform/forms/fields.ts'
import { action, fragment } from '../../platform/screens/call/calls.ts'
import { popup } from '../../platform/screens/popup/popup.ts'
import type { Services } from '../../platform/services.ts'
import { undo } from '../../platform/undo/undo.ts'
import { userSelfArea } from '../accounts/index.ts'
import { sentencesOf } from '../history/index.ts'
import { ACTION_KEY, listActions } from './undo.queries.ts'
import { READ, keptLines, toldQuestion, undoneSentence } from './undo.rules.ts'

async function loadActions(services: Services, viewer: Viewer, before?: string) {
  const { rows, next } = await listActions(services.db, services.registry, viewer, before)
  const sentences = await sentencesOf(
    services,
    viewer,
    rows.map((row) => row.change_set),
  )
  const actions = rows.map((row) => {
    const sentence = sentences.get(row.change_set)
    return {
      set: row.change_set,
      label: sentence ?? row.label,
      when: formatDateTime(row.at),
      // The sentence begins with who did it.
      who: sentence !== undefined || row.actor_id === viewer.id ? '' : row.actor,
      undone: row.undone_at && `Ongedaan gemaakt door ${row.undone_by ?? row.actor}, ${formatDateTime(row.undone_at)}`,
    }
  })
  return { actions, next, isEarlier: before !== undefined }
}

/** What was done in the last 24 hours and can be taken back (rulings 10.5). */
export const lastActions = popup({
  area: userSelfArea,
  right: 'view',
  path: '/undo',
  home: '/calendar',
  title: 'Laatste acties',
  size: 'medium',
  view: 'system/undo/last-actions',
  load: ({ viewer, services }) => loadActions(services, viewer),
  example: () => ({}),
})

/** Those before them, for who reads on. */
export const earlierActions = fragment({
  area: userSelfArea,
  right: 'view',
  path: '/undo/earlier',
  query: z.object({ before: z.string().regex(ACTION_KEY).optional().catch(undefined) }),
  pageAddress: '/undo',
  view: 'system/undo/actions',
  load: ({ viewer, services, query }) => loadActions(services, viewer, query.before),
  example: () => ({}),
})

/** Takes one of them back. */
export const undoAction = action({
  area: userSelfArea,
  right: 'change',
  path: '/undo/:changeSet',
  noUndo: 'has an undo of its own',
  form: z.object({ [READ]: text(2000).default('') }),
  save: async ({ trx, services, viewer, params, form }) => {
    const undone = await undo(trx, services, viewer, params.changeSet)
    const kept = keptLines(undone)
    const more = kept.length > 0 ? { kept } : {}
    // Nothing came back, so nothing is done: whoever mends what stands in the way can try again.
    if (undone.given === 0 && (undone.refused > 0 || undone.withdrawn === 0))
      throw new HttpError(409, undoneSentence(undone), more)
    const question = toldQuestion(undone, form[READ])
    // Nothing was done yet: all that this transaction wrote goes with the question.
    if (question) throw new Unconfirmed(question)
    return {
      ...('kept' in more ? { body: more } : {}),
      changed: undone.records,
      flash: { str: undoneSentence(undone), type: undone.refused + undone.sent > 0 ? 'warning' : 'success' },
    }
  },
  // What is taken back was done by another call; the test of undoing sends each of them, and then this.
  example: () => null,
})
