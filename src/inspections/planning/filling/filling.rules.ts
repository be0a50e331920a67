/**
 * Which order is visited by whom and when, beside what is planned already. What is due in these days is placed first, the
 * most urgent before the rest; then whoever is nearest goes to the nearest.
 */
import type { Point } from '../../../platform/format/distance.ts'
import type { DaySpan } from '../visits/index.ts'
import { type Pace, travelMinutes } from './travel.contract.ts'

/** What somebody has on a day, in minutes since midnight, and where. */
export interface Stop extends DaySpan {
  point: Point | null
  name: string | null
}

/** A day of somebody: within which hours, from where and back to there, with what is there already. */
export interface FillDay {
  employee_id: number
  /** YYYY-MM-DD */
  date: string
  hours: DaySpan
  home: Pick<Stop, 'point' | 'name'>
  stops: readonly Stop[]
}

export interface FillOrder {
  order_id: number
  customer: string
  duration: number
  due_on: string | null
  hours: DaySpan
  point: Point | null
}

export interface Placed extends DaySpan {
  order: FillOrder
  day: FillDay
  /** Where one comes from, and how long that takes. */
  from: string | null
  travel: number
}

/** A visit begins on a multiple of so many minutes. */
const STEP = 5

interface Running extends FillDay {
  /** By when they begin; those that were placed with their order. */
  taken: (Stop & { order?: FillOrder })[]
}

interface Slot {
  day: Running
  start: number
  /** Minutes to get there, and how many more that day takes on the road. */
  travel: number
  detour: number
}

/** What stands between one and the next of a day, from home to home. */
function* gapsOf({ hours, home, taken }: Running): Generator<{ before: Stop; after: Stop }> {
  let before: Stop = { ...home, start: hours.start, end: hours.start }
  for (const stop of taken) {
    yield { before, after: stop }
    if (stop.end > before.end) before = stop
  }
  yield { before, after: { ...home, start: hours.end, end: hours.end } }
}

/** Where an order fits on a day. */
function* slotsOn(day: Running, order: FillOrder, pace: Pace): Generator<Slot> {
  for (const { before, after } of gapsOf(day)) {
    const travel = travelMinutes(before.point, order.point, pace)
    const earliest = Math.max(before.end + travel, order.hours.start, day.hours.start)
    const start = Math.ceil(earliest / STEP) * STEP
    const end = start + order.duration
    if (end > Math.min(order.hours.end, day.hours.end, after.start)) continue
    const onward = travelMinutes(order.point, after.point, pace)
    if (end + onward > after.start) continue
    yield { day, start, travel, detour: travel + onward - travelMinutes(before.point, after.point, pace) }
  }
}

type Better = (a: Slot, b: Slot) => number

const byDetour: Better = (a, b) => a.detour - b.detour || a.day.date.localeCompare(b.day.date) || a.start - b.start
const byDay: Better = (a, b) => a.day.date.localeCompare(b.day.date) || a.detour - b.detour || a.start - b.start
const byNearness: Better = (a, b) => a.travel - b.travel || a.detour - b.detour || a.start - b.start

function best(days: readonly Running[], order: FillOrder, pace: Pace, better: Better): Slot | null {
  let found: Slot | null = null
  for (const day of days)
    for (const slot of slotsOn(day, order, pace)) if (found === null || better(slot, found) < 0) found = slot
  return found
}

function place({ day, start }: Slot, order: FillOrder): void {
  const { point, customer, duration } = order
  day.taken.push({ start, end: start + duration, point, name: customer, order })
  day.taken.sort((a, b) => a.start - b.start)
}

/** What is due on one of these days or before, in time where that can be. */
function placeDue(days: readonly Running[], orders: readonly FillOrder[], pace: Pace): void {
  for (const order of orders) {
    const inTime = days.filter(({ date }) => date <= order.due_on!)
    const slot = best(inTime, order, pace, byDetour) ?? best(days, order, pace, byDay)
    if (slot) place(slot, order)
  }
}

/** Of all who go on one day, again and again who is nearest to what is left. */
function placeNearest(days: readonly Running[], left: Set<FillOrder>, pace: Pace): void {
  const nearest = (day: Running): { order: FillOrder; slot: Slot } | null => {
    let found: { order: FillOrder; slot: Slot } | null = null
    for (const order of left)
      for (const slot of slotsOn(day, order, pace))
        if (found === null || byNearness(slot, found.slot) < 0) found = { order, slot }
    return found
  }
  const next = new Map(days.map((day) => [day, nearest(day)]))
  for (;;) {
    const [first] = [...next.values()].filter((one) => one !== null).sort((a, b) => byNearness(a.slot, b.slot))
    if (!first) return
    place(first.slot, first.order)
    left.delete(first.order)
    for (const [day, one] of next) if (day === first.slot.day || one?.order === first.order) next.set(day, nearest(day))
  }
}

/** Why an order has no place, after all that could be placed. */
function whyNot(days: readonly Running[], order: FillOrder, pace: Pace, timeText: (span: DaySpan) => string): string {
  const { hours, duration } = order
  if (hours.start + duration > hours.end) return `duurt langer dan de bezoektijd ${timeText(hours)}`
  const fits = (other: Partial<FillOrder>) => best(days, { ...order, ...other }, pace, byDay) !== null
  if (fits({ hours: { start: 0, end: 24 * 60 } })) return `bezoektijd ${timeText(hours)} is vol`
  if (fits({ point: null })) return 'te ver rijden voor de tijd die nog vrij is'
  return 'geen tijd meer op deze dagen'
}

const placedOn = (day: Running, pace: Pace): Placed[] =>
  [...gapsOf(day)].flatMap(({ before, after }) => {
    const { order } = after as Running['taken'][number]
    if (!order) return []
    const travel = travelMinutes(before.point, after.point, pace)
    const isKnown = before.point !== null && after.point !== null
    return [{ order, day, start: after.start, end: after.end, from: isKnown ? before.name : null, travel }]
  })

const byUrgency = (a: FillOrder, b: FillOrder): number => a.due_on!.localeCompare(b.due_on!) || a.order_id - b.order_id

/** @returns what is placed, by day, and what is left with why */
export function fillDays(
  given: readonly FillDay[],
  orders: readonly FillOrder[],
  pace: Pace,
  timeText: (span: DaySpan) => string,
): { placed: Placed[]; left: { order: FillOrder; why: string }[] } {
  const days = given
    .map((day): Running => ({ ...day, taken: day.stops.toSorted((a, b) => a.start - b.start) }))
    .sort((a, b) => a.date.localeCompare(b.date))
  const last = days.at(-1)?.date ?? ''
  const due = orders.filter(({ due_on }) => due_on !== null && due_on <= last)
  placeDue(days, due.toSorted(byUrgency), pace)
  const left = new Set(orders.filter(({ due_on }) => due_on === null || due_on > last))
  for (const ofDay of Map.groupBy(days, ({ date }) => date).values()) placeNearest(ofDay, left, pace)
  const placed = days.flatMap((day) => placedOn(day, pace))
  const isPlaced = new Set(placed.map(({ order }) => order))
  return {
    placed,
    left: orders
      .filter((order) => !isPlaced.has(order))
      .map((order) => ({ order, why: whyNot(days, order, pace, timeText) })),
  }
}
