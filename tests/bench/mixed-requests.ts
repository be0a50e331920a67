import type { Chance } from '../support/fuzz.ts'
import { signIn } from '../support/processes.ts'

/** Whoever the requests come from: an administrator, a planner, a teacher and a student of the demo. */
const PEOPLE = ['beheer', 'planner', 'docent', 'cursist'] as const
type Person = (typeof PEOPLE)[number]

export interface Visitor {
  cookie: string
  token: string
}
export type Visitors = Record<Person, Visitor>

export interface Numbers {
  contacts: number[]
  companies: number[]
  appointments: number[]
  certificates: number[]
}

interface Request {
  by: Person
  path: string
  form?: Record<string, string>
  fragment?: boolean
}

const HALF_MONTH = 15 * 86_400

/** What a working day asks for, by how often: mostly lists and popups, now and then a save, an export or a PDF. */
const KINDS: { weight: number; make: (chance: Chance, numbers: Numbers) => Request }[] = [
  { weight: 10, make: (chance) => ({ by: chance.pick(PEOPLE), path: '/calendar' }) },
  {
    weight: 18,
    make: (chance) => {
      const from = Math.floor(Date.now() / 1000) - HALF_MONTH + (chance.upTo(12) - 6) * 30 * 86_400
      const path = `/ajax/getAppointments/courses?type=m&from=${from}&to=${from + 42 * 86_400}`
      return { by: chance.pick(PEOPLE), path }
    },
  },
  {
    weight: 16,
    make: (chance) => {
      const sort = chance.pick(['name', '-name', 'client_id', 'company'])
      return {
        by: chance.pick(['beheer', 'planner']),
        path: `/contacts?page=1&sort=${sort}&search=${word(chance)}`,
        fragment: true,
      }
    },
  },
  {
    weight: 14,
    make: (chance, { contacts }) => ({
      by: chance.pick(['beheer', 'planner']),
      path: `/contact/view/${chance.pick(contacts)}`,
      fragment: true,
    }),
  },
  {
    weight: 12,
    make: (chance) => ({ by: chance.pick(['beheer', 'planner']), path: `/ajax/superSearch?query=${word(chance)}` }),
  },
  { weight: 6, make: (chance) => ({ by: 'planner', path: `/companies?search=${word(chance)}`, fragment: true }) },
  {
    weight: 6,
    make: (chance, { companies }) => ({
      by: 'planner',
      path: `/company/view/${chance.pick(companies)}`,
      fragment: true,
    }),
  },
  {
    weight: 8,
    make: (chance, { appointments }) => ({
      by: chance.pick(['beheer', 'planner']),
      path: `/calendar/view-appointment/${chance.pick(appointments)}`,
      fragment: true,
    }),
  },
  { weight: 3, make: (chance) => ({ by: 'beheer', path: chance.pick(['/history', '/messages', '/users']) }) },
  {
    weight: 4,
    make: (chance, { contacts }) => ({
      by: 'planner',
      path: `/notes/create/contact/${chance.pick(contacts)}`,
      form: { body: `Teruggebeld, ${word(chance)} komt om ${chance.upTo(24)} uur` },
      fragment: true,
    }),
  },
  {
    weight: 2,
    make: (chance, { certificates, appointments }) => ({
      by: 'planner',
      path: chance.pick([
        `/certificate/file/${chance.pick(certificates)}`,
        `/calendar/generatePresenceList/${chance.pick(appointments)}`,
      ]),
    }),
  },
  // Some hundreds of rows: the largest export is measured by itself.
  {
    weight: 1,
    make: (chance) => ({
      by: 'planner',
      path: `/contacts?search=${word(chance)}&export=${chance.pick(['csv', 'xlsx'])}`,
    }),
  },
]
const WEIGHTS = KINDS.flatMap((kind) => Array.from({ length: kind.weight }, () => kind))

const word = (chance: Chance) =>
  chance.pick(['bakker', 'dijkstra', 'roos', 'smit', 'kuipers', 'garage', 'linden', 'emre', 'jansne', 'wiersma'])

export async function signInAll(url: string): Promise<Visitors> {
  const entries: [Person, Visitor][] = []
  for (const person of PEOPLE) {
    const cookie = await signIn(url, `${person}@noordkaap.example`)
    const { token } = (await (await fetch(`${url}/ajax/getToken`, { headers: { cookie } })).json()) as { token: string }
    entries.push([person, { cookie, token }])
  }
  return Object.fromEntries(entries) as Visitors
}

/**
 * Sends one request of any kind and reads the answer to its end.
 * @throws when it is not answered well
 */
export async function sendOne(url: string, visitors: Visitors, numbers: Numbers, chance: Chance): Promise<void> {
  const { by, path, form, fragment } = chance.pick(WEIGHTS).make(chance, numbers)
  const { cookie, token } = visitors[by]
  const answer = await fetch(url + path, {
    method: form ? 'POST' : 'GET',
    headers: {
      cookie,
      accept: 'text/html',
      'accept-encoding': chance.pick(['gzip, br', 'br', 'gzip']),
      ...(fragment ? { 'HX-Request': 'true' } : {}),
      ...(form ? { 'X-CSRF-Token': token } : {}),
    },
    ...(form ? { body: new URLSearchParams(form) } : {}),
  })
  for await (const _chunk of answer.body ?? []);
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`)
}

/** Listens for changes until told to stop, coming and going; at any moment one listens. */
export async function comeAndGo(url: string, { cookie }: Visitor, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const leave = AbortSignal.any([stop, AbortSignal.timeout(1_000)])
    await fetch(`${url}/events/stream`, { headers: { cookie }, signal: leave })
      .then(async ({ body }) => {
        for await (const _chunk of body ?? []);
      })
      .catch(() => undefined)
  }
}
