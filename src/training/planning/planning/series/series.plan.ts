import { ROLE } from '../../../../platform/access/roles.ts'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { formatDate } from '../../../../platform/format/format.ts'
import { wallClock } from '../../../../platform/format/zone.ts'
import type { Registry } from '../../../../platform/registry.ts'
import { type ClosedDays, closedDays } from '../../../../system/holidays/index.ts'
import { fullName } from '../../../../relations/contacts/index.ts'
import { type Finding, judgeParts } from '../../appointments/index.ts'
import type { PlannedPart, ResolvedPlanning } from '../planning.commands.ts'
import { findPeople, listRoomChoices } from '../planning.queries.ts'
import { dateRemarks, firstDayOf } from '../planning.rules.ts'
import type { OccasionInput } from './series.forms.ts'
import { type Pattern, type SeriesDays, daysBetween, laterByDays, seriesDays } from './series.rules.ts'

/** One planning of a series, as it would be made. */
export interface Occasion {
  /** The day that the pattern gives, which names it. */
  on: string
  /** What was chosen for it alone. */
  own: OccasionInput
  teacher: { id: number; label: string } | null
  room: { id: number; label: string } | null
  parts: PlannedPart[]
  /** Why it cannot be planned at all, by its field. */
  refused: { field: keyof OccasionInput; text: string }[]
  /** What is not right about it, the worst first; of what is left out nothing is asked. */
  found: Finding[]
  /** What is unusual about its dates. */
  remarks: string[]
}

/** That nobody gives one of its parts yet. */
export const isOpen = ({ parts }: Occasion): boolean => parts.some(({ people }) => people.length === 0)

export interface PlannedSeries {
  days: SeriesDays
  occasions: Occasion[]
}

type Place = { id: number; label: string }

/** Days from the first part to each. */
const offsetsOf = (parts: readonly PlannedPart[]): number[] =>
  parts.map(({ starts_at }) => daysBetween(firstDayOf(parts), wallClock(starts_at).day))

/** The days of a series of this planning. */
const daysOf = ({ parts }: ResolvedPlanning, pattern: Pattern, closed: ClosedDays): SeriesDays =>
  seriesDays(pattern, firstDayOf(parts), offsetsOf(parts), (day) => closed.between(day, day)[day])

const asProposed = (on: string): OccasionInput => ({ enabled: true, day: on, teacher_id: null, room_id: null })

/** A part so many days later, at the same hours; null where the clock skips one of them. */
function partLater(part: PlannedPart, days: number): PlannedPart | null {
  const moved = (instant: Date | null) => (instant === null ? null : laterByDays(instant, days))
  const starts_at = laterByDays(part.starts_at, days)
  const ends_at = laterByDays(part.ends_at, days)
  const people = part.people.map((one) => ({ ...one, starts_at: moved(one.starts_at), ends_at: moved(one.ends_at) }))
  const isLost = people.some(
    (one, i) =>
      (one.starts_at === null) !== (part.people[i]!.starts_at === null) ||
      (one.ends_at === null) !== (part.people[i]!.ends_at === null),
  )
  return starts_at === null || ends_at === null || isLost ? null : { ...part, starts_at, ends_at, people }
}

/** Another teacher gives all parts of it, beside those who are no teacher; another room holds all of them. */
function withOwn(part: PlannedPart, teacher: Place | null, room: Place | null): PlannedPart {
  const others = part.people.filter(({ role_id, contact_id }) => role_id !== ROLE.teacher && contact_id !== teacher?.id)
  const gives = teacher && {
    contact_id: teacher.id,
    role_id: ROLE.teacher,
    starts_at: null,
    ends_at: null,
    name: teacher.label,
  }
  return {
    ...part,
    ...(gives ? { people: [gives, ...others] } : {}),
    ...(room ? { room_id: room.id } : {}),
  }
}

/** The people and rooms that were chosen for single plannings, by id. */
async function chosenOf(
  db: Db | Trx,
  own: OccasionInput[],
): Promise<{ teachers: Map<number, Place>; rooms: Map<number, Place> }> {
  const ids = [...new Set(own.flatMap(({ teacher_id }) => teacher_id ?? []))]
  const people = (await findPeople(db, ids)).filter(({ roles }) => roles.includes(ROLE.teacher))
  const rooms = own.some(({ room_id }) => room_id !== null) ? await listRoomChoices(db) : []
  return {
    teachers: new Map(people.map((one) => [one.id, { id: one.id, label: fullName(one) }])),
    rooms: new Map(rooms.map(({ id, label }) => [id, { id, label }])),
  }
}

/**
 * What a series would come to: the preview shows it and the save stores it. One judgement for all of its parts, so that
 * sixty plannings cost as many queries as two.
 * @param own what was chosen for single plannings, by the day of the pattern
 */
export async function planSeries(
  db: Db | Trx,
  registry: Registry,
  planning: ResolvedPlanning,
  pattern: Pattern,
  own: ReadonlyMap<string, OccasionInput>,
): Promise<PlannedSeries> {
  const closed = await closedDays(db)
  const days = daysOf(planning, pattern, closed)
  const first = firstDayOf(planning.parts)
  const { teachers, rooms } = await chosenOf(db, [...own.values()])
  const occasions = days.days.map((on): Occasion => {
    const chosen = own.get(on) ?? asProposed(on)
    const refused: Occasion['refused'] = []
    const teacher = chosen.teacher_id === null ? null : (teachers.get(chosen.teacher_id) ?? null)
    const room = chosen.room_id === null || planning.course.online ? null : (rooms.get(chosen.room_id) ?? null)
    if (chosen.teacher_id !== null && teacher === null)
      refused.push({ field: 'teacher_id', text: 'Kies een docent die actief is.' })
    if (chosen.room_id !== null && !planning.course.online && room === null)
      refused.push({ field: 'room_id', text: 'Maak een keuze' })
    const later = planning.parts.map((part) => partLater(part, daysBetween(first, chosen.day)))
    const parts = later.flatMap((part) => (part === null ? [] : [withOwn(part, teacher, room)]))
    if (parts.length < later.length)
      refused.push({
        field: 'day',
        text: `Op ${formatDate(chosen.day)} of een dag daarna gaat de klok een uur vooruit: dit tijdstip bestaat niet.`,
      })
    const remarks = dateRemarks(
      parts.map(({ description, starts_at }) => ({ description, start: wallClock(starts_at) })),
      (day) => closed.between(day, day)[day],
    )
    return { on, own: chosen, teacher, room, parts, refused, found: [], remarks }
  })
  const wanted = occasions.filter(({ own: { enabled } }) => enabled)
  const found = await judgeParts(
    db,
    registry,
    wanted.flatMap(({ parts }) => parts),
  )
  let at = 0
  for (const occasion of wanted) {
    occasion.found = found.slice(at, at + occasion.parts.length).flat()
    at += occasion.parts.length
  }
  return { days, occasions }
}
