import type { Restoring } from '../../../platform/undo/points.ts'
import { assertPromisable } from './questionnaires.commands.ts'

/** What students were promised about their name is not taken back under what they answered. */
export const promiseRestoring: Restoring = {
  table: 'evaluations',
  judge: async (trx, changes) => {
    for (const { id, kind, before } of changes)
      if (kind === 'changed' && 'anonymous' in before) await assertPromisable(trx, id)
  },
}
