/** What a refresher asks for as it stands: its steps, and what is in the way of them. */
import { formatDate } from '../../../platform/format/format.ts'
import type { GuardedAction } from '../../../platform/screens/popup/guarded-actions.ts'
import type { Step } from '../../../platform/screens/popup/next-step.ts'
import type { OpenLine } from '../../../platform/screens/popup/open-points.ts'
import { emailMissing } from '../../../relations/contacts/index.ts'
import { contactsArea } from '../../../relations/contacts/rights.ts'
import { appointmentsArea } from '../../planning/appointments/rights.ts'
import { enrolmentArea } from '../../rights.ts'
import type { RefresherState } from './refreshers.rules.ts'
import { askInvitationArea, refreshersArea } from './rights.ts'

export interface Standing {
  id: number
  contact_id: number
  course_id: number
  state: RefresherState
  grace_until: string
  invited_at: Date | null
  asked_at: Date | null
  asker_name: string | null
  contact_active: boolean
  /** Whether a mail can go to whom it is about. */
  reachable: boolean
  /** The coming part somebody is enrolled in for it, and in the whole course where the refresher does no more. */
  next_part: { id: number } | null
  whole_part: { id: number } | null
  /** A part of the first coming planning with a place, if there is one. */
  offered: number | null
}

const invite = ({ id, invited_at }: Standing): GuardedAction => ({
  label: invited_at === null ? 'Uitnodigen' : 'Opnieuw uitnodigen',
  icon: 'send',
  kind: 'popup',
  url: `/courseRefresher/invitations?ids=${id}`,
  area: refreshersArea,
  right: 'change',
})

/** Whoever has yet to find a planning finds the first one chosen, and may choose another. */
const enrol = ({ contact_id, offered, state }: Standing): GuardedAction => ({
  label: 'Inschrijven',
  icon: 'user-plus',
  kind: 'popup',
  url: `/calendar/enroll?contact_id=${contact_id}${offered === null || state === 'over' ? '' : `&appointment_id=${offered}`}`,
  area: enrolmentArea,
  right: 'change',
})

/** Planning the course, where nothing of it comes that has a place. */
export const planFor = ({ course_id }: { course_id: number }): GuardedAction => ({
  label: 'Planning toevoegen',
  icon: 'calendar-plus',
  kind: 'popup',
  url: `/calendar/add?course_id=${course_id}`,
  area: appointmentsArea,
  right: 'change',
})

const askFor = ({ id }: Standing): GuardedAction => ({
  label: 'Uitnodiging vragen',
  icon: 'send',
  kind: 'post',
  url: `/courseRefresher/ask/${id}`,
  area: askInvitationArea,
  right: 'change',
})

/** Where somebody is enrolled who has to take it again, or the whole course. */
const bookedPart = ({ next_part, whole_part, state }: Standing) => next_part ?? (state === 'over' ? whole_part : null)

const canBeAsked = ({ invited_at, asked_at }: Standing): boolean => invited_at === null && asked_at === null

/**
 * What can be done now, with what comes next marked: inviting who is due and was not invited, enrolling who was, or who
 * is too late for that, planning where there is nothing to enrol in, and the planning of who is enrolled.
 */
export function refresherSteps(standing: Standing): Step[] {
  const { state, invited_at, contact_active, reachable, offered } = standing
  const booked = bookedPart(standing)
  if (booked)
    return [
      {
        label: 'Planning openen',
        icon: 'calendar-event',
        kind: 'popup',
        url: `/calendar/view-appointment/${booked.id}`,
        area: appointmentsArea,
        right: 'view',
        next: true,
      },
    ]
  if (!contact_active || state === 'ok') return []
  const invites = reachable && state === 'soon' && invited_at === null
  const plans = state !== 'over' && offered === null
  return [
    ...(reachable ? [{ ...invite(standing), next: invites }] : []),
    ...(plans ? [{ ...planFor(standing), next: !invites }] : []),
    { ...enrol(standing), next: !invites },
    ...(canBeAsked(standing) ? [askFor(standing)] : []),
  ]
}

/** What is early, and done for who wants to have it behind them, stands in the menu. */
export const earlyOptions = (standing: Standing): GuardedAction[] =>
  standing.state === 'ok' && standing.contact_active
    ? [...(standing.reachable ? [invite(standing)] : []), enrol(standing)]
    : []

/** A supervisor may ask long before it is due: the planners decide when. */
export const earlyActions = (standing: Standing): GuardedAction[] =>
  standing.state === 'ok' && standing.contact_active && canBeAsked(standing) ? [askFor(standing)] : []

/** What is left to do for it, for who does so. */
export function refresherNeeds(standing: Standing): OpenLine[] {
  const { contact_id, contact_active, state, reachable, asked_at, asker_name, invited_at, grace_until } = standing
  if (bookedPart(standing)) return []
  if (!contact_active)
    return [
      {
        label: 'De cursist is niet actief',
        sub: 'Wie niet meedoet wordt niet uitgenodigd',
        icon: 'user-off',
        state: 'later',
        action: {
          label: 'Openen',
          kind: 'popup',
          url: `/contact/view/${contact_id}`,
          area: contactsArea,
          right: 'view',
        },
      },
    ]
  const lines: OpenLine[] = []
  if (state === 'over')
    lines.push({
      label: 'De hele opleiding is nodig',
      sub: `Herhalen kon t/m ${formatDate(grace_until)}`,
      icon: 'calendar-x',
      state: 'open',
      urgent: true,
      action: enrol(standing),
    })
  if (asked_at !== null && invited_at === null)
    lines.push({
      label: 'Uitnodiging gevraagd',
      sub: [asker_name, formatDate(asked_at)].filter(Boolean).join(', '),
      icon: 'message-question',
      state: 'open',
      ...(reachable ? { action: invite(standing) } : {}),
    })
  if (!reachable) lines.push(emailMissing(contact_id, 'Uitnodigen kan dan niet'))
  return lines
}
