/** What a certificate asks for as it stands: its steps, and what is in the way of them. */
import { formatDate } from '../../../platform/format/format.ts'
import type { GuardedAction } from '../../../platform/screens/popup/guarded-actions.ts'
import type { Step } from '../../../platform/screens/popup/next-step.ts'
import type { OpenLine } from '../../../platform/screens/popup/open-points.ts'
import { emailMissing } from '../../../relations/contacts/index.ts'
import { messagesArea } from '../../../platform/mail/rights.ts'
import { enrolmentArea } from '../../rights.ts'
import type { CertificateLight, CertificateState } from './certificates.rules.ts'
import { certificatesArea } from './rights.ts'

/** The last time that it was mailed. */
export interface SentCertificate {
  at: string
  /** Null where a message at a moment carried it. */
  to: string | null
  mail_id: number | null
  failed: boolean
}

export interface Standing {
  id: number
  contact_id: number
  part_id: number
  valid_until: string | null
  state: CertificateState
  /** Whether we issued it: only then there is a file to send. */
  isOurs: boolean
  light: CertificateLight | null
  /** Whether its holder takes part still, and can be mailed. */
  active: boolean
  reachable: boolean
  /** Whether the results still say that the holder passed: only then it is mailed. */
  passes: boolean
  sent: SentCertificate | null
  /** Whether it is known what was sent of it: mails are kept for a year. */
  known: boolean
  /** Whether a newer one came in its place. */
  renewed: boolean
}

const canSend = ({ isOurs, state, active, passes, reachable }: Standing): boolean =>
  isOurs && state === 'valid' && active && passes && reachable

const isUnsent = ({ isOurs, state, sent, known }: Standing): boolean =>
  isOurs && state === 'valid' && known && sent === null

/** Whether its holder should be enrolled for what renews it, and is not. */
const asksRenewal = ({ light, active, renewed }: Standing): boolean =>
  active && !renewed && (light === 'soon' || light === 'late')

const send = ({ part_id, contact_id }: Standing, label: string): GuardedAction => ({
  label,
  icon: 'mail',
  kind: 'popup',
  url: `/certificate/getCertificateSendWizard/${part_id}?contact_id=${contact_id}`,
  area: certificatesArea,
  right: 'change',
})

const enrol = ({ contact_id }: Standing): GuardedAction => ({
  label: 'Inschrijven voor herhaling',
  icon: 'user-plus',
  kind: 'popup',
  url: `/calendar/enroll?contact_id=${contact_id}`,
  area: enrolmentArea,
  right: 'change',
})

/** What comes next: sending what nobody got, then enrolling for what renews it; of a withdrawn one nothing does. */
export function certificateSteps(standing: Standing): Step[] {
  return [
    ...(isUnsent(standing) && canSend(standing) ? [{ ...send(standing, 'Versturen'), next: true }] : []),
    ...(asksRenewal(standing) ? [{ ...enrol(standing), next: true }] : []),
  ]
}

/** Who lost it gets it once more. */
export const sendAgain = (standing: Standing): GuardedAction[] =>
  canSend(standing) && !isUnsent(standing) ? [send(standing, 'Opnieuw versturen')] : []

/**
 * What is left to do for it.
 * @param may.send whether the viewer sends certificates
 * @param may.enrol whether the viewer enrols people
 */
export function certificateNeeds(standing: Standing, may: { send: boolean; enrol: boolean }): OpenLine[] {
  const { contact_id, active, reachable, sent, light, valid_until, state, renewed } = standing
  const lines: OpenLine[] = []
  if (may.send && state !== 'withdrawn' && sent?.failed === true)
    lines.push({
      label: 'Certificaat niet aangekomen',
      ...(sent.to === null ? {} : { sub: sent.to }),
      icon: 'mail-off',
      state: 'open',
      urgent: true,
      action: {
        label: 'Bericht openen',
        kind: 'popup',
        url: `/messages/view/${sent.mail_id}`,
        area: messagesArea,
        right: 'view',
      },
    })
  if (may.send && isUnsent(standing) && active && !reachable)
    lines.push(emailMissing(contact_id, 'Versturen kan dan niet'))
  if (may.enrol && asksRenewal(standing))
    lines.push({
      label: 'Nog niet ingeschreven voor herhaling',
      sub: `${light === 'late' ? 'Gold' : 'Geldig'} t/m ${formatDate(valid_until)}`,
      icon: 'calendar-event',
      state: 'open',
      urgent: light === 'late',
      action: enrol(standing),
    })
  if (may.enrol && light === 'booked' && !renewed)
    lines.push({ label: 'Ingeschreven voor herhaling', icon: 'calendar-event', state: 'done' })
  return lines
}
