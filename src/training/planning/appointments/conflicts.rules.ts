import { createHash } from 'node:crypto'
import { type FieldMessages, Invalid, type Question, Unconfirmed } from '../../../platform/errors.ts'
import { formatCount } from '../../../platform/format/format.ts'
import type { Conflict, Finding } from './findings.rules.ts'

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

export const conflictsOf = (findings: readonly Finding[]): Conflict[] =>
  findings.flatMap(({ conflicts = [] }) => conflicts)

/** What is double or away about a part, and where in the form that is told. */
export interface Doubted {
  findings: readonly Finding[]
  fieldOf: (finding: Pick<Finding, 'resource' | 'resource_id'>) => string
  /** Which part it is about, where there are several. */
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
