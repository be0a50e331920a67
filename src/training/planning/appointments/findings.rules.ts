import { ROLE } from '../../../platform/access/roles.ts'
import { formatCount, formatDate, formatShortDay } from '../../../platform/format/format.ts'
import { wallClock } from '../../../platform/format/zone.ts'
import { type Conflict, conflictWith } from '../../../relations/bookings/index.ts'
import {
  type Booking,
  type Span,
  bookingLine,
  conflictLine,
  gapBetween,
  onOtherDays,
  overlaps,
} from '../../../system/occupations/index.ts'
import type { Remark } from '../code95/index.ts'
import type { Shortage } from '../../catalogue/material-needs/index.ts'
import type { ResponsibleRole } from './appointments.rules.ts'

/** Red: it cannot be so. Orange: it can, but somebody should look. */
export type Tone = 'red' | 'orange'

export interface Finding {
  tone: Tone
  /** What it is about. */
  resource: 'contact' | 'room' | 'material' | 'student' | 'appointment'
  resource_id: number
  /** A double booking, or somebody or a room that is not available: it wants to be confirmed. */
  taken: boolean
  /** One by one what takes it, of what is `taken`. */
  conflicts?: Conflict[]
  /** A planner looked at it already. */
  settled?: boolean
  /** The record has a line of its own for it. */
  told?: true
  /** One Dutch sentence. */
  text: string
}

/** Something that stands before, after or at the same time as a part. */
export interface Nearby extends Booking {
  record: string
  record_id: number
  away: boolean
  plain?: boolean
  /** A planner permitted to book it beside the part. */
  permitted?: boolean
  /** Where it is, as far as it is in a room. */
  establishment_id: number | null
}

export interface JudgedPerson {
  contact_id: number
  name: string
  role_id: ResponsibleRole
  /** When the person is needed. */
  starts_at: Date
  ends_at: Date
  /** Names of the skills that the part asks for and this person has not. */
  lacks: string[]
  /** Skills that the part asks for and this person proved by a certificate: until when at the latest, YYYY-MM-DD. */
  proved: { skill: string; valid_until: string }[]
}

export interface JudgedRoom {
  id: number
  name: string
  establishment_id: number
  hired: boolean
  hire_confirmed: boolean
  /** YYYY-MM-DD. */
  option_until: string | null
}

/** Hours between two working days of one person, below which it gets tight (Arbeidstijdenwet). */
export const REST_HOURS = 11
const HOUR = 3_600_000
const MINUTE = 60_000

/** 'Theorie BHV op di 24-11'. */
const placed = ({ description, starts_at }: Booking): string => `${description} op ${formatShortDay(starts_at)}`

/** Who or what is taken at the same time: what a planner permitted is no more than a remark. */
function judgeBusy(
  about: Pick<Finding, 'resource' | 'resource_id'>,
  name: string,
  span: Span,
  busy: readonly Nearby[],
): Finding[] {
  const taken = busy.filter(({ permitted }) => permitted !== true)
  const permitted = busy.filter((other) => other.permitted === true)
  const found: Finding[] = []
  const conflicts = taken.map((other) => conflictWith(about, name, span, other))
  if (taken.length > 0) found.push({ ...about, tone: 'red', taken: true, conflicts, text: conflictLine(name, taken) })
  const remark = (text: string) => found.push({ ...about, tone: 'orange', taken: false, settled: true, text })
  const [double, away] = [permitted.filter((one) => !one.away), permitted.filter((one) => one.away)]
  if (double.length > 0) remark(`${name} is met toestemming dubbel geboekt: ${double.map(bookingLine).join('; ')}.`)
  if (away.length > 0) remark(`Met toestemming gepland. ${conflictLine(name, away)}`)
  return found
}

/** What is not right about a person in a part. `travel` tells the minutes from its establishment to another. */
export function judgePerson(
  person: JudgedPerson,
  nearby: readonly Nearby[],
  travel: (establishmentId: number) => number | null,
): Finding[] {
  const about = { resource: 'contact', resource_id: person.contact_id } as const
  const busy = nearby.filter((other) => overlaps(other, person))
  const found: Finding[] = []
  found.push(...judgeBusy(about, person.name, person, busy))
  if (person.role_id === ROLE.teacher && person.lacks.length > 0)
    found.push({
      ...about,
      tone: 'red',
      taken: false,
      text: `${person.name} mist ${person.lacks.length === 1 ? 'de vaardigheid' : 'de vaardigheden'} ${person.lacks.join(', ')}.`,
    })
  for (const { skill, valid_until } of person.role_id === ROLE.teacher ? person.proved : [])
    if (valid_until < wallClock(person.starts_at).day)
      found.push({
        ...about,
        tone: 'red',
        taken: false,
        text: `Het certificaat van ${person.name} voor ${skill} is dan verlopen (geldig tot en met ${formatDate(valid_until)}).`,
      })
  for (const other of nearby.filter((one) => !one.away && !overlaps(one, person)))
    for (const lack of closeness(person, other, travel))
      found.push({
        ...about,
        tone: 'orange',
        taken: false,
        text: `${person.name} heeft ${lack} tussen dit onderdeel en ${placed(other)}.`,
      })
  return found
}

/** What somebody has too little of between two parts that do not overlap: rest at night, or time to get there. */
function closeness(
  part: Span,
  other: Booking & Pick<Nearby, 'establishment_id'>,
  travel: (establishmentId: number) => number | null,
): string[] {
  const gap = gapBetween(other, part)
  const minutes = other.establishment_id === null ? null : travel(other.establishment_id)
  return [
    ...(gap < REST_HOURS * HOUR && onOtherDays(other, part) ? [`minder dan ${REST_HOURS} uur rust`] : []),
    ...(minutes !== null && gap < minutes * MINUTE
      ? [`${Math.floor(gap / MINUTE)} van de ${minutes} minuten reistijd`]
      : []),
  ]
}

/** What one person who gives two parts of the same planning runs into. `travel` as in `judgePerson`. */
export function judgeBoth(
  part: Span,
  other: Booking & Pick<Nearby, 'establishment_id'>,
  travel: (establishmentId: number) => number | null,
): string[] {
  if (overlaps(part, other)) return [`Tegelijk met ${placed(other)}: niemand kan bij beide zijn.`]
  return closeness(part, other, travel).map((lack) => `Wie ook ${placed(other)} geeft, heeft ${lack} ertussen.`)
}

/** That the hire of a room is not certain yet, as a sentence; null when it is, or when it is not hired. */
export function hireNote({ name, hired, hire_confirmed, option_until }: JudgedRoom): string | null {
  if (!hired || hire_confirmed) return null
  const until = option_until === null ? '' : `; de optie geldt tot en met ${formatDate(option_until)}`
  return `De huur van ${name} is nog niet bevestigd${until}.`
}

/** What is not right about the room of a part. */
export function judgeRoom(room: JudgedRoom, part: Span, busy: readonly Nearby[]): Finding[] {
  const about = { resource: 'room', resource_id: room.id } as const
  const taken = busy.filter((other) => overlaps(other, part))
  const unconfirmed = hireNote(room)
  return [
    ...judgeBusy(about, room.name, part, taken),
    ...(unconfirmed === null ? [] : [{ ...about, tone: 'orange' as const, taken: false, text: unconfirmed }]),
  ]
}

/** What a part is short of: red until a planner lets it be so. */
export const judgeMaterial = (shortages: readonly Shortage[], { starts_at: from, ends_at: to }: Span): Finding[] =>
  shortages.map(({ material_id, short, settled, text }) => {
    const about = { resource: 'material', resource_id: material_id } as const
    if (settled) return { ...about, tone: 'orange', taken: false, settled, text: `Met toestemming te weinig. ${text}` }
    const conflict = { ...about, record: 'material', record_id: material_id, from, to, short, by: text, text }
    return { ...about, tone: 'red', taken: true, conflicts: [conflict], text }
  })

/** What keeps the hours of a part from being recognised for code 95. */
export const judgeCode95 = (id: number, remarks: readonly Remark[]): Finding[] =>
  remarks.map((remark) => ({ ...remark, resource: 'appointment', resource_id: id, taken: false }))

export interface Crowd {
  id: number
  students: number
  max_per_teacher: number | null
  max_per_lotus: number | null
  /** Where it is, and for how many that has places; null where nobody said so. */
  room: string | null
  capacity: number | null
}

/** More students than those who give a part can look after, or than its room has places. */
export function judgeCrowd(part: Crowd, roles: readonly ResponsibleRole[]): Finding[] {
  const about = { tone: 'orange', resource: 'appointment', resource_id: part.id, taken: false } as const
  const limits = [
    { role: ROLE.teacher, most: part.max_per_teacher, one: 'docent', many: 'docenten' },
    { role: ROLE.lotus, most: part.max_per_lotus, one: 'lotus', many: 'lotus' },
  ]
  const tight =
    part.capacity === null || part.students <= part.capacity
      ? []
      : [{ ...about, text: `${formatCount(part.students, 'cursist', 'cursisten')} in ${part.room}: daar is plaats voor ${part.capacity}.` }] // prettier-ignore
  const alone = limits.flatMap(({ role, most, one, many }): Finding[] => {
    const count = roles.filter((other) => other === role).length
    if (most === null || part.students <= most * count) return []
    const text = `${formatCount(part.students, 'cursist', 'cursisten')} op ${formatCount(count, one, many)}: hooguit ${most} per ${one}.`
    return [{ ...about, text }]
  })
  return [...alone, ...tight]
}

/** Who of the students takes part in something else at the same time. */
export function judgeStudents(
  students: readonly { id: number; name: string }[],
  part: Span,
  busy: readonly (Nearby & { resource_id: number })[],
): Finding[] {
  return students.flatMap(({ id, name }): Finding[] => {
    const elsewhere = busy.filter((other) => other.resource_id === id && overlaps(other, part))
    if (elsewhere.length === 0) return []
    const text = `${name} is dan ook ingeschreven voor ${elsewhere.map(bookingLine).join('; ')}.`
    return [{ tone: 'orange', resource: 'student', resource_id: id, taken: false, text }]
  })
}

/** Red before orange, each text once. */
export function sorted(findings: readonly Finding[]): Finding[] {
  const once = findings.filter(({ text }, i) => findings.findIndex((other) => other.text === text) === i)
  return once.sort((a, b) => Number(a.tone === 'orange') - Number(b.tone === 'orange'))
}
