import { sql } from 'kysely'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { formatCount, formatDayAndHours } from '../../../platform/format/format.ts'
import type { Registry } from '../../../platform/registry.ts'
import type { BulkPlan } from '../../../platform/screens/table/bulk-plan.ts'
import { type AbsenceInput, getAbsence, personChoice } from '../../../relations/availability/index.ts'
import { fullName, nameText } from '../../../relations/contacts/index.ts'
import { validAddress } from '../../../system/messages/index.ts'
import type { AwayPeriod } from '../../../system/occupations/index.ts'
import { partTitle, RESPONSIBLE_ROLES } from '../appointments/index.ts'
import { type HandedOver, going, planHandingOver } from './handing-over.plan.ts'
import { BACK, NOBODY, type ReplaceInput } from './replacements.forms.ts'
import {
  type Asked,
  type Hit,
  countStudents,
  lastArranged,
  listCandidates,
  listHits,
  spanOf,
} from './replacements.queries.ts'
import { proposeAll, rank, reasonsOf, whyNobody } from './replacements.rules.ts'

/** So many are proposed for a part. */
const PROPOSED = 3

/** Somebody who can be chosen for a part, and why. */
export interface Choice {
  id: number
  name: string
  reasons: string[]
  warnings: string[]
}

export interface PlannedHit extends Hit {
  title: string
  when: string
  /** 'docent'. */
  role: string
  choices: Choice[]
  /** Why there is nobody to choose; null where there is. */
  nobody: string | null
  chosen: number | undefined
  /** Why who is chosen cannot be. */
  problem: string | null
}

/** What reporting somebody away comes to. */
export interface ReplacingPlan {
  hits: PlannedHit[]
  /** More than are shown. */
  more: boolean
  /** How many there are in all. */
  total: number
  /** Until which day, where nobody said until when. */
  until: string | null
  /** Who is best for all, by the id of the part; nobody where none is left. */
  best: Map<number, number>
  shown: BulkPlan
  /** What stands in the way of it. */
  question: string | null
  swaps: { hit: PlannedHit; by: number }[]
  /** What other areas planned, with who does it instead. */
  handed: HandedOver[]
  /** How many e-mails go out. */
  mails: number
  /** Whether there are students who are told. */
  students: boolean
}

export interface Absent {
  contactId: number
  name: string
  period: AwayPeriod
  /** The absence, of one that is known: what is not chosen of it stays as it is. */
  absenceId: number | null
}

/** Who is reported; null while nobody is chosen. */
export async function findAbsent(db: Db | Trx, { contact_id, ...period }: AbsenceInput): Promise<Absent | null> {
  if (contact_id === null) return null
  const person = await personChoice(db, contact_id)
  return person && { contactId: person.id, name: person.label, period, absenceId: null }
}

/** Who is away by an absence that is known. @throws NotFound */
export async function getAbsent(db: Db | Trx, absenceId: number): Promise<Absent> {
  const absence = await getAbsence(db, absenceId)
  return { contactId: absence.contact_id, name: fullName(absence), period: absence, absenceId }
}

type Chosen = Pick<ReplaceInput, 'choices' | 'others' | 'tell_replaced' | 'tell_replacing' | 'tell_students'>

const STAYS = 'blijft open en staat dan op ‘Te herstellen’'
const titleOf = ({ description, course }: Hit) => partTitle(course, description)
const whenOf = ({ starts_at, ends_at }: Hit) => formatDayAndHours(starts_at, ends_at).join(', ')

/** What somebody would give besides, as what is near. */
const asNearby = ({ id, description, starts_at, ends_at, establishment_id }: Hit) => ({
  ...{ record: 'appointment', record_id: id, description, starts_at, ends_at, establishment_id },
  away: false,
})

const red = (findings: Asked['findings']) => findings.filter(({ tone }) => tone === 'red').map(({ text }) => text)
const orange = (findings: Asked['findings']) => findings.filter(({ tone }) => tone !== 'red').map(({ text }) => text)

/** Who takes over what, by who is chosen and what else they would get. */
function planHit(
  hit: Hit,
  all: readonly Hit[],
  { candidates, choices, best }: { candidates: Asked[]; choices: Chosen['choices']; best: Map<number, number> },
): PlannedHit {
  const chosen = choices.get(hit.id)
  const findingsOf = (one: Asked) =>
    one.beside(all.filter((other) => other.id !== hit.id && choices.get(other.id) === one.id).map(asNearby))
  const ranked = rank(candidates)
  const shown = [...ranked.slice(0, PROPOSED)]
  for (const id of [best.get(hit.id), chosen]) {
    const one = candidates.find((other) => other.id === id)
    if (one && !shown.includes(one)) shown.push(one)
  }
  const taken = chosen === undefined || chosen === NOBODY ? null : candidates.find(({ id }) => id === chosen)
  const problem =
    taken === undefined ? 'Deze persoon kan dit niet overnemen.' : ((taken && red(findingsOf(taken))[0]) ?? null)
  return {
    ...hit,
    title: titleOf(hit),
    when: whenOf(hit),
    role: RESPONSIBLE_ROLES.find(({ id }) => id === hit.role_id)!.name.toLowerCase(),
    choices: shown.map((one) => ({
      id: one.id,
      name: one.name,
      reasons: reasonsOf(one),
      warnings: orange(one.id === chosen ? findingsOf(one) : one.findings),
    })),
    nobody: ranked.length === 0 ? whyNobody(candidates) : null,
    chosen,
    problem,
  }
}

const NO_MAIL: BulkPlan['outcomes'] = [{ icon: 'mail-off', lead: 'Er gaat geen bericht uit.' }]

/** How many students read that somebody else comes. */
const studentLines = ({ reached, missing }: { reached: number; missing: number }): BulkPlan['outcomes'] => [
  ...(reached > 0
    ? [{ icon: 'mail', lead: `${formatCount(reached, 'cursist leest', 'cursisten lezen')} per e-mail wie er komt.` }]
    : []),
  ...(missing > 0
    ? [
        {
          icon: 'mail-off',
          lead: `${formatCount(missing, 'cursist krijgt', 'cursisten krijgen')} dat niet, zonder e-mailadres.`,
        },
      ]
    : []),
]

/** Whom a message reaches, of who is away and who takes over, by name. */
async function mailsOf(db: Db | Trx, people: number[]): Promise<{ count: number; lines: BulkPlan['outcomes'] }> {
  if (people.length === 0) return { count: 0, lines: [] }
  const { rows } = await sql<{ name: string; reached: boolean }>`
    select a.name, ${validAddress} as reached
    from (select contacts.id, ${nameText} as name, contacts.email::text as email from contacts where id = any(${people})) a
    order by a.name, a.id`.execute(db)
  const names = (reached: boolean) => rows.filter((row) => row.reached === reached).map(({ name }) => name)
  const [told, missing] = [names(true), names(false)]
  const lines = [
    ...(told.length === 0
      ? []
      : [
          {
            icon: 'mail',
            lead: `${formatCount(told.length, 'e-mail gaat', 'e-mails gaan')} uit:`,
            text: `${told.join(', ')}.`,
          },
        ]),
    ...(missing.length === 0
      ? []
      : [{ icon: 'mail-off', lead: 'Krijgt geen bericht, zonder e-mailadres:', text: `${missing.join(', ')}.` }]),
  ]
  return { count: told.length, lines }
}

/** '2 onderdelen en 1 bezoek'; nothing where there is none. */
export const countText = (parts: number, handed: readonly HandedOver[]): string =>
  [
    ...(parts > 0 ? [formatCount(parts, 'onderdeel', 'onderdelen')] : []),
    ...[...Map.groupBy(handed, ({ source }) => source)].map(([{ words }, own]) => formatCount(own.length, words.one, words.many)), // prettier-ignore
  ].join(' en ')

function questionOf(hits: readonly PlannedHit[], handed: readonly HandedOver[], { absenceId }: Absent): string | null {
  const wrong = [...hits, ...handed].find(({ problem }) => problem !== null)
  if (wrong) return `${wrong.title}: ${wrong.problem}`
  const isOpen = ({ chosen }: Pick<PlannedHit, 'chosen'>) => absenceId === null && chosen === undefined
  const open = countText(hits.filter(isOpen).length, handed.filter(isOpen))
  return open === '' ? null : `Kies nog bij ${open} wie het overneemt.`
}

/** What is done with what other areas planned, told under ids below zero. */
const handedShown = (handed: readonly HandedOver[]): Pick<BulkPlan, 'does' | 'stays'> => ({
  does: going(handed).map(({ id, title, when, chosen, choices }) => ({
    id: -id,
    name: chosen === BACK ? `${title} (${when}) terug` : `${title} (${when}) naar ${choices.find((one) => one.id === chosen)!.name}`, // prettier-ignore
  })),
  stays: handed
    .filter(({ chosen }) => chosen === NOBODY)
    .map(({ id, title, when }) => ({ id: -id, name: `${title} (${when})`, why: 'blijft staan zoals het is' })),
})

/** What somebody's being away comes to: the one function for what is shown and for the save. */
export async function planReplacing(
  db: Db | Trx,
  registry: Registry,
  viewer: Viewer,
  { absent, choices, others, tell_replaced, tell_replacing, tell_students }: Chosen & { absent: Absent },
): Promise<ReplacingPlan> {
  const found = await listHits({ db, registry, viewer }, absent.contactId, absent.period)
  const candidates = await listCandidates(db, registry, absent.contactId, found)
  const best = proposeAll(found.map((hit) => ({ ...hit, candidates: candidates.get(hit.id) ?? [] })))
  const hits = found.map((hit) => planHit(hit, found, { candidates: candidates.get(hit.id) ?? [], choices, best }))
  const swaps = hits.flatMap((hit) => (hit.chosen && hit.problem === null ? [{ hit, by: hit.chosen }] : []))
  const nameOf = (hit: PlannedHit) => `${hit.title} (${hit.when})`
  const told = [
    ...(tell_replacing ? swaps.map(({ by }) => by) : []),
    ...(tell_replaced && swaps.length > 0 ? [absent.contactId] : []),
  ]
  const telling = swaps.filter(({ hit }) => tell_students || hit.tells_replacement).map(({ hit }) => hit.id)
  const students = await countStudents(db, telling)
  const mails = await mailsOf(db, [...new Set(told)])
  const outcomes = [...mails.lines, ...studentLines(students)]
  const handed = await planHandingOver(
    { db, registry },
    { contactId: absent.contactId, period: await spanOf(db, absent.period) },
    others,
    swaps.map(({ hit, by }) => ({ by, title: hit.title, starts_at: hit.starts_at, ends_at: hit.ends_at })),
  )
  const more = handedShown(handed)
  return {
    hits,
    handed,
    more: (found[0]?.total ?? 0) > found.length,
    total: found[0]?.total ?? 0,
    until: lastArranged(absent.period),
    best,
    swaps,
    mails: mails.count + students.reached,
    students: students.reached + students.missing > 0,
    question: questionOf(hits, handed, absent),
    shown: {
      does: [
        ...swaps.map(({ hit, by }) => ({
          id: hit.id,
          name: `${nameOf(hit)} naar ${hit.choices.find(({ id }) => id === by)!.name}`,
        })),
        ...more.does,
      ],
      stays: [
        ...hits.filter(({ chosen }) => chosen === NOBODY).map((hit) => ({ id: hit.id, name: nameOf(hit), why: STAYS })),
        ...more.stays,
      ],
      outcomes: found.length === 0 ? [] : outcomes.length === 0 ? NO_MAIL : outcomes,
    },
  }
}
