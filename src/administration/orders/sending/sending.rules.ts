/** What keeps something from being sent, and what is said before and after. */
import { formatCount, formatDateTime } from '../../../platform/format/format.ts'
import { asSentence } from '../../../platform/format/sentence.ts'
import { EMAIL_PATTERN } from '../../../platform/forms/fields.ts'
import { MAIL_STATES, isWaiting } from '../../../system/messages/index.ts'
import type { UblFormat } from '../../invoices/ubl/index.ts'

/** What goes along with the mail of an invoice; in which form machines read it is said in the settings. */
export const ublOptions = (format: UblFormat) => [
  { value: '', label: 'Alleen de PDF' },
  { value: format, label: 'PDF en UBL' },
]

/** What keeps one from being sent, as the end of a sentence that begins with it, and where that is mended. */
export interface Obstacle {
  why: string
  repair: { label: string; href: string }
}

/** Something as it would be sent. */
export interface Sending {
  id: number
  /** Null for the concept of an invoice, which gets its number first. */
  uid: string | null
  customer: string
  total: number
  /** '' where there is none. */
  email: string
  /** The last mail that carried it, if any. */
  last: { id: number; state: string; at: string } | null
  obstacle: Obstacle | null
  /** Why a machine cannot read it; none where it can, or need not. */
  ublProblems: string[]
}

interface Buyers {
  company_id: number | null
  contact_id: number | null
}

/** What keeps anything from being sent: that it is on its way, or has nowhere to go. */
export function mailObstacle(email: string, last: Sending['last'], buyers: Buyers): Obstacle | null {
  if (last && isWaiting(last.state))
    return { why: 'is al onderweg', repair: { label: 'E-mail bekijken', href: `/messages/view/${last.id}` } }
  if (EMAIL_PATTERN.test(email)) return null
  return {
    why: email === '' ? 'heeft geen e-mailadres' : `heeft geen geldig e-mailadres: ${email}`,
    repair: {
      label: 'E-mailadres invullen',
      href: buyers.company_id === null ? `/contact/edit/${buyers.contact_id}` : `/company/edit/${buyers.company_id}`,
    },
  }
}

/** A sentence of another part as the end of one of ours. */
export const asEnd = (sentence: string): string =>
  `${sentence.charAt(0).toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`

/** With one of them somebody means to send it again; among many those that were sent stay behind. */
export const isMeant = ({ obstacle, last }: Sending, all: readonly Sending[]): boolean =>
  obstacle === null && (all.length === 1 || last === null || last.state !== 'sent')

/** What of an earlier mail is said beside it. */
export const toldOf = ({ last }: Sending): string | null =>
  last && `${MAIL_STATES[last.state]?.label ?? last.state} op ${formatDateTime(new Date(last.at))}`

/** How one is called where it is named. */
export const calledAs = (what: 'Factuur' | 'Offerte', { uid, customer }: Pick<Sending, 'uid' | 'customer'>): string =>
  uid === null ? `Het concept voor ${customer}` : `${what} ${uid}`

/** A line of what comes of it: the lead in bold. */
export interface Outcome {
  icon: string
  lead: string
  text: string
  /** Below it, one a line. */
  more?: string[]
}

/** So many are named in a question. */
const NAMED = 20

/** Those that can be sent, and of each other a sentence why it cannot. */
export function divided<S extends Sending>(plan: readonly S[], what: 'Factuur' | 'Offerte') {
  const going = plan.filter(({ obstacle }) => obstacle === null)
  const left = plan.flatMap((one) => (one.obstacle === null ? [] : [`${calledAs(what, one)} ${one.obstacle.why}.`]))
  return { going, left }
}

/** So many are named. */
const named = (sentences: readonly string[], most: number): string[] => [
  ...sentences.slice(0, most),
  ...(sentences.length > most ? [`En ${sentences.length - most} andere.`] : []),
]

/** What is said of those that were not sent; null where all were. */
export const leftText = (left: readonly string[]): string | null =>
  left.length === 0 ? null : `Niet verzonden: ${named(left, 3).join(' ')}`.replace(/\.$/, '')

const leftOutcome = (left: readonly string[]): Outcome[] =>
  left.length === 0 ? [] : [{ icon: 'mail-off', lead: 'Gaat niet mee', text: '', more: named(left, NAMED) }]

/** What comes of sending invoices. */
export function invoiceOutcomes(all: readonly Sending[], files: readonly string[]): Outcome[] {
  const { going: plan, left } = divided(all, 'Factuur')
  const concepts = plan.filter(({ uid }) => uid === null).length
  const unread = plan.filter(({ ublProblems }) => ublProblems.length > 0)
  return [
    ...(concepts === 0
      ? []
      : [
          {
            icon: 'circle-check',
            lead: formatCount(concepts, 'concept krijgt een nummer', 'concepten krijgen een nummer'),
            text: `en ${concepts === 1 ? 'verandert' : 'veranderen'} daarna niet meer. Dat kan niet ongedaan worden gemaakt.`,
          },
        ]),
    {
      icon: 'mail',
      lead: formatCount(plan.length, 'e-mail', 'e-mails'),
      text: `met de factuur als PDF${withFiles(files)}. Een factuur staat op verzonden zodra de e-mail weg is.`,
    },
    ...(unread.length === 0
      ? []
      : [
          {
            icon: 'file-code',
            lead: 'Zonder UBL',
            text: '',
            more: named(
              unread.map((one) => `${asSentence(calledAs('Factuur', one))} ${one.ublProblems[0]}`),
              NAMED,
            ),
          },
        ]),
    ...leftOutcome(left),
  ]
}

/** What comes of sending quotations. */
export function quotationOutcomes(all: readonly Sending[], files: readonly string[]): Outcome[] {
  const { going, left } = divided(all, 'Offerte')
  return [
    {
      icon: 'mail',
      lead: formatCount(going.length, 'e-mail', 'e-mails'),
      text: `met de offerte als PDF${withFiles(files)}. Een offerte staat op verstuurd zodra de e-mail weg is, en verandert dan niet meer.`,
    },
    ...leftOutcome(left),
  ]
}

const withFiles = (files: readonly string[]) => (files.length === 0 ? '' : `, en ${files.join(', ')}`)
