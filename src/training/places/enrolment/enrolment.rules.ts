import { addDays, wallClock } from '../../../platform/format/zone.ts'
import { formatCount, formatDate, formatNumber } from '../../../platform/format/format.ts'

/** Whether something is done to all parts of a planning or to one of them (T-064). */
export type WhatAppointments = 'all' | 'this'

/** What is needed to say how full a part is. */
export interface Places {
  id: number
  description: string
  max_count: number
  enrolled_count: number
  reserved_count: number
  /** Places that became free by what may still be taken back. */
  held_count?: number
  /** Places that the waiting list is asked for first. */
  promised_count?: number
}

/** Places of one part at most (the database knows the same limit). */
export const MOST_PLACES = 1000

/** Free places: the maximum less those enrolled, reserved for (T-038), held and promised. */
export const freePlaces = (part: Omit<Places, 'id' | 'description'>): number =>
  part.max_count - part.enrolled_count - part.reserved_count - (part.held_count ?? 0) - (part.promised_count ?? 0)

/** A part of which more places are wanted than it has. */
export interface Shortage {
  id: number
  description: string
  free: number
  needed: number
  /** Of what is not free: what others may still take back. */
  held?: number
  /** Likewise: what people who wait are asked for first. */
  promised?: number
}

/** The parts with fewer free places than wanted. */
export function shortagesOf(parts: readonly Places[], needed: (part: Places) => number): Shortage[] {
  return parts
    .map((part) => ({
      id: part.id,
      description: part.description,
      free: freePlaces(part),
      needed: needed(part),
      ...(part.held_count ? { held: part.held_count } : {}),
      ...(part.promised_count ? { promised: part.promised_count } : {}),
    }))
    .filter(({ free, needed: wanted }) => wanted > free)
}

/** 'Er zijn niet genoeg vrije plaatsen: Theorie BHV heeft 2 plaatsen vrij voor 3 cursisten.' */
export function shortageText(shortages: readonly Shortage[], one = 'cursist', many = 'cursisten'): string {
  const parts = shortages.map(
    ({ description, free, needed, held = 0, promised = 0 }) =>
      `${description} heeft ${free === 0 ? 'geen plaats' : formatCount(free, 'plaats', 'plaatsen')} vrij voor ${formatCount(needed, one, many)}${heldText(held)}${promisedText(promised)}`,
  )
  return `Er zijn niet genoeg vrije plaatsen: ${sentenceOf(parts)}.`
}

/** Why a place that looks free is not: whoever freed it may still take that back. */
const heldText = (held: number) =>
  held === 0
    ? ''
    : ` (${held === 1 ? 'één plaats komt' : `${formatNumber(held)} plaatsen komen`} zo vrij, zodra de mail daarover weg is)`

const promisedText = (promised: number) =>
  promised === 0
    ? ''
    : ` (${promised === 1 ? 'één plaats gaat' : `${formatNumber(promised)} plaatsen gaan`} eerst naar de wachtlijst)`

/** 'a, b en c'. */
export function sentenceOf(items: readonly string[]): string {
  return new Intl.ListFormat('nl', { type: 'conjunction' }).format(items)
}

/** Names up to three, a count beyond, as in every question. */
export function whoText(names: readonly string[]): string {
  return names.length > 3 ? formatCount(names.length, 'cursist', 'cursisten') : sentenceOf(names)
}

/** What the flash says after enrolling. */
export function enrolledText({
  people,
  already,
  rest = 0,
  redirected = 0,
}: {
  people: number
  already: number
  rest?: number
  /** Of how many who were in already it was chosen otherwise who gets the invoice. */
  redirected?: number
}): string {
  const known = already === 0 ? '' : `, ${already} ${already === 1 ? 'was' : 'waren'} al ingeschreven`
  if (people === 0) {
    const told = already === 1 ? 'Deze cursist was al ingeschreven.' : 'Iedereen was al ingeschreven.'
    return redirected === 0 ? told : `${told} Factuur naar is gewijzigd.`
  }
  const enrolled = `${formatCount(people, 'cursist', 'cursisten')} ingeschreven${known}`
  if (rest === 0) return enrolled
  return `${enrolled}. ${rest === 1 ? 'Eén staat' : `${formatNumber(rest)} staan`} in de andere planning.`
}

interface MatchedPart {
  id: number
  component_id: number | null
  description: string
}

/** Parts of two plannings of one course belong together by component; parts without one by what they are called. */
export function samePart(a: MatchedPart, b: MatchedPart): boolean {
  return a.component_id === null && b.component_id === null
    ? a.description === b.description
    : a.component_id === b.component_id
}

/** The parts of a planning that somebody gets into by one of them: what is cancelled takes nobody any more. */
export const partsBeside = <P extends { id: number; status: string }>(parts: P[], chosen: number): P[] =>
  parts.filter(({ id, status }) => id === chosen || status !== 'cancelled')

/** Where the names of a reservation are filled in. */
export const namesUrl = (reservation: { id: number; appointment_id: number }): string =>
  `/calendar/enroll/${reservation.appointment_id}/0?reservation_id=${reservation.id}`

/** The names for reserved places are asked for so many days before the planning begins. */
const NAMES_DAYS = 14

/** Until when the names for places are asked, of a planning that begins on `first`; null when that is too soon for it. */
export function proposeNamesBy(first: string, day: string): string | null {
  const proposed = addDays(first, -NAMES_DAYS)
  return proposed > day ? proposed : null
}

/** How a part is called that nobody gets into any more, by its status. */
export const CLOSED: Readonly<Record<string, string>> = { cancelled: 'geannuleerd', done: 'afgerond' }

/** Whether people can be enrolled in a part, and places kept, as far as its status goes. */
export const takesPeople = ({ status }: { status: string }): boolean => CLOSED[status] === undefined

/** What is asked once before somebody is enrolled in what is over, from the day after it on; null before that. */
export function pastQuestion(course: string, parts: readonly { ends_at: Date }[], day: string): string | null {
  const last = parts
    .map(({ ends_at }) => wallClock(ends_at).day)
    .toSorted()
    .at(-1)
  return last === undefined || last >= day ? null : `${course} was op ${formatDate(last)}. Toch inschrijven?`
}

/** 'Theorie BHV: 7 plaatsen vrij'; of a part that has been, when that was. */
export const placesText = (
  part: { description: string; ends_at: Date } & Parameters<typeof freePlaces>[0],
  now: Date,
): string =>
  part.ends_at <= now
    ? `${part.description}: al geweest op ${formatDate(part.ends_at)}`
    : `${part.description}: ${formatCount(freePlaces(part), 'plaats', 'plaatsen')} vrij`
