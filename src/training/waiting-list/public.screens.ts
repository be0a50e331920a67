import { createHash } from 'node:crypto'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Db } from '../../platform/database/types.ts'
import { HttpError, TooManyRequests } from '../../platform/errors.ts'
import { formatDate, formatDayAndHours, formatNearDay, formatTime } from '../../platform/format/format.ts'
import { Throttle } from '../../platform/http/throttle.ts'
import { type PublicAnswer, publicPage } from '../../platform/screens/public.ts'
import { type Services, singleton } from '../../platform/services.ts'
import { readSetting } from '../../system/settings/index.ts'
import { answerOffer, takeOff } from './answering.commands.ts'
import { findByToken, listWhere, placeInLineOf } from './public.queries.ts'
import { PublicForm } from './waiting-list.forms.ts'
import { wishText } from './why.rules.ts'

/** A company behind one address may answer for many people; nobody guesses a token in so many tries. */
const LOOKS = { name: 'waiting-address', tries: 120, seconds: 600 }
const ANSWERS = { name: 'waiting-token', tries: 30, seconds: 600 }

const throttlesOf = singleton(({ pool }) => ({
  looks: new Throttle(pool, LOOKS),
  answers: new Throttle(pool, ANSWERS),
}))
/** A token is a secret, also one that was made up; the table of tries holds none. */
const digest = (token: string): string => createHash('sha256').update(token).digest('base64url')

const VIEW = 'training/waiting-list/public'

interface Shown {
  title: string
  text: string
  /** What is offered, or waited for. */
  course?: string
  parts?: { when: string; hours: string; place: string; address: string }[]
  lines?: { label: string; value: string }[]
  until?: string
  /** The day of the place, on the button that takes it. */
  day?: string
  /** Whether something can be answered here. */
  offered?: boolean
  waits?: boolean
}

/** Unknown, and over, are answered alike: neither tells whether somebody waited. */
const OVER: Shown = {
  title: 'Deze link is niet meer in gebruik',
  text: 'U staat met deze link niet (meer) op een wachtlijst. Neem contact met ons op als u denkt dat dit niet klopt.',
}

async function answerWith(db: Db, shown: Shown, token: string): Promise<PublicAnswer> {
  const { name, phone } = await readSetting(db, 'organisation')
  return {
    view: VIEW,
    data: { ...shown, action: `/wachtlijst/${encodeURIComponent(token)}`, organisation: name, phone },
  }
}

/** The page of somebody who waits: the place that is offered, or where they stand in the line. */
async function pageOf(db: Db, token: string): Promise<Shown> {
  const entry = await findByToken(db, token)
  if (!entry) return OVER
  const planningId = entry.open?.group_id ?? entry.group_id
  const parts = planningId === null ? [] : await listWhere(db, planningId)
  const shownParts = parts.map(({ starts_at, ends_at, place, address }) => {
    const [when, hours] = formatDayAndHours(starts_at, ends_at)
    return { when, hours, place, address }
  })
  const until = entry.open && new Date(entry.open.expires_at)
  if (until && until > new Date())
    return {
      title: 'Er is een plaats vrij voor u',
      text: `Beste ${entry.first_name}, er is een plaats vrijgekomen voor ${entry.course}. U bent de eerste op de wachtlijst voor wie deze datum past.`,
      course: entry.course,
      parts: shownParts,
      until: `${formatNearDay(until)} om ${formatTime(until)}`,
      day: parts[0] ? formatDate(parts[0].starts_at) : '',
      offered: true,
      waits: true,
    }
  const wish = wishText({ ...entry, from: entry.from_date, until: entry.until_date })
  return {
    title: 'U staat op de wachtlijst',
    text: `Beste ${entry.first_name}, u krijgt bericht zodra er een plaats vrijkomt die bij u past.`,
    course: entry.course,
    parts: shownParts,
    lines: [
      { label: 'Uw plaats in de rij', value: String(await placeInLineOf(db, entry.id)) },
      { label: 'Wacht op', value: entry.group_id === null ? 'Elke datum' : 'Deze datum' },
      { label: 'Wensen', value: wish },
    ],
    waits: true,
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
    const entry = await findByToken(trx, token)
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

/** The own place in line, and the answer to an offer, for who has the link. Opening it changes nothing (rulings 10.16). */
export const waitingPage = publicPage({
  path: '/wachtlijst/:token(word)',
  title: 'Wachtlijst',
  show: async ({ db, services, params, address }) => {
    await throttlesOf(services).looks.spend(address)
    return answerWith(db, await pageOf(db, params.token), params.token)
  },
  form: PublicForm,
  submit: async ({ db, services, params, address, form }) => {
    const { looks, answers } = throttlesOf(services)
    await looks.spend(address)
    await answers.spend(digest(params.token))
    const shown =
      form.answer === undefined ? await pageOf(db, params.token) : await reply(services, params.token, form.answer)
    return answerWith(db, shown, params.token)
  },
  invalid: async (error, { res }) => {
    if (!(error instanceof TooManyRequests)) return null
    res.set('Retry-After', String(error.retryAfter))
    return {
      status: 429,
      view: 'platform/error-bare',
      data: { title: 'Even geduld', message: error.message, correlationId: null, returns: false },
    }
  },
})
