import { wallClock } from '../../../platform/format/zone.ts'
import type { KioskStudent } from './kiosk.contract.ts'

/** A part of today in which somebody is enrolled. */
export interface KioskPart {
  id: number
  description: string
  startsAt: Date
  endsAt: Date
  present: boolean
}

/** Somebody who is expected today where the tablet stands. */
export interface KioskPerson {
  id: number
  firstName: string
  initials: string
  prefix: string
  lastName: string
  /** yyyy-mm-dd */
  birthDate: string | null
  company: string
  parts: KioskPart[]
}

const HOUR_MS = 3_600_000
const BEFORE_MS = 2 * HOUR_MS
const AFTER_MS = HOUR_MS

/** Whether a part counts at a moment. */
export type IsOpen = (part: Pick<KioskPart, 'startsAt' | 'endsAt'>, now: Date) => boolean

/** Whether somebody can come in for a part: from two hours before it to one hour after it, on its own day. */
export const isOpenAt: IsOpen = ({ startsAt, endsAt }, now) =>
  now.getTime() >= startsAt.getTime() - BEFORE_MS &&
  now.getTime() <= endsAt.getTime() + AFTER_MS &&
  wallClock(startsAt).day === wallClock(now).day

/** The whole of its day, for what is filled in about it. */
export const isOpenAllDay: IsOpen = ({ startsAt }, now) => wallClock(startsAt).day === wallClock(now).day

/**
 * The part that somebody comes in for: the first that is not over and of which they have not said so yet. Nobody comes in
 * for what is over while something else is still to come.
 */
export function partToEnter(parts: readonly KioskPart[], now: Date, isOpen: IsOpen = isOpenAt): KioskPart | null {
  const open = parts
    .filter((part) => isOpen(part, now))
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || a.id - b.id)
  const left = open.filter(({ endsAt }) => endsAt > now)
  return left.find(({ present }) => !present) ?? left[0] ?? open.at(-1) ?? null
}

/** Letters that no decomposition takes apart. */
const PLAIN: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i', ð: 'd', þ: 'th' }

/** A name as it is compared: no capitals, accents, spaces or dashes. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[øłđßæœıðþ]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Whether what was typed is the last name, with or without what stands before it. */
export function isLastName(person: Pick<KioskPerson, 'prefix' | 'lastName'>, typed: string): boolean {
  const plain = plainName(typed)
  return plain !== '' && [person.lastName, person.prefix + person.lastName].map(plainName).includes(plain)
}

/** 'Jan V.' until the last name was typed, then the whole name. */
export function shownName(
  person: Pick<KioskPerson, 'firstName' | 'initials' | 'prefix' | 'lastName'>,
  whole: boolean,
): string {
  const first = person.firstName || person.initials
  const last = whole
    ? [person.prefix, person.lastName].filter(Boolean).join(' ')
    : `${[...person.lastName][0]?.toUpperCase() ?? ''}.`
  return [first, last].filter(Boolean).join(' ')
}

const timeOf = (moment: Date): string => wallClock(moment).time

function studentOf(person: KioskPerson, whole: boolean, now: Date, isOpen: IsOpen): KioskStudent | null {
  const part = partToEnter(person.parts, now, isOpen)
  if (!part) return null
  const { id, description, startsAt, endsAt } = part
  return {
    id: person.id,
    messageName: shownName(person, whole),
    company: { name: person.company },
    appointments: [{ id, start_time: timeOf(startsAt), end_time: timeOf(endsAt), description }],
  }
}

/** What a tablet asks, and what it was answered before. */
export interface Search {
  field: 'birthday' | 'last_name'
  value: string
  /** Who the last birthday came close to. */
  near: readonly number[]
  /** Among whom it asks, where it says so. */
  among: readonly number[] | null
}
interface SearchResult {
  students: KioskStudent[]
  near: number[]
  /** Whether it ends, or may end, without a person. */
  missed: boolean
  /** Whether a person without birthday was found, whom no birthday could have found. */
  hasNoBirthday: boolean
}

/** What two people who look alike differ in; nobody is asked to guess (rulings 11.27). */
const looks = ({ messageName, company, appointments }: KioskStudent): string =>
  JSON.stringify([messageName, company, appointments.map(({ start_time, description }) => [start_time, description])])

/**
 * Who is meant. A birthday answers one person or nobody: how many came close is kept here. A last name searches among
 * those, where there were several, else among all who are expected.
 */
export function search(
  people: readonly KioskPerson[],
  asked: Search,
  now: Date,
  isOpen: IsOpen = isOpenAt,
): SearchResult {
  // The hours come last: of hundreds of people they cost more than all else.
  const isExpected = ({ parts }: KioskPerson) => partToEnter(parts, now, isOpen) !== null
  if (asked.field === 'birthday') {
    const born = people.filter((person) => person.birthDate === asked.value && isExpected(person))
    const told = born.length === 1 ? born.flatMap((person) => studentOf(person, false, now, isOpen) ?? []) : []
    return {
      students: told,
      near: born.length > 1 ? born.map(({ id }) => id) : [],
      missed: born.length === 0,
      hasNoBirthday: false,
    }
  }
  const isAmong = ({ id }: KioskPerson) =>
    (asked.near.length === 0 || asked.near.includes(id)) && (asked.among === null || asked.among.includes(id))
  const named = people.filter((person) => isAmong(person) && isLastName(person, asked.value) && isExpected(person))
  const shown = named.flatMap((person) => studentOf(person, true, now, isOpen) ?? [])
  const students = shown.filter((one) => shown.filter((other) => looks(other) === looks(one)).length === 1)
  return {
    students,
    near: [],
    missed: students.length === 0,
    hasNoBirthday: named.length > 0 && named.every(({ birthDate }) => birthDate === null),
  }
}

/** Who typed both at a moment, and the part that they came in for then; null unless it is one person alone. */
export function personOf(
  people: readonly KioskPerson[],
  typed: { birthday: string; lastName: string },
  at: Date,
): { person: number; part: number } | null {
  const found = people.filter((one) => one.birthDate === typed.birthday && isLastName(one, typed.lastName))
  const coming = found.flatMap(({ id, parts }) => {
    const part = partToEnter(parts, at)
    return part ? [{ person: id, part: part.id }] : []
  })
  return coming.length === 1 ? coming[0]! : null
}

export const MOST_MISSES = 20
export const MISSES_MS = 10 * 60_000
/** How long a tablet may go on with what it was told. */
export const KEPT_MS = 10 * 60_000

interface Misses {
  misses: number
  misses_since: Date
}

/** The misses that count now. */
const missesAt = ({ misses, misses_since }: Misses, now: Date): number =>
  now.getTime() - misses_since.getTime() < MISSES_MS ? misses : 0

/** Seconds that a tablet has to wait; 0 while it may try. */
export const waitOf = (row: Misses, now: Date): number =>
  missesAt(row, now) < MOST_MISSES ? 0 : Math.ceil((row.misses_since.getTime() + MISSES_MS - now.getTime()) / 1000)

/** The misses after one more, or one less; the ten minutes begin with the first. */
export function missesAfter(row: Misses, more: 1 | 0 | -1, now: Date): Misses {
  const before = missesAt(row, now)
  const misses = Math.max(before + more, 0)
  return { misses, misses_since: before === 0 ? now : row.misses_since }
}
