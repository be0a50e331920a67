/** What somebody who is passed on to a register asks for as it stands. */
import type { GuardedAction } from '../../../platform/screens/popup/guarded-actions.ts'
import type { Step } from '../../../platform/screens/popup/next-step.ts'
import { contactsManageArea } from '../../../relations/contacts/rights.ts'
import type { RequestState } from './requests.rules.ts'
import { registerSendArea } from './rights.ts'

const send = (id: number, label: string): GuardedAction => ({
  label,
  icon: 'send',
  kind: 'post',
  url: `/hok/run/${id}`,
  area: registerSendArea,
  right: 'change',
})

/** Mails students of a planning a link by which they mend it themselves. */
export const askStep = (partId: number, contactIds: readonly number[], label: string): GuardedAction => ({
  label,
  icon: 'mail-question',
  kind: 'post',
  url: `/calendar/${partId}/registers/ask`,
  fields: { contacts: contactIds.join() },
  area: registerSendArea,
  right: 'change',
})

/** What was refused is mended first, and sent anew then; what waits goes by itself, and can go at once. */
export function requestSteps({
  id,
  contact_id,
  state,
  part_id,
  canAsk,
}: {
  id: number
  contact_id: number
  state: RequestState
  part_id: number | null
  /** Whether the person can be mailed a link to mend it. */
  canAsk: boolean
}): Step[] {
  if (state === 'accepted') return []
  if (state !== 'rejected') return [{ ...send(id, 'Nu versturen'), next: true }]
  return [
    {
      label: 'Gegevens herstellen',
      icon: 'pencil',
      kind: 'popup',
      url: `/contact/edit/${contact_id}`,
      area: contactsManageArea,
      right: 'change',
      next: true,
    },
    ...(canAsk && part_id !== null ? [askStep(part_id, [contact_id], 'Vraag de cursist')] : []),
    send(id, 'Opnieuw versturen'),
  ]
}
