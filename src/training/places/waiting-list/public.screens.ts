import { inTransaction } from '../../../platform/database/transaction.ts'
import { HttpError, TooManyRequests } from '../../../platform/errors.ts'
import { formatDate, formatNearDay, formatTime } from '../../../platform/format/format.ts'
import type { Services } from '../../../platform/services.ts'
import { addressed } from '../../../relations/contacts/index.ts'
import { type Shown, answerPage, partsShown } from '../../../system/answer-pages/index.ts'
import { answerOffer, takeOff } from './answering.commands.ts'
import { findByToken, listWhere, placeInLineOf } from './public.queries.ts'
import { wishText } from './why.rules.ts'

const LEAVING = { answer: 'off', label: 'Haal mij van de wachtlijst', look: 'link' } as const

/** Unknown, and over, are answered alike: neither tells whether somebody waited. */
const OVER: Shown = {
  title: 'Deze link is niet meer in gebruik',
  text: 'U staat met deze link niet (meer) op een wachtlijst. Neem contact met ons op als u denkt dat dit niet klopt.',
}

/** The page of somebody who waits: the place that is offered, or where they stand in the line. */
async function pageOf({ db, config }: Services, token: string): Promise<Shown> {
  const entry = await findByToken(db, config, token)
  if (!entry) return OVER
  const planningId = entry.open?.group_id ?? entry.group_id
  const parts = planningId === null ? [] : await listWhere(db, planningId)
  const shownParts = partsShown(parts)
  const until = entry.open && new Date(entry.open.expires_at)
  if (until && until > new Date())
    return {
      title: 'Er is een plaats vrij voor u',
      text: `Beste ${addressed(entry)}, er is een plaats vrijgekomen voor ${entry.course}. U bent de eerste op de wachtlijst voor wie deze datum past.`,
      course: entry.course,
      parts: shownParts,
      term: {
        head: `Wij houden de plaats vast tot ${formatNearDay(until)} om ${formatTime(until)}.`,
        text: 'Kiest u dan niet, dan gaat hij naar de volgende en houdt u uw plaats op de wachtlijst.',
      },
      buttons: [
        { answer: 'yes', label: `Ik kom op ${parts[0] ? formatDate(parts[0].starts_at) : ''}`, look: 'primary' },
        { answer: 'no', label: 'Nee, houd mij op de wachtlijst', look: 'plain' },
        LEAVING,
      ],
    }
  const wish = wishText({ ...entry, from: entry.from_date, until: entry.until_date })
  return {
    title: 'U staat op de wachtlijst',
    text: `Beste ${addressed(entry)}, u krijgt bericht zodra er een plaats vrijkomt die bij u past.`,
    course: entry.course,
    parts: shownParts,
    lines: [
      { label: 'Uw plaats in de rij', value: String(await placeInLineOf(db, entry.id)) },
      { label: 'Wacht op', value: entry.group_id === null ? 'Elke datum' : 'Deze datum' },
      { label: 'Wensen', value: wish },
    ],
    buttons: [LEAVING],
  }
}

const DONE: Record<string, (course: string) => Shown> = {
  accepted: (course) => ({
    title: 'U bent ingeschreven',
    text: `U bent ingeschreven voor ${course}. U krijgt van ons de bevestiging en de gegevens per e-mail.`,
  }),
  declined: (course) => ({
    title: 'Bedankt voor uw antwoord',
    text: `De plaats voor ${course} gaat naar de volgende. U blijft op de wachtlijst staan.`,
  }),
  left: (course) => ({
    title: 'U staat niet meer op de wachtlijst',
    text: `Wij houden u niet meer vast voor ${course}.`,
  }),
  late: () => ({
    title: 'Dit aanbod is voorbij',
    text: 'De tijd voor een antwoord is voorbij, of de plaats is al weg. U staat nog op de wachtlijst.',
  }),
}

async function reply(services: Services, token: string, answer: 'yes' | 'no' | 'off'): Promise<Shown> {
  return inTransaction(services.db, null, async (trx) => {
    const entry = await findByToken(trx, services.config, token)
    if (!entry) return OVER
    if (answer === 'off') {
      await takeOff(trx, services, entry)
      return DONE.left!(entry.course)
    }
    return DONE[await answerOffer(trx, services, entry, { reply: answer })]!(entry.course)
  }).catch((error: unknown) => {
    // What keeps somebody from being enrolled is for the planner to mend; the place goes on to the next by itself.
    if (error instanceof HttpError && !(error instanceof TooManyRequests)) return DONE.late!('')
    throw error
  })
}

/** The own place in line, and the answer to an offer, for who has the link. */
export const waitingPage = answerPage({
  path: '/wachtlijst/:token(word)',
  at: '/wachtlijst',
  title: 'Wachtlijst',
  name: 'waiting',
  answers: ['yes', 'no', 'off'],
  show: pageOf,
  reply,
})
