import { formatCount, formatDate } from '../../../platform/format/format.ts'
import { addDays, wallClock, weekday } from '../../../platform/format/zone.ts'
import { dutchHolidays } from '../../../system/holidays/index.ts'
import { RESPONSIBLE_ROLES, type ResponsibleRole } from '../appointments/index.ts'

/** A moment of the Amsterdam wall clock: day YYYY-MM-DD, time HH:mm. */
export interface WallMoment {
  day: string
  time: string
}

/** What a component says about the dates of its part. */
export interface Timing {
  /** HH:mm. */
  default_start: string
  duration_minutes: number
  days_after_previous: number
  /** Planned only when asked for: the parts after it do not wait for it. */
  optional: boolean
}

export interface PredictedPart {
  start: WallMoment
  end: WallMoment
}

const DAY_MINUTES = 1440

function later({ day, time }: WallMoment, minutes: number): WallMoment {
  const [hours = 0, rest = 0] = time.split(':').map(Number)
  const total = hours * 60 + rest + minutes
  const inDay = total % DAY_MINUTES
  const clock = `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`
  return { day: addDays(day, Math.floor(total / DAY_MINUTES)), time: clock }
}

const latest = (a: string, b: string): string => (a > b ? a : b)

interface Days {
  /** The day itself, or the Monday after when it falls in a weekend that is skipped. */
  pattern: (day: string) => string
  /** The first day, from the one given, on which a part may fall. */
  free: (day: string) => string
}

type IsClosed = (day: string) => boolean

/** The public holidays alone, where nothing is known of the organisation's own days. */
const isHoliday: IsClosed = (day) => day in dutchHolidays(Number(day.slice(0, 4)))

function daysFor(weekends: boolean, exceptions: readonly string[], isClosed: IsClosed): Days {
  const taken = new Set(exceptions)
  const isWeekend = (day: string) => !weekends && weekday(day) > 5
  const isTaken = (day: string) => isWeekend(day) || taken.has(day) || isClosed(day)
  const from = (day: string, skipped: (day: string) => boolean) => {
    let found = day
    while (skipped(found)) found = addDays(found, 1)
    return found
  }
  return { pattern: (day) => from(day, isWeekend), free: (day) => from(day, isTaken) }
}

/**
 * Proposes when the parts of a planning take place (rulings 5). The first starts at the moment given, or on that day at
 * its default start; each later one so many days after the previous, at its own default start. Weekends are skipped
 * unless the first part falls in one, days that are closed (public holidays, or `isClosed`) and `exceptions`
 * (YYYY-MM-DD) always. A part that a closed day moved does not move the ones after it: they keep the weekday they would
 * have had. Parts that follow each other never overlap.
 */
export function predictParts(
  first: { day: string; time: string | null },
  components: readonly Timing[],
  { exceptions = [], isClosed = isHoliday }: { exceptions?: readonly string[]; isClosed?: IsClosed } = {},
): PredictedPart[] {
  const days = daysFor(weekday(first.day) > 5, exceptions, isClosed)
  const parts: PredictedPart[] = []
  let previous: PredictedPart | null = null
  // The day of the previous part, had there been no holidays and exceptions.
  let planned = first.day
  for (const component of components) {
    const wanted: string = previous ? days.pattern(addDays(planned, component.days_after_previous)) : first.day
    const start: WallMoment = previous
      ? follow(previous, component, wanted, days)
      : { day: first.day, time: first.time ?? component.default_start }
    const part = { start, end: later(start, component.duration_minutes) }
    parts.push(part)
    if (previous !== null && component.optional) continue
    previous = part
    planned = wanted
  }
  return parts
}

/** Start of the part after `previous`: on the same day, or on the first free one from the day wanted. */
function follow(previous: PredictedPart, component: Timing, wanted: string, { free }: Days): WallMoment {
  const { start, end } = previous
  let day = component.days_after_previous === 0 ? start.day : free(latest(wanted, addDays(start.day, 1)))
  if (day < end.day) day = free(end.day)
  const time = component.default_start
  return { day, time: day === end.day ? latest(time, end.time) : time }
}

/** The day on which a planning begins. */
export const firstDayOf = (parts: readonly { starts_at: Date }[]): string =>
  wallClock(parts.reduce((first, part) => (part.starts_at < first.starts_at ? part : first)).starts_at).day

/** So many days an option lasts, where nobody says otherwise. */
export const OPTION_DAYS = 14

/** Until when a planning is to be an option that begins on this day: two weeks, and at last the day before; null: no time left. */
export function proposedOption(begins: string, on: string): string | null {
  const [usual, last] = [addDays(on, OPTION_DAYS), addDays(begins, -1)]
  const until = usual < last ? usual : last
  return until < on ? null : until
}

/**
 * Until when a new planning is an option: as was asked, or as is proposed where nothing was said about it, and never past
 * the day before it begins.
 * @param asked null: without an end; undefined: not said
 */
export function optionUntil(
  { status, option_until: asked }: { status: string; option_until?: string | null | undefined },
  begins: string,
  on: string,
): string | null {
  if (status !== 'option' || asked === null) return null
  if (asked === undefined) return proposedOption(begins, on)
  if (asked < begins) return asked
  const last = addDays(begins, -1)
  return last < on ? null : last
}

/** The first day from this one on that is neither in a weekend nor closed. */
export const nextWorkday = (day: string, isClosed: IsClosed = isHoliday): string =>
  daysFor(false, [], isClosed).free(day)

/** A part as it stands in the wizard; null where its begin cannot be read. */
export interface DatedRow {
  description: string
  start: WallMoment | null
}

/**
 * What is unusual about the dates of these parts, in sentences: a Sunday, a closed day, a part before the one it
 * follows. It may be meant, so that it is told and not refused.
 * @param closure name of a closed day, or undefined
 */
export function dateRemarks(rows: readonly DatedRow[], closure: (day: string) => string | undefined): string[] {
  return rows.flatMap(({ description, start }, i) => {
    if (start === null) return []
    const remarks: string[] = []
    const on = formatDate(start.day)
    const closed = closure(start.day)
    if (closed !== undefined) remarks.push(`${description} begint op een dag waarop u gesloten bent: ${on}, ${closed}.`)
    else if (weekday(start.day) === 7) remarks.push(`${description} begint op een zondag: ${on}.`)
    const passed = rows.slice(0, i).findLast((earlier) => earlier.start !== null && isBefore(start, earlier.start))
    if (passed) remarks.push(`${description} begint vóór ${passed.description}.`)
    return remarks
  })
}

const isBefore = (a: WallMoment, b: WallMoment): boolean => `${a.day} ${a.time}` < `${b.day} ${b.time}`

/**
 * Whether all parts share one location (T-092, T-093): with one part always, in a classroom with different rooms never,
 * otherwise as the user wishes.
 */
export function sharedLocation(
  parts: readonly { room_id: number | null }[],
  { online, wanted }: { online: boolean; wanted: boolean },
): { same: boolean; forced: boolean } {
  if (parts.length <= 1) return { same: true, forced: true }
  const differ = new Set(parts.map(({ room_id }) => room_id)).size > 1
  return !online && differ ? { same: false, forced: true } : { same: wanted, forced: false }
}

/** What is told of a new planning: also that it has no teacher yet. */
export function addedText(
  planningId: number,
  { appointments }: { appointments: readonly { responsibles: readonly unknown[] }[] },
): string {
  const open = appointments.filter(({ responsibles }) => responsibles.length === 0).length
  const without =
    open === 0
      ? ''
      : appointments.length === 1
        ? ', nog zonder docent'
        : `, ${formatCount(open, 'onderdeel', 'onderdelen')} nog zonder docent`
  return `Planning ${planningId} toegevoegd${without}`
}

/** The role somebody has when the form names none: teacher before lotus; null for who is neither. */
export function defaultRole(roles: readonly number[]): ResponsibleRole | null {
  return RESPONSIBLE_ROLES.find(({ id }) => roles.includes(id))?.id ?? null
}

/** People with all skills a component asks for first; the order is kept otherwise. */
export function skilledFirst<P extends { skills: readonly number[] }>(
  people: readonly P[],
  wanted: readonly number[],
): (P & { skilled: boolean })[] {
  const judged = people.map((person) => ({
    ...person,
    skilled: wanted.length > 0 && wanted.every((skill) => person.skills.includes(skill)),
  }))
  return judged.sort((a, b) => Number(b.skilled) - Number(a.skilled))
}
