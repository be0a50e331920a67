import type { Due, Ground, Opening } from './types.ts'
import { type Unfitting, overlap, unfitting } from './assessment.rules.ts'

/** A line of a proposal that was ticked: a refresher, and the planning that it goes to. */
export interface ChosenLine {
  refresherId: number
  key: string
}

/** Somebody who gets a place, or keeps waiting for one and why: the end of a sentence that begins with the name. */
export type Judged = { due: Due; opening: Opening } | { due: Due; why: string }

const WHY: Record<Unfitting, string> = {
  late: 'krijgt geen plaats: de planning is te laat',
  others: 'krijgt geen plaats: de planning is besloten voor een ander bedrijf',
  far: 'krijgt geen plaats: de planning is te ver weg',
  busy: 'krijgt geen plaats: is dan intussen al ergens ingeschreven of ingezet',
  unfit: 'krijgt geen plaats: voldoet niet aan de eisen van de opleiding',
}
const FULL = 'krijgt geen plaats: die is intussen vergeven'
const GONE = 'krijgt geen plaats: de planning is er niet meer, of neemt niemand meer aan'
const TWICE = 'krijgt geen plaats: is dan al ingedeeld voor een andere herhaling'

/**
 * Judges the chosen lines by what holds now: first those who are due first, as far as there are places, each person in
 * one place at a time. A line that does not do any more keeps no other from going on.
 */
export function judgeChosen(
  ground: Ground,
  openings: ReadonlyMap<string, Opening>,
  lines: readonly ChosenLine[],
): Judged[] {
  const dues = new Map(ground.dues.map((due) => [due.id, due]))
  const chosen = lines.flatMap(({ refresherId, key }) => {
    const due = dues.get(refresherId)
    return due === undefined ? [] : [{ due, opening: openings.get(key) }]
  })
  const used = new Map<string, number>()
  const own = new Map<number, Opening[]>()
  const judge = ({ due, opening }: (typeof chosen)[number]): Judged => {
    if (opening === undefined || opening.courseId !== due.courseId) return { due, why: GONE }
    const why = unfitting(ground, due, opening)
    if (why !== null) return { due, why: WHY[why] }
    const mine = own.get(due.contactId) ?? []
    if (mine.some((other) => overlap(other.spans, opening.spans))) return { due, why: TWICE }
    const taken = used.get(opening.key) ?? 0
    if (taken >= opening.free) return { due, why: FULL }
    used.set(opening.key, taken + 1)
    own.set(due.contactId, [...mine, opening])
    return { due, opening }
  }
  return chosen.toSorted((a, b) => (a.due.dueOn < b.due.dueOn ? -1 : 1)).map(judge)
}
