import { sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import { Invalid } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { action } from '../../../platform/screens/call/calls.ts'
import { askInvitationArea } from './rights.ts'

/** Notes that a supervisor wants somebody invited. @throws Invalid when that is done, or asked, already */
async function ask(trx: Trx, viewer: Viewer, id: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('contact_refreshers')
    .set({ asked_at: sql<Date>`now()`, asked_by: viewer.id })
    .where('id', '=', id)
    .where('invited_at', 'is', null)
    .where('asked_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Invalid({ _form: ['Voor deze herhaling is al om een uitnodiging gevraagd.'] })
}

/** A supervisor asks the planners to invite somebody; it waits there until they did. */
export const invitationAsk = action({
  area: askInvitationArea,
  record: 'refresher',
  right: 'change',
  path: '/courseRefresher/ask/:id',
  save: async ({ trx, viewer, params }) => {
    await ask(trx, viewer, params.id)
    return {
      changed: [{ type: 'refresher', id: params.id }],
      flash: { str: 'Uitnodiging gevraagd', type: 'success' },
    }
  },
  example: (story, role) =>
    role === ROLE.supervisor
      ? { params: { id: story.refreshers.anouk }, foreign: { id: story.refreshers.foreign } }
      : null,
})
