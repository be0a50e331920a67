import type { Db } from '../../../platform/database/types.ts'
import { formatDate, formatNearDay, formatTime } from '../../../platform/format/format.ts'
import { isToken, tokenHash } from '../../../platform/links.ts'
import type { Services } from '../../../platform/services.ts'
import { addressed } from '../../../relations/contacts/index.ts'
import { type Shown, answerPage, partsShown } from '../../../system/answer-pages/index.ts'
import { partTitle } from '../appointments/index.ts'
import { type Outcome, answerAlone, whyClosed } from './answering.commands.ts'
import { findByHash, getSearchPart } from './teacher-requests.queries.ts'
import { isMoved } from './teacher-requests.rules.ts'

/** Unknown, and gone, are answered alike: neither tells whether somebody was asked. */
const GONE: Shown = {
  title: 'Deze link is niet meer in gebruik',
  text: 'Met deze link wordt u niet (meer) iets gevraagd. Neem contact met ons op als u denkt dat dit niet klopt.',
}

/** The request behind a token; what no token can look like is not asked of the database. */
const findRequest = (db: Db, token: string) =>
  isToken(token) ? findByHash(db, tokenHash(token)) : Promise.resolve(undefined)

async function pageOf(db: Db, token: string): Promise<Shown> {
  const request = await findRequest(db, token)
  if (!request) return GONE
  const part = await getSearchPart(db, request.appointment_id)
  const course = partTitle(part.course, part.description)
  // A room is named to who gives the part, not to who is asked for it.
  const about = { course, parts: partsShown([{ ...part, place: '' }]) }
  const now = new Date()
  if (request.state === 'yes')
    return { title: 'U geeft dit onderdeel', text: `Beste ${addressed(request)}, u hebt ja gezegd.`, ...about }
  const closed = whyClosed(request, part, now)
  if (closed !== null)
    return { title: 'U hoeft niet meer te antwoorden', text: `${closed}.`, course, parts: about.parts }
  if (isMoved(request, part))
    return {
      title: 'Dit onderdeel is verplaatst',
      text: 'Wij vroegen u voor een ander moment. U krijgt van ons een nieuw bericht als wij u voor dit moment vragen.',
      ...about,
    }
  const until = request.expires_at!
  return {
    title: 'Kunt u dit geven?',
    text: `Beste ${addressed(request)}, wij zoeken een docent.${request.message === '' ? '' : ` ${request.message}`}`,
    ...about,
    term: {
      head: `Antwoord uiterlijk ${formatNearDay(until)} om ${formatTime(until)}.`,
      text: 'Wie het eerst ja zegt, geeft het onderdeel.',
    },
    seen: String(part.starts_at.getTime()),
    buttons: [
      { answer: 'yes', label: `Ik geef dit op ${formatDate(part.starts_at)}`, look: 'primary' },
      { answer: 'no', label: 'Nee, ik kan niet', look: 'plain' },
    ],
  }
}

/** What an answer came to, as the teacher reads it. */
const outcomeShown = (outcome: Outcome): Shown => {
  switch (outcome.kind) {
    case 'yes':
      return { title: 'Fijn, u geeft dit onderdeel', text: 'U staat ingedeeld als docent.' }
    case 'no':
      return { title: 'Bedankt voor uw antwoord', text: 'Wij vragen het aan een ander. U hoeft niets te doen.' }
    case 'moved':
      return {
        title: 'Dit onderdeel is zojuist verplaatst',
        text: 'Uw antwoord is niet opgeslagen. U krijgt een nieuw bericht als wij u voor het nieuwe moment vragen.',
      }
    case 'over':
      return { title: 'U hoeft niet meer te antwoorden', text: `${outcome.why}.` }
    case 'busy':
      return {
        title: 'U bent dan al bezet',
        text: `${outcome.why} Uw antwoord is niet opgeslagen. Bel ons als u toch kunt, of antwoord met nee.`,
      }
  }
}

async function reply(services: Services, token: string, said: 'yes' | 'no', seen: string): Promise<Shown> {
  const request = await findRequest(services.db, token)
  if (!request) return GONE
  const part = await getSearchPart(services.db, request.appointment_id)
  const outcome =
    seen !== '' && seen !== String(part.starts_at.getTime())
      ? ({ kind: 'moved' } as const)
      : await answerAlone(services, request.id, { reply: said })
  const course = partTitle(part.course, part.description)
  return { ...outcomeShown(outcome), course, parts: partsShown([{ ...part, place: '' }]) }
}

/** What a teacher is asked, and the answer, for who has the link. */
export const teacherPage = answerPage({
  path: '/docent/:token(word)',
  at: '/docent',
  title: 'Aanvraag',
  name: 'teacher-request',
  answers: ['yes', 'no'],
  show: ({ db }, token) => pageOf(db, token),
  reply,
})
