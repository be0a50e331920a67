import { weekday } from '../../../platform/format/zone.ts'

/** Why somebody is not offered a place of a planning. */
export type Why =
  | 'declined'
  | 'expired'
  | 'offered'
  | 'inactive'
  | 'no_email'
  | 'incompany'
  | 'requirements'
  | 'period'
  | 'day'
  | 'place'
  | 'overlap'
  | 'quota'

/** Somebody in the line, with what decides whether a place is something for them. */
export interface InLine {
  id: number
  companyId: number | null
  /** Days of the week on which they come, 1 Monday to 7 Sunday; none: any. */
  weekdays: readonly number[]
  establishmentId: number | null
  /** Days from and until when they come, YYYY-MM-DD. */
  from: string | null
  until: string | null
  active: boolean
  hasEmail: boolean
  /** Meets what the course asks. */
  fits: boolean
  /** Enrolled elsewhere at the same time. */
  overlaps: boolean
  /** A place is offered to them already, of this planning or of another. */
  offered: boolean
  /** What became of an offer of this planning since a place of it came free last. */
  said: 'declined' | 'expired' | null
}

/** A planning of which places are offered. */
export interface OfferedPlanning {
  /** The days of its parts, in order of time. */
  days: readonly string[]
  /** Where these are; null is no establishment. */
  establishmentIds: readonly (number | null)[]
  /** Whom an in-company planning is for; null: everybody. */
  companyIds: readonly number[] | null
  /** How many places a company may hold by the waiting list; null: as many as there are. */
  quota: number | null
  /** How many each company holds. */
  held: ReadonlyMap<number, number>
}

/** The first thing that keeps somebody from a place; null when it is theirs. */
export function whyNot(who: InLine, planning: OfferedPlanning): Why | null {
  if (who.offered) return 'offered'
  if (who.said !== null) return who.said
  if (!who.active) return 'inactive'
  if (!who.hasEmail) return 'no_email'
  if (planning.companyIds && (who.companyId === null || !planning.companyIds.includes(who.companyId)))
    return 'incompany'
  if (!who.fits) return 'requirements'
  const [first, last] = [planning.days[0]!, planning.days.at(-1)!]
  if ((who.from !== null && first < who.from) || (who.until !== null && last > who.until)) return 'period'
  if (who.weekdays.length > 0 && planning.days.some((day) => !who.weekdays.includes(weekday(day)))) return 'day'
  if (who.establishmentId !== null && planning.establishmentIds.some((id) => id !== who.establishmentId)) return 'place'
  if (who.overlaps) return 'overlap'
  const { quota, held } = planning
  if (quota !== null && who.companyId !== null && (held.get(who.companyId) ?? 0) >= quota) return 'quota'
  return null
}

/** What is done with somebody when the line is asked: a place is offered, or it is told why not. */
export interface Asked {
  id: number
  why: Why | null
}

/**
 * Asks the line in its order for so many free places: whom they are offered to, and of everybody before the last of those
 * why not. Nobody is told anything when nobody takes one.
 */
export function askLine(line: readonly InLine[], planning: OfferedPlanning, free: number): Asked[] {
  const held = new Map(planning.held)
  const asked: Asked[] = []
  let told = 0
  let left = free
  for (const who of line) {
    if (left <= 0) break
    const why = whyNot(who, { ...planning, held })
    asked.push({ id: who.id, why })
    if (why !== null) continue
    left--
    told = asked.length
    if (who.companyId !== null) held.set(who.companyId, (held.get(who.companyId) ?? 0) + 1)
  }
  return asked.slice(0, told)
}

/** Where somebody stands who is moved to a place in a line of others: between who is before and after them there. */
export function lineAtPlace(others: readonly Date[], place: number): Date {
  const after = others[place - 1]
  const before = others[place - 2]
  if (!after) return new Date(others.at(-1)!.getTime() + 1000)
  if (!before) return new Date(after.getTime() - 1000)
  return new Date((before.getTime() + after.getTime()) / 2)
}
