/** What stands in which lane: what the server told, with the drafts in place of what they change. */
import {
  type BoardBusy,
  type BoardLane,
  type BoardSettings,
  type BoardVisit,
  type UnplannedOrder,
} from '../../src/inspections/planning/visits/board.contract.ts'
import { type DaySpan } from '../../src/inspections/planning/visits/board-times.contract.ts'
import { isoDay, type Day } from '../../src/platform/format/days.ts'
import { wallClock } from '../../src/platform/format/wall-clock.ts'
import { keyOf, laneOf, spanOf } from './drafts.ts'

/** The lane of what nobody does yet. */
export const NOBODY = 0
/** The one lane of all together. */
export const ALL = -1

export interface Block {
  key: string
  visit: BoardVisit
  isDraft: boolean
  span: DaySpan
}

export interface Busy {
  span: DaySpan
  label: string
}

export interface LaneDay {
  day: Day
  blocks: Block[]
  busy: Busy[]
}

export interface Lane {
  id: number
  title: string
  city: string | null
  days: LaneDay[]
}

const MINUTES_PER_DAY = 24 * 60

/** What of it is on this day; null for nothing. */
function busyOn(day: Day, { start_datetime, end_datetime, label }: BoardBusy): Busy | null {
  const from = wallClock(start_datetime)
  const to = wallClock(end_datetime)
  const start = from.day < day ? 0 : from.minute
  const end = to.day > day ? MINUTES_PER_DAY : to.minute
  return from.day > day || to.day < day || end <= start ? null : { span: { start, end }, label }
}

const blockOf = (visit: BoardVisit, isDraft: boolean): Block => ({
  key: keyOf(visit),
  visit,
  isDraft,
  span: spanOf(visit),
})

/** Every lane with all that is in it, whatever is hidden. */
export function lanesOf(answer: readonly BoardLane[], drafts: readonly BoardVisit[], days: readonly Day[]): Lane[] {
  const drafted = new Set(drafts.map(keyOf))
  return answer.map(({ id, title, data }) => {
    const blocks = [
      ...data.visits.filter((visit) => !drafted.has(keyOf(visit))).map((visit) => blockOf(visit, false)),
      ...drafts.filter((draft) => laneOf(draft) === id).map((draft) => blockOf(draft, true)),
    ].toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
    return {
      id,
      title,
      city: data.city,
      days: days.map((day) => ({
        day,
        blocks: blocks.filter(({ visit }) => visit.date === isoDay(day)),
        busy: data.busy.flatMap((busy) => busyOn(day, busy) ?? []),
      })),
    }
  })
}

const isEmpty = ({ days }: Lane): boolean => days.every(({ blocks, busy }) => blocks.length + busy.length === 0)

/** The lanes as the settings show them; with `own` the lane of the viewer. */
export function shownLanes(
  lanes: readonly Lane[],
  { merged, showEmpty, group }: Pick<BoardSettings, 'merged' | 'showEmpty' | 'group'>,
  own: number,
): Lane[] {
  const shown = lanes.filter((lane) => !group || lane.id === own || lane.id === NOBODY)
  if (merged) return [mergedOf(shown)]
  return shown.filter((lane) => showEmpty || !isEmpty(lane))
}

/** One lane of all together; who is busy otherwise says nothing there. */
function mergedOf(lanes: readonly Lane[]): Lane {
  const days = lanes[0]?.days.map(({ day }, i): LaneDay => {
    const blocks = lanes.flatMap((lane) => lane.days[i]!.blocks)
    return { day, blocks: blocks.toSorted((a, b) => a.span.start - b.span.start), busy: [] }
  })
  return { id: ALL, title: 'Allen', city: null, days: days ?? [] }
}

/** What else somebody has on a day; what nobody does yet is in nobody's way. */
export function othersOn(lanes: readonly Lane[], lane: number, date: string, key: string): DaySpan[] {
  if (lane === NOBODY) return []
  const found = lanes.find(({ id }) => id === lane)?.days.find(({ day }) => isoDay(day) === date)
  return (found?.blocks ?? []).filter((block) => block.key !== key).map(({ span }) => span)
}

/** Those that overlap stand beside each other on a line of hours. */
export function tracksOf(blocks: readonly Block[]): Block[][] {
  const tracks: Block[][] = []
  for (const block of blocks) {
    const track = tracks.find((one) => one.at(-1)!.span.end <= block.span.start)
    if (track) track.push(block)
    else tracks.push([block])
  }
  return tracks
}

/** What waits to be planned, without what is a draft by now; what is due first stands first. */
export function trayOf(orders: readonly UnplannedOrder[], drafts: readonly BoardVisit[]): UnplannedOrder[] {
  const drafted = new Set(drafts.map(({ order }) => order.id))
  const due = ({ due_on }: UnplannedOrder): string => due_on ?? '9999'
  return orders
    .filter(({ order_id }) => !drafted.has(order_id))
    .toSorted((a, b) => due(a).localeCompare(due(b)) || a.customer.localeCompare(b.customer, 'nl'))
}

/** 90 → '1,5 uur'; 45 → '45 minuten'. */
export function durationText(minutes: number): string {
  if (minutes < 60) return minutes === 1 ? '1 minuut' : `${minutes} minuten`
  return `${(minutes / 60).toLocaleString('nl-NL', { maximumFractionDigits: 1 })} uur`
}
