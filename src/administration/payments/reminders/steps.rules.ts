/** Which letter comes next for an invoice that is not paid, and when. */
import { addDays } from '../../../platform/format/zone.ts'
import { NOTICE_DAYS } from '../../sales/claims/index.ts'

/** Letters in their order; a consumer gets the notice, a company does not. Days are ISO. */
export const STEPS = ['reminder', 'notice', 'final', 'collection'] as const
export type Step = (typeof STEPS)[number]

export const STEP_NAMES: Readonly<Record<Step, string>> = {
  reminder: 'Herinnering',
  notice: '14-dagenbrief',
  final: 'Aanmaning',
  collection: 'Incasso',
}

export interface StepDays {
  /** So many days after the last day of an invoice its reminder comes. */
  first_days: number
  /** So many days after the reminder comes the next letter. */
  next_days: number
  /** So many days after the fourteen-day letter came it ran out; never fewer than the law asks. */
  notice_days: number
  /** So many days after the last letter an invoice is ready to be handed over. */
  collection_days: number
}

/** What was sent of an invoice: each step once, with the day on which it left. */
export type Sent = Partial<Record<Step, string>>

export type Next = { step: Step; from: string } | null

/**
 * The next step of an invoice and the first day of it; null where nothing comes any more.
 * @param consumer whether a person pays who buys alone: costs come after a letter of fourteen days then (article 6:96 BW)
 * @param isWaived whether no costs are asked: then there is nothing that such a letter would announce
 */
export function nextStep(expiresAt: string, sent: Sent, consumer: boolean, days: StepDays, isWaived = false): Next {
  if (sent.collection !== undefined) return null
  if (sent.final !== undefined) return { step: 'collection', from: addDays(sent.final, days.collection_days) }
  if (consumer && sent.notice !== undefined)
    return { step: 'final', from: addDays(sent.notice, Math.max(days.notice_days, NOTICE_DAYS) + 1) }
  if (sent.reminder === undefined) return { step: 'reminder', from: addDays(expiresAt, Math.max(days.first_days, 1)) }
  return { step: consumer && !isWaived ? 'notice' : 'final', from: addDays(sent.reminder, days.next_days) }
}

/** Whether its first day is there. */
export const isDue = (next: Next, today: string): boolean => next !== null && next.from <= today
