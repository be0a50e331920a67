import { sql } from 'kysely'
import { Invalid } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Trx } from '../../../platform/database/types.ts'
import type { Services } from '../../../platform/services.ts'
import { queueMailing, refuseTemplate } from '../../../system/messages/index.ts'
import { invitationAudience } from './audience.ts'
import { type InvitationInput, SENDING_FAILED, WRONG_EMAILS } from './invitations.forms.ts'
import { listToInvite } from './invitations.queries.ts'

/**
 * Invites people for what they take again: one mail each, about all of it, and notes with each refresher when and by
 * whom.
 * @throws Invalid when one of them has no right address (any more), under 'emails.' and the person, or when the text
 *   cannot be made
 */
export async function invite(trx: Trx, services: Services, viewer: Viewer, form: InvitationInput) {
  const rows = await listToInvite(trx, viewer, form.refreshers)
  const chosen = rows.filter(({ contact_id }) => form.recipients.includes(contact_id))
  const wrong = new Set(chosen.flatMap(({ contact_id, reachable }) => (reachable ? [] : [contact_id])))
  if (wrong.size > 0)
    throw new Invalid({
      ...Object.fromEntries([...wrong].map((contact) => [`emails.${contact}`, ['Dit e-mailadres klopt niet.']])),
      _form: [WRONG_EMAILS],
    })
  if (chosen.length === 0) throw new Invalid({ _form: [SENDING_FAILED] })
  refuseTemplate(invitationAudience, form, { beside: { _form: [SENDING_FAILED] } })
  const ids = chosen.map(({ id }) => id)
  await trx
    .updateTable('contact_refreshers')
    .set({ invited_at: sql<Date>`now()`, invited_by: viewer.id })
    .where('id', 'in', ids)
    .execute()
  const { subject, content } = form
  const message = { subject, content, ids, kinds: ['students'], of: null, calendar: null }
  const { queued } = await queueMailing(trx, services, viewer, invitationAudience, message)
  return { queued, ids }
}
