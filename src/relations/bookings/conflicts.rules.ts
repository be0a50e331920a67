import { createHash } from 'node:crypto'
import { type FieldMessages, Invalid, type Question, Unconfirmed } from '../../platform/errors.ts'
import { formatCount } from '../../platform/format/format.ts'
import { type Booking, type Span, bookingLine, conflictLine } from '../../system/occupations/index.ts'

/** Who or what is needed. */
interface Needed {
  /** Type of the record. */
  resource: string
  resource_id: number
}

/** Somebody or something that is needed while another record has it, or while it is not available. */
export interface Conflict extends Needed {
  /** By what it is taken; id 0 is what is not stored yet. */
  record: string
  record_id: number
  /** How long both want it. */
  from: Date
  to: Date
  /** By how many, of what there is more than one of. */
  short?: number
  /** Of who or what is not available: from when to when. */
  away?: { from: Date; to: Date }
  /** What takes it, without saying who: 'Theorie BHV, do 19-11-2026, 08:30–16:30'. */
  by: string
  text: string
}

/** What is not right about who or what is needed. */
interface Doubt extends Needed {
  /** A double booking, or somebody or a room that is not available: it wants to be confirmed. */
  taken: boolean
  /** One by one what takes it, of what is `taken`. */
  conflicts?: Conflict[]
  text: string
}

const later = (a: Date, b: Date): Date => (a > b ? a : b)
const earlier = (a: Date, b: Date): Date => (a < b ? a : b)

/** That somebody or something is needed for some time in which something else takes it. */
export const conflictWith = (
  needed: Needed,
  name: string,
  { starts_at, ends_at }: Span,
  other: Booking & { record: string; record_id: number; away: boolean; plain?: boolean },
): Conflict => ({
  resource: needed.resource,
  resource_id: needed.resource_id,
  record: other.record,
  record_id: other.record_id,
  from: later(starts_at, other.starts_at),
  to: earlier(ends_at, other.ends_at),
  ...(other.away ? { away: { from: other.starts_at, to: other.ends_at } } : {}),
  by: bookingLine(other),
  text: conflictLine(name, [other]),
})

/** The keys of what a planner read before a save; null where nobody can be asked. */
export type ConflictsRead = readonly string[] | null

const KEY_LENGTH = 12

/** What of a conflict was read: who or what, taken by what, and for how long. */
const digestOf = ({ resource, resource_id, record, record_id, from, to, away }: Conflict): string =>
  createHash('sha256')
    .update([resource, resource_id, record, record_id, ...[from, to, away?.from, away?.to].map(Number)].join(' '))
    .digest('base64url')
    .slice(0, KEY_LENGTH)

/** Names a conflict to who reads it, with by how much it is short where it is. */
export const conflictKey = (conflict: Conflict): string =>
  conflict.short === undefined ? digestOf(conflict) : `${digestOf(conflict)}.${conflict.short}`

/** Whether this, or the same by more, was read. */
const isRead = (conflict: Conflict, read: readonly string[]): boolean => {
  const digest = digestOf(conflict)
  return read.some((key) => {
    const [of, short = '0'] = key.split('.')
    return of === digest && Number(short) >= (conflict.short ?? 0)
  })
}

/** Which of these nobody read yet. */
export const unreadOf = (conflicts: readonly Conflict[], read: readonly string[]): Conflict[] =>
  conflicts.filter((conflict) => !isRead(conflict, read))

export const conflictsOf = (findings: readonly Doubt[]): Conflict[] =>
  findings.flatMap(({ conflicts = [] }) => conflicts)

/** What is double or away about what is planned, and where in the form that is told. */
export interface Doubted {
  findings: readonly Doubt[]
  fieldOf: (needed: Needed) => string
  /** Which of them it is about, where there are several. */
  about?: string
}

/** The keys of all that is asked about, as the form sends them back. */
export const readText = (conflicts: readonly Conflict[]): string => [...new Set(conflicts.map(conflictKey))].join(' ')

function questionOf(doubted: readonly Doubted[], read: readonly string[]): Question {
  const lines = doubted.flatMap(({ findings, about }) =>
    conflictsOf(findings).map((conflict) => ({
      text: about === undefined ? conflict.text : `${about}: ${conflict.text}`,
      isNew: read.length > 0 && !isRead(conflict, read),
    })),
  )
  const fields: FieldMessages = {}
  for (const { findings, fieldOf } of doubted)
    for (const finding of findings)
      if (conflictsOf([finding]).length > 0) (fields[fieldOf(finding)] ??= []).push(finding.text)
  return {
    title: 'Toch opslaan?',
    text: lines.some(({ isNew }) => isNew)
      ? 'Er is iets bijgekomen sinds u keek. Dit is dan bezet of niet beschikbaar:'
      : 'Dit is dan bezet of niet beschikbaar:',
    lines,
    fields,
    links: [],
    go: `${formatCount(lines.length, 'melding', 'meldingen')} toestaan`,
    field: 'confirm_conflicts',
    value: readText(doubted.flatMap(({ findings }) => conflictsOf(findings))),
  }
}

/**
 * Lets nothing double through that the planner did not read: who permits, permits exactly what stood there.
 * @returns all of it, to be written down
 * @throws Unconfirmed with the question, in which what is new says so; Invalid where nobody can be asked
 */
export function refuseUnread(doubted: readonly Doubted[], read: ConflictsRead): Conflict[] {
  const conflicts = doubted.flatMap(({ findings }) => conflictsOf(findings))
  if (unreadOf(conflicts, read ?? []).length === 0) return conflicts
  if (read !== null) throw new Unconfirmed(questionOf(doubted, read))
  throw new Invalid({
    _form: doubted.flatMap(({ findings }) => findings.filter(({ taken }) => taken)).map(({ text }) => text),
  })
}
