import { formatCount, formatDateTime, formatPeriod } from '../../../platform/format/format.ts'
import { partTitle } from '../appointments/index.ts'
import { APPLICATION_STATES, REQUEST_STATES, type RequestState } from './labels.ts'

/** What a part is of, and when. */
export const aboutPart = (part: { course: string; description: string; starts_at: Date; ends_at: Date }): string =>
  `${partTitle(part.course, part.description)} · ${formatPeriod(part.starts_at, part.ends_at)}`

/** '1 van 2 docenten'. */
export const neededText = ({ needed, there }: { needed: number; there: number }): string =>
  `${there} van ${formatCount(needed, 'docent', 'docenten')}`

const COLOURS: Record<RequestState, string> = {
  waiting: 'concept',
  asked: 'planned',
  yes: 'confirmed',
  no: 'cancelled',
  lapsed: 'option',
  withdrawn: 'concept',
}

interface Told {
  state: RequestState
  place: number
  asked_at: Date | null
  expires_at: Date | null
  reminded_at: Date | null
  ended_at: Date | null
  answered_name: string | null
  why: string
}

/** How a request stands, by whom and when. */
export function requestLine({ state, place, asked_at, expires_at, reminded_at, ended_at, answered_name, why }: Told) {
  const when = ended_at && formatDateTime(ended_at)
  const by = answered_name === null ? 'via de link' : `door ${answered_name}`
  const subs: Record<RequestState, (string | null | false)[]> = {
    waiting: [`Nummer ${place} in de volgorde`],
    asked: [
      asked_at && `Gevraagd ${formatDateTime(asked_at)}`,
      expires_at && `antwoord tot ${formatDateTime(expires_at)}`,
      reminded_at !== null && 'herinnerd',
    ],
    yes: [when, by, why],
    no: [when, by, why],
    lapsed: [expires_at && `Antwoordde niet voor ${formatDateTime(expires_at)}`],
    withdrawn: [when, why],
  }
  return {
    state: { label: REQUEST_STATES[state], css: `st-${COLOURS[state]}` },
    sub: subs[state].filter(Boolean).join(', '),
  }
}

/** How an application stands. */
export function applicationLine(application: {
  state: string
  note: string
  why: string
  created_at: Date
  ended_at: Date | null
  decided_name: string | null
}) {
  const { state, note, why, created_at, ended_at, decided_name } = application
  const colour = { open: 'planned', accepted: 'confirmed', refused: 'cancelled', withdrawn: 'concept' }[state]
  const decided =
    ended_at && [formatDateTime(ended_at), decided_name && `door ${decided_name}`].filter(Boolean).join(' ')
  return {
    state: { label: APPLICATION_STATES[state as keyof typeof APPLICATION_STATES], css: `st-${colour}` },
    sub: [decided ?? `Aangemeld ${formatDateTime(created_at)}`, note, why].filter(Boolean).join(', '),
  }
}
