import { formatDate, formatNearDay } from '../../../platform/format/format.ts'
import { assign } from './assigning.rules.ts'
import type { Due, Ground, Opening, PlannableCourse, Proposal, ProposedLine, Stretch } from './types.ts'
import { proposeFresh } from './new-plannings.rules.ts'
import { type Unfitting, overlap, sortByPreference, unfitting } from './assessment.rules.ts'
import { kilometresBetween } from './regions.rules.ts'

const REFUSED: Record<Unfitting, string> = {
  late: 'is te laat',
  others: 'is besloten voor een ander bedrijf',
  far: 'is te ver weg',
  busy: 'valt samen met een andere planning van deze cursist',
  unfit: 'stelt eisen waaraan de cursist niet voldoet',
}

const dayOf = ({ spans }: Opening): string => formatNearDay(spans[0]!.starts_at)
const startOf = ({ spans }: Opening): number => spans[0]!.starts_at.getTime()
const MOST_TOLD = 2

/** Those who are due first in front, so that a place that one of two can have goes to who needs it sooner. */
const bySoonest = (a: Due, b: Due): number => (a.dueOn === b.dueOn ? a.id - b.id : a.dueOn < b.dueOn ? -1 : 1)

/** What of each opening is known of one person. */
interface Weighed {
  due: Due
  options: number[]
  refused: ReadonlyMap<number, Unfitting>
}

function weigh(ground: Ground, due: Due): Weighed {
  const refused = new Map<number, Unfitting>()
  const options: number[] = []
  for (const [i, opening] of ground.openings.entries()) {
    if (opening.courseId !== due.courseId) continue
    const why = unfitting(ground, due, opening)
    if (why === null) options.push(i)
    else refused.set(i, why)
  }
  return { due, options: sortByPreference(due, options, ground.openings), refused }
}

/** Nobody can go to what is at the time of the place that they got for another course, whether it is full or not. */
function withoutMeanwhile(
  weighed: readonly Weighed[],
  seats: readonly (number | null)[],
  openings: readonly Opening[],
) {
  const byPerson = Map.groupBy(weighed.keys(), (at) => weighed[at]!.due.contactId)
  return weighed.map((one, at): Weighed => {
    const others = byPerson.get(one.due.contactId)!.filter((other) => other !== at)
    const taken = others.flatMap((other) => openings[seats[other] ?? -1]?.spans ?? [])
    const refused = new Map(one.refused)
    const options: number[] = []
    for (const option of one.options)
      if (overlap(taken, openings[option]!.spans)) refused.set(option, 'busy')
      else options.push(option)
    return { ...one, options, refused }
  })
}

/** Why none of the earlier plannings: the first few of them, each with what is in the way. */
function whyNotEarlier(ground: Ground, { due, refused, options }: Weighed, chosen: Opening): string {
  const earlier = [...refused.keys(), ...options]
    .filter((i) => startOf(ground.openings[i]!) < startOf(chosen))
    .sort((a, b) => startOf(ground.openings[a]!) - startOf(ground.openings[b]!))
  if (earlier.length === 0) return `Eerste planning van ${due.course} met plaats.`
  const told = earlier.slice(0, MOST_TOLD).map((i) => {
    const opening = ground.openings[i]!
    const why = refused.get(i)
    if (why !== undefined) return `${dayOf(opening)} ${REFUSED[why]}`
    if (opening.free <= 0) return `${dayOf(opening)} is vol`
    return `${dayOf(opening)} is ${isWorse(due, opening, chosen) ?? 'nodig voor wie eerder moet of elders niet kan'}`
  })
  const more = earlier.length - told.length
  return `Niet eerder: ${told.join('; ')}${more > 0 ? `; en nog ${more} eerdere` : ''}.`
}

/** What makes an earlier planning with places less fit for somebody than the one that was chosen. */
function isWorse(due: Due, earlier: Opening, chosen: Opening): string | null {
  if (earlier.companies === null && chosen.companies !== null) return 'open, deze is van het eigen bedrijf'
  const [there, here] = [earlier, chosen].map(({ postalCode }) => kilometresBetween(due.postalCode, postalCode))
  return there !== null && here !== null && there! > here! ? `verder weg (± ${there} km)` : null
}

function lineOf(ground: Ground, weighed: Weighed, opening: Opening): ProposedLine {
  const { due } = weighed
  const late = opening.last > due.dueOn
  const until = late
    ? `Na de vervaldatum, binnen de uitlooptermijn t/m ${formatDate(due.lastOn)}.`
    : 'Vóór de vervaldatum.'
  return {
    due,
    opening,
    late,
    km: kilometresBetween(due.postalCode, opening.postalCode),
    reason: opening.fresh === null ? `${until} ${whyNotEarlier(ground, weighed, opening)}` : until,
  }
}

/** What of the plannings in time is told to who got nothing: first what the most can be done about. */
const TOLD: readonly Unfitting[] = ['busy', 'far', 'others']

/** Why somebody got nothing: that there is no place in time, what the plannings there are lack, and why there is no new one. */
function nowhere({ due, options, refused }: Weighed, why: string): ProposedLine {
  const lacks = new Set(refused.values())
  const full = options.length === 1 ? 'de planning die past is vol' : 'alle planningen die passen zijn vol'
  const [most] = TOLD.filter((one) => lacks.has(one))
  const reasons = lacks.has('unfit')
    ? ['voldoet niet aan de eisen van de opleiding']
    : [...(options.length > 0 ? [full] : most === undefined ? [] : [`een planning ${REFUSED[most]}`]), why]
  const reason = `Geen plaats vóór ${formatDate(due.lastOn)}: ${reasons.join('; ')}.`
  return { due, opening: null, late: false, km: null, reason }
}

/** For each course those that are left get plannings of their own, as far as these reach the minimum. */
function* addFresh(ground: Ground, left: readonly Weighed[], busy: Map<string, Stretch[]>): Generator<void, Proposal> {
  const lines: ProposedLine[] = []
  const fresh: Proposal['fresh'] = []
  const courses = new Map(ground.courses.map((course) => [course.id, course]))
  const byCourse = Map.groupBy(left, ({ due }) => due.courseId)
  const inOrder = [...byCourse].sort((a, b) => b[1].length - a[1].length || a[0] - b[0])
  for (const [courseId, own] of inOrder) {
    const course: PlannableCourse | undefined = courses.get(courseId)
    const weighed = new Map(own.map((one) => [one.due, one]))
    if (course === undefined) {
      lines.push(...own.map((one) => nowhere(one, 'de opleiding wordt niet meer gegeven')))
      continue
    }
    const outcome = yield* proposeFresh({ ...ground, busy }, course, [...weighed.keys()])
    for (const { opening, dues, reason } of outcome.proposed) {
      fresh.push({ opening, reason })
      lines.push(...dues.map((due) => lineOf(ground, weighed.get(due)!, opening)))
    }
    lines.push(...outcome.left.map((due) => nowhere(weighed.get(due)!, outcome.why)))
  }
  return { lines, fresh }
}

/**
 * Where everybody can go who has to take something again: first to the plannings that are there, as many of them as fit
 * at all, then to plannings that are proposed. The same ground gives the same proposal. It yields, since many people take a while.
 */
export function* propose(ground: Ground): Generator<void, Proposal> {
  const weighed: Weighed[] = []
  for (const due of ground.dues.toSorted(bySoonest)) {
    weighed.push(weigh(ground, due))
    yield
  }
  const seekers = weighed.map(({ due, options }) => ({ person: due.contactId, options }))
  const places = ground.openings.map(({ free, spans }) => ({ free: Math.max(0, free), spans }))
  const seats = yield* assign(seekers, places)
  const busy = new Map([...ground.busy].map(([key, spans]) => [key, [...spans]]))
  const placed: ProposedLine[] = []
  const left: Weighed[] = []
  for (const [i, one] of withoutMeanwhile(weighed, seats, ground.openings).entries()) {
    const seat = seats[i] ?? null
    if (seat === null) {
      left.push(one)
      continue
    }
    const opening = ground.openings[seat]!
    const key = `student-${one.due.contactId}`
    busy.set(key, [...(busy.get(key) ?? []), ...opening.spans])
    placed.push(lineOf(ground, one, opening))
    yield
  }
  const added = yield* addFresh(ground, left, busy)
  return { lines: [...placed, ...added.lines], fresh: added.fresh }
}
