/** What holds for quotations, whatever the database has. */
import { formatCount, formatDate, formatDateTime } from '../../../platform/format/format.ts'
import { addDays } from '../../../platform/format/zone.ts'
import type { Status } from '../../../platform/screens/models.ts'
import type { OpenLine } from '../../../platform/screens/popup/open-points.ts'

/** For how many days a quotation holds when nothing else is said. */
export const VALID_DAYS = 30
/** From so many days before its last one a quotation without an answer asks for attention. */
export const ENDING_DAYS = 7

/** The last day on which a quotation of that day can be accepted. */
export const validUntil = (quotationDate: string, days = VALID_DAYS): string => addDays(quotationDate, days)

export type QuotationStatus = 'concept' | 'sent' | 'viewed' | 'accepted' | 'declined' | 'expired'

export const STATUSES: Readonly<Record<QuotationStatus, Status>> = {
  concept: { label: 'Concept', css: 'st-concept' },
  sent: { label: 'Verstuurd', css: 'st-planned' },
  viewed: { label: 'Bekeken', css: 'st-option' },
  accepted: { label: 'Geaccepteerd', css: 'st-confirmed' },
  declined: { label: 'Afgewezen', css: 'st-cancelled' },
  expired: { label: 'Verlopen', css: 'st-full' },
}

/** What somebody of the office can do with a quotation by hand. */
export type Act = 'send' | 'withdraw' | 'accept' | 'decline' | 'extend' | 'follow'

const ALLOWED: Readonly<Record<Act, readonly QuotationStatus[]>> = {
  send: ['concept'],
  withdraw: ['sent', 'viewed', 'expired', 'declined', 'accepted'],
  accept: ['concept', 'sent', 'viewed', 'expired'],
  decline: ['sent', 'viewed', 'expired'],
  extend: ['sent', 'viewed', 'expired'],
  follow: ['concept', 'sent', 'viewed', 'expired', 'accepted'],
}

/** Whether something can be done with a quotation as it stands. */
export const allows = (act: Act, status: QuotationStatus): boolean => ALLOWED[act].includes(status)

/** What is said to who tries what a quotation no longer allows. */
export const refusalOf = (act: Act, status: QuotationStatus): string => {
  const is = `Deze offerte is ${STATUSES[status].label.toLowerCase()}`
  if (act === 'send') return `${is}. Alleen een concept wordt verstuurd.`
  if (act === 'follow') return `${is}. Kopieer hem om opnieuw aan te bieden.`
  return status === 'concept' ? 'Deze offerte is nog niet verstuurd.' : `${is}. Dit kan niet meer.`
}

/** What is said of a quotation that the customer has, and of one that was taken over and so is not taken back any more. */
export const SENT = 'De klant heeft deze offerte. Haal hem terug om hem te wijzigen.'
export const TAKEN_OVER = 'Van deze offerte is al een order of factuur gemaakt. Kopieer hem om opnieuw aan te bieden.'
/** Why a quotation cannot be changed any more; null where it can. */
export const refusalToChange = ({ status, is_followed }: { status: string; is_followed: boolean }): string | null =>
  status === 'concept' ? null : is_followed ? TAKEN_OVER : SENT

/** What is said where one thing was made of a quotation already. */
export const FOLLOWED = {
  order: 'Van deze offerte is al een order gemaakt. Factureer die order.',
  invoice: 'Van deze offerte is al een factuur gemaakt.',
} as const
export const NOTHING = 'Op deze offerte staat geen product dat is gekozen.'

/** What of its lines goes on: no option that was not chosen, and no heading under which nothing is left. */
export function goingOn<Line extends { kind: string; chosen: boolean }>(lines: readonly Line[]): Line[] {
  return lines.filter((line, i) => {
    if (line.kind !== 'section') return line.chosen
    const next = lines.findIndex(({ kind }, j) => j > i && kind === 'section')
    const below = lines.slice(i + 1, next === -1 ? lines.length : next)
    return below.length === 0 || below.some(({ chosen }) => chosen)
  })
}

/** What is asked before something is made of a quotation: what comes, and what stays behind. */
export function followQuestion(
  quotation: { uid: string; total: string; products: number; passed: number },
  to: 'order' | 'invoice',
): string {
  const { uid, total, products, passed } = quotation
  const what = to === 'order' ? 'een order' : 'een concept van een factuur'
  const comes = `Er ${products === 1 ? 'komt 1 product' : `komen ${products} producten`} op, samen ${total}, tegen de prijzen van deze offerte.`
  const behind =
    passed === 0 ? '' : ` ${formatCount(passed, 'optie die niet is gekozen, gaat', 'opties die niet zijn gekozen, gaan')} niet mee.` // prettier-ignore
  return `Weet u zeker dat u van ${uid} ${what} wilt maken? ${comes}${behind}`
}

interface Course {
  created_at: Date
  sent_at: Date | null
  viewed_at: Date | null
  accepted_at: Date | null
  accepted_name: string | null
  declined_at: Date | null
  decline_reason: string | null
  withdrawn_at: Date | null
  valid_until: string
  status: QuotationStatus
}

/** A moment in the course of a quotation, as its timeline shows it; what is still to come has an open dot. */
export interface Moment {
  title: string
  text: string
  state: 'next' | 'done' | 'late' | 'begun'
}

/** What became of a quotation and what comes, the latest on top. */
export function courseOf(quotation: Course): Moment[] {
  const { sent_at, viewed_at, accepted_at, accepted_name, declined_at, decline_reason, withdrawn_at } = quotation
  const at = (when: Date, more: string | null = null) => [formatDateTime(when), more].filter(Boolean).join(', ')
  const moments: Moment[] = [{ title: 'Gemaakt', text: at(quotation.created_at), state: 'begun' }]
  if (withdrawn_at) moments.push({ title: 'Teruggehaald', text: at(withdrawn_at), state: 'begun' })
  if (sent_at) moments.push({ title: 'Verstuurd', text: at(sent_at), state: 'done' })
  if (viewed_at) moments.push({ title: 'Bekeken', text: at(viewed_at), state: 'done' })
  if (accepted_at)
    moments.push({ title: 'Geaccepteerd', text: at(accepted_at, accepted_name && `door ${accepted_name}`), state: 'done' }) // prettier-ignore
  else if (declined_at) moments.push({ title: 'Afgewezen', text: at(declined_at, decline_reason), state: 'late' })
  else if (sent_at)
    moments.push({
      title: quotation.status === 'expired' ? 'Verlopen' : 'Verloopt na',
      text: formatDate(quotation.valid_until),
      state: quotation.status === 'expired' ? 'late' : 'next',
    })
  return moments.toReversed()
}

/** What of a quotation is still to be done. */
export function quotationNeeds(quotation: {
  status: QuotationStatus
  products: number
  valid_until: string
  isFollowed: boolean
  today: string
}): OpenLine[] {
  const { status, products, valid_until, isFollowed, today } = quotation
  if (products === 0) return [{ label: 'Nog geen producten', icon: 'package', state: 'open' }]
  if (status === 'concept') return [{ label: 'Klaar om te versturen', icon: 'send', state: 'open' }]
  if (status === 'accepted')
    return isFollowed
      ? [{ label: 'Verwerkt', icon: 'checks', state: 'done' }]
      : [{ label: 'Geaccepteerd, en nog geen order', icon: 'shopping-cart', state: 'open' }]
  if ((status === 'sent' || status === 'viewed') && valid_until <= addDays(today, ENDING_DAYS))
    return [{ label: `Nog geen antwoord, geldig tot en met ${formatDate(valid_until)}`, icon: 'hourglass', state: 'open' }] // prettier-ignore
  return []
}
