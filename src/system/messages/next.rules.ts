/** What a message asks for as it stands. */
import type { Area } from '../../platform/access/rights.ts'
import { messagesArea } from '../../platform/mail/rights.ts'
import type { GuardedAction } from '../../platform/screens/popup/guarded-actions.ts'
import type { Step } from '../../platform/screens/popup/next-step.ts'

/** The popup of whom a message was about, where the address stands, and whose right shows it. */
export interface MessageOwner {
  url: string
  area: Area
}

const change = { area: messagesArea, right: 'change' } as const

const resend = (id: number): GuardedAction => ({
  ...change,
  label: 'Opnieuw versturen',
  icon: 'send',
  kind: 'popup',
  url: `/messages/resend/${id}`,
})

const settle = (id: number, state: 'sent' | 'bounced'): GuardedAction => ({
  ...change,
  label: state === 'sent' ? 'Is aangekomen' : 'Is teruggekomen',
  icon: state === 'sent' ? 'mail-check' : 'mail-x',
  kind: 'post',
  url: `/messages/settle/${id}`,
  fields: { state },
})

/**
 * What comes next for a message that did not arrive, or perhaps not: sending it anew, with the address to be mended
 * beside it, or saying what became of it. One that arrived or waits asks for nothing.
 */
export function messageSteps({ id, state, owner }: { id: number; state: string; owner: MessageOwner | null }): Step[] {
  if (state === 'uncertain') return [{ ...settle(id, 'sent'), next: true }, settle(id, 'bounced'), resend(id)]
  if (state === 'kept') return [{ ...resend(id), next: true }]
  if (state !== 'refused' && state !== 'bounced') return []
  return [
    { ...resend(id), next: true },
    ...(owner === null ? [] : [{ label: 'Adres herstellen', icon: 'address-book', kind: 'popup' as const, ...owner }]),
  ]
}

/** What can be done with one that arrived: it was lost, or came back after all. */
export const sentOptions = ({ id, state }: { id: number; state: string }): GuardedAction[] =>
  state === 'sent' ? [resend(id), settle(id, 'bounced')] : []
