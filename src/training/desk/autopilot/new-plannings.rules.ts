import { formatCount, formatDate } from '../../../platform/format/format.ts'
import { addDays, instantOf, wallClock, weekday } from '../../../platform/format/zone.ts'
import { predictParts } from '../../planning/planning/index.ts'
import type {
  Due,
  FreshPlanning,
  Ground,
  Opening,
  PlannableCourse,
  RoomChoice,
  Stretch,
  TeacherChoice,
} from './types.ts'
import { isBusy, unfitting } from './assessment.rules.ts'
import { kilometresBetween } from './regions.rules.ts'

/** Nothing is proposed sooner: people have to hear of it in time. */
const LEAD_DAYS = 14
/** As far ahead as plannings are proposed. */
export const AHEAD_DAYS = 365

/** What keeps a day from being the one. */
type Obstacle = 'room' | 'teacher' | 'people'
const OBSTACLES: Record<Obstacle, string> = {
  room: 'geen lokaal vrij',
  teacher: 'geen docent vrij',
  people: 'te weinig cursisten die dan kunnen',
}

/** A day and an establishment at which the course could be held. */
interface Candidate {
  day: string
  last: string
  parts: FreshPlanning['parts']
  site: Site
}
interface Site {
  postalCode: string | null
  rooms: RoomChoice[]
  averageKm: number
}

export interface Proposed {
  opening: Opening
  dues: Due[]
  reason: string
}

/** The rooms by establishment; of a course that is online none. */
function sitesOf({ rooms }: Ground, { online }: PlannableCourse, dues: readonly Due[]): Site[] {
  if (online) return [{ postalCode: null, rooms: [], averageKm: 0 }]
  return [...Map.groupBy(rooms, ({ establishment }) => establishment).values()].map((own) => {
    const { postalCode } = own[0]!
    const far = dues.map((due) => kilometresBetween(due.postalCode, postalCode) ?? 0)
    const averageKm = far.reduce((sum, km) => sum + km, 0) / Math.max(1, far.length)
    return { postalCode, rooms: own.toSorted((a, b) => (a.capacity ?? 999) - (b.capacity ?? 999)), averageKm }
  })
}

/** The parts of a planning of the course that begins on a day, at its own times; null where a clock has no such time. */
export function partsFrom(course: PlannableCourse, day: string, isClosed: (day: string) => boolean) {
  const components = course.components.filter(({ optional }) => !optional)
  const predicted = predictParts({ day, time: null }, components, { isClosed })
  const parts = predicted.map(({ start, end }, i) => ({
    componentId: components[i]!.id,
    description: components[i]!.description,
    starts_at: instantOf(start.day, start.time),
    ends_at: instantOf(end.day, end.time),
  }))
  return parts.every(({ starts_at, ends_at }) => starts_at !== null && ends_at !== null)
    ? (parts as FreshPlanning['parts'])
    : null
}

function candidatesFor(ground: Ground, course: PlannableCourse, dues: readonly Due[]): Candidate[] {
  const isClosed = (day: string) => ground.closed.has(day)
  const until = dues.map(({ lastOn }) => lastOn).reduce((a, b) => (a > b ? a : b), '')
  const end = [until, addDays(ground.today, AHEAD_DAYS)].sort()[0]!
  const sites = sitesOf(ground, course, dues)
  const found: Candidate[] = []
  for (let day = addDays(ground.today, LEAD_DAYS); day <= end; day = addDays(day, 1)) {
    if (weekday(day) > 5 || isClosed(day)) continue
    const parts = partsFrom(course, day, isClosed)
    if (parts === null || parts.length === 0) continue
    const last = wallClock(parts.at(-1)!.starts_at).day
    found.push(...sites.map((site) => ({ day, last, parts, site })))
  }
  return found
}

/** How many of a sorted list are not before a day. */
function from(days: readonly string[], day: string): number {
  let [low, high] = [0, days.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (days[middle]! < day) low = middle + 1
    else high = middle
  }
  return days.length - low
}

/** The candidates, first the one by which most are in time, then by which most come at all, then the nearest and soonest. */
function ranked(candidates: Candidate[], dues: readonly Due[], most: number): Candidate[] {
  const inTime = dues.map(({ dueOn }) => dueOn).sort()
  const atAll = dues.map(({ lastOn }) => lastOn).sort()
  const score = candidates.map(({ last, site, day }) => ({
    by: [-Math.min(most, from(inTime, last)), -Math.min(most, from(atAll, last)), Math.round(site.averageKm / 5)],
    day,
  }))
  return [...candidates.keys()]
    .sort((a, b) => {
      const [one, other] = [score[a]!, score[b]!]
      const at = one.by.findIndex((value, i) => value !== other.by[i])
      if (at >= 0) return one.by[at]! - other.by[at]!
      return one.day === other.day ? a - b : one.day < other.day ? -1 : 1
    })
    .map((at) => candidates[at]!)
}

type Part = FreshPlanning['parts'][number]

/** A part with what it asks of who gives it. */
interface Given {
  part: Part
  day: string
  skills: number[]
}

/** Whether somebody can give a part: the skills, also on that day, and the time. */
const gives = ({ busy }: Ground, teacher: TeacherChoice, { part, day, skills }: Given): boolean =>
  skills.every((skill) => teacher.skills.includes(skill)) &&
  teacher.proofs.every(({ componentId, until }) => componentId !== part.componentId || until >= day) &&
  !isBusy(busy, `contact-${teacher.id}`, [part])

/**
 * Who gives each part: one for all where somebody can, else as few as can be had by taking who can give the most of what
 * is left; first somebody with nothing else on these days. Null when nobody can give one of them.
 */
export function teachersFor(ground: Ground, course: PlannableCourse, parts: readonly Part[]): TeacherChoice[] | null {
  const asked = parts.map((part): Given => {
    const skills = course.components.find(({ id }) => id === part.componentId)?.skills ?? []
    return { part, day: wallClock(part.starts_at).day, skills }
  })
  const days = asked.map(({ day }): Stretch => {
    return { starts_at: instantOf(day, '00:00')!, ends_at: instantOf(addDays(day, 1), '00:00')! }
  })
  const choices = ground.teachers.map((teacher) => ({
    teacher,
    can: new Set(asked.filter((one) => gives(ground, teacher, one)).map(({ part }) => part)),
    isQuiet: !isBusy(ground.busy, `contact-${teacher.id}`, days),
  }))
  const chosen = new Map<Part, TeacherChoice>()
  while (chosen.size < parts.length) {
    const left = parts.filter((part) => !chosen.has(part))
    const [best] = choices
      .map((choice) => ({ ...choice, own: left.filter((part) => choice.can.has(part)) }))
      .sort((a, b) => b.own.length - a.own.length || Number(b.isQuiet) - Number(a.isQuiet))
    if (!best || best.own.length === 0) return null
    for (const part of best.own) chosen.set(part, best.teacher)
  }
  return parts.map((part) => chosen.get(part)!)
}

/** 'Jeroen van Dijk en Petra Smit', each once. */
export const teacherNames = ({ teachers }: Pick<FreshPlanning, 'teachers'>): string =>
  new Intl.ListFormat('nl-NL').format(new Set(teachers.map(({ name }) => name)))

/** Tries one candidate: the planning with those who come, or what is in the way. */
function tryOut(
  ground: Ground,
  course: PlannableCourse,
  dues: readonly Due[],
  candidate: Candidate,
): { opening: Opening; dues: Due[] } | Obstacle {
  const { site, parts, day, last } = candidate
  const rooms = site.rooms.filter(({ id }) => !isBusy(ground.busy, `room-${id}`, parts))
  if (!course.online && rooms.length === 0) return 'room'
  const teachers = teachersFor(ground, course, parts)
  if (teachers === null) return 'teacher'
  const wanted = Math.min(course.maxCount, dues.length)
  const room = course.online ? null : (rooms.find(({ capacity }) => (capacity ?? 999) >= wanted) ?? rooms.at(-1)!)
  const maxCount = Math.min(course.maxCount, room?.capacity ?? course.maxCount)
  const opening: Opening = {
    key: freshKey({ courseId: course.id, roomId: room?.id ?? 0, teacherIds: teachers.map(({ id }) => id), day }),
    courseId: course.id,
    spans: parts.map(({ starts_at, ends_at }) => ({ starts_at, ends_at })),
    first: day,
    last,
    free: maxCount,
    place: room?.label ?? 'Online',
    postalCode: site.postalCode,
    companies: null,
    fresh: { roomId: room?.id ?? null, room: room?.label ?? '', teachers: teachers.map(({ id, name }) => ({ id, name })), parts, maxCount }, // prettier-ignore
  }
  const fitting = dues.filter((due) => unfitting(ground, due, opening) === null)
  const coming = fitting.toSorted((a, b) => Number(a.dueOn < last) - Number(b.dueOn < last)).slice(0, maxCount)
  return coming.length < course.minimum ? 'people' : { opening, dues: coming }
}

/** What a proposed planning is made from, as a form sends it back; one teacher where all parts have the same. */
export function freshKey(of: { courseId: number; roomId: number; teacherIds: number[]; day: string }): string {
  const teachers = new Set(of.teacherIds).size === 1 ? of.teacherIds.slice(0, 1) : of.teacherIds
  return `n${of.courseId}.${of.roomId}.${teachers.join('_')}.${of.day}`
}

/** Why this day, and what stood in the way of those that were tried before it. */
function reasonOf({ opening, dues }: { opening: Opening; dues: Due[] }, tried: ReadonlyMap<string, Obstacle>): string {
  const inTime = dues.filter(({ dueOn }) => dueOn >= opening.last).length
  const { room, teachers } = opening.fresh!
  const who = teacherNames(opening.fresh!)
  const alone = new Set(teachers.map(({ id }) => id)).size === 1
  const free = room === '' ? `${who} ${alone ? 'is' : 'zijn'} dan vrij` : `${room} en ${who} zijn dan vrij`
  const reach =
    inTime === dues.length
      ? `${inTime === 1 ? 'de cursist is' : `alle ${inTime} cursisten zijn`} op tijd`
      : `op tijd: ${inTime} van de ${dues.length}`
  const earlier = Map.groupBy(
    [...tried].filter(([day]) => day < opening.first),
    ([, obstacle]) => obstacle,
  )
  const blocked = [...earlier].map(
    ([obstacle, days]) => `${OBSTACLES[obstacle]} op ${formatCount(days.length, 'dag', 'dagen')}`,
  )
  const why =
    blocked.length > 0
      ? `Eerder kan niet: ${blocked.join(', ')}.`
      : `Niet eerder dan ${LEAD_DAYS} dagen na vandaag, zodat iedereen het op tijd weet.`
  return `${free[0]!.toUpperCase()}${free.slice(1)}; ${reach}. ${why}`
}

const take = (busy: Map<string, Stretch[]>, key: string, spans: readonly Stretch[]) =>
  busy.set(key, [...(busy.get(key) ?? []), ...spans])

/**
 * Proposes plannings of one course for people who got no place in those that are there, as long as each reaches the
 * minimum: on the day that brings most of them in time, in a room and with a teacher that are free.
 * @param ground is told of what the proposed plannings take
 * @returns the plannings, and why there is none for who is left
 */
export function* proposeFresh(
  ground: Ground & { busy: Map<string, Stretch[]> },
  course: PlannableCourse,
  all: readonly Due[],
): Generator<void, { proposed: Proposed[]; left: Due[]; why: string }> {
  let left = [...all]
  let candidates = candidatesFor(ground, course, left)
  const tried = new Map<string, Obstacle>()
  const proposed: Proposed[] = []
  let found = true
  while (found && left.length >= course.minimum) {
    found = false
    const hopeless = new Set<Candidate>()
    for (const candidate of ranked(candidates, left, course.maxCount)) {
      yield
      const outcome = tryOut(ground, course, left, candidate)
      if (typeof outcome === 'string') {
        hopeless.add(candidate)
        tried.set(candidate.day, outcome)
        continue
      }
      const { opening, dues } = outcome
      tried.delete(candidate.day)
      proposed.push({ opening, dues, reason: reasonOf(outcome, tried) })
      const { teachers } = opening.fresh!
      for (const [i, { id }] of teachers.entries()) take(ground.busy, `contact-${id}`, [opening.spans[i]!])
      if (opening.fresh!.roomId !== null) take(ground.busy, `room-${opening.fresh!.roomId}`, opening.spans)
      for (const { contactId } of dues) take(ground.busy, `student-${contactId}`, opening.spans)
      const placed = new Set(dues)
      left = left.filter((due) => !placed.has(due))
      found = true
      break
    }
    candidates = candidates.filter((candidate) => !hopeless.has(candidate))
  }
  return { proposed, left, why: whyNone(ground, course, left, tried) }
}

function whyNone(ground: Ground, course: PlannableCourse, left: readonly Due[], tried: ReadonlyMap<string, Obstacle>) {
  if (left.length < course.minimum)
    return `een nieuwe planning vraagt ${formatCount(course.minimum, 'cursist', 'cursisten')}, er ${left.length === 1 ? 'is er nog 1' : `zijn er nog ${left.length}`}`
  const reasons = new Set([...tried.values()].map((obstacle) => OBSTACLES[obstacle]))
  if (reasons.size === 0) return `een nieuwe planning kan pas vanaf ${formatDate(addDays(ground.today, LEAD_DAYS))}`
  return `voor een nieuwe planning is er ${[...reasons].join(', ')}`
}
