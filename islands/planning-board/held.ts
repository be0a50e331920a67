/** A visit that is held in the hand: where it is now, what the keys do with it, and what becomes of it when it is dropped. */
import { type BoardSettings, type BoardVisit } from '../../src/inspections/planning/visits/board.contract.ts'
import {
  drop,
  LAST_MINUTE,
  startBehind,
  timeOf,
  type Dropped,
} from '../../src/inspections/planning/visits/board-times.contract.ts'
import { dayFromIso, isoDay, type Day } from '../../src/platform/format/days.ts'
import { shortDay } from '../shared/day-titles.ts'
import { keyOf, laneOf, spanOf } from './drafts.ts'
import { HELD_KEYS } from './keys.ts'
import { ALL, NOBODY, othersOn, type Lane } from './model.ts'

/** The lines of the grid: half an hour. */
export const SLOT_MINUTES = 30
export const SLOTS = (24 * 60) / SLOT_MINUTES

export interface Spot {
  lane: number
  day: Day
  /** When it begins; null for behind all that is planned there. */
  minute: number | null
}

export interface Held {
  visit: BoardVisit
  by: 'pointer' | 'keys'
  /** Where it was taken from; null from the tray. */
  from: Spot | null
  at: Spot
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most))

export const snap = (minute: number): number =>
  clamp(Math.round(minute / SLOT_MINUTES) * SLOT_MINUTES, 0, 24 * 60 - SLOT_MINUTES)

/** Where a visit stands that has a place. */
const spotOf = (visit: BoardVisit, lane: number): Spot => ({
  lane,
  day: dayFromIso(visit.date),
  minute: spanOf(visit).start,
})

/** @param first where one from the tray starts */
export function pickUp(visit: BoardVisit, by: Held['by'], lane: number | null, first: Omit<Spot, 'minute'>): Held {
  const from = lane === null ? null : spotOf(visit, lane)
  return { visit, by, from, at: from ?? { ...first, minute: null } }
}

/** Where on the board a visit would go that is dropped here: in the lane of all together it keeps its own. */
export const laneAt = ({ visit, at }: Held): number => (at.lane === ALL ? laneOf(visit) : at.lane)

/** What becomes of it when it is dropped where it is. */
export function judge(held: Held, lanes: readonly Lane[]): Dropped {
  const { visit, at } = held
  return drop(othersOn(lanes, laneAt(held), isoDay(at.day), keyOf(visit)), at.minute, visit.duration)
}

export const isMoved = ({ from, at }: Held): boolean =>
  from === null || from.lane !== at.lane || from.day !== at.day || from.minute !== at.minute

/** Its own begin, else where it would begin behind what is there. */
const minuteOf = (held: Held, lanes: readonly Lane[]): number =>
  held.at.minute ?? startBehind(othersOn(lanes, laneAt(held), isoDay(held.at.day), keyOf(held.visit)))

export type HoldCommand = 'drop' | 'back' | ((held: Held) => Held)

interface Around {
  settings: Pick<BoardSettings, 'type' | 'direction'>
  /** The ids of the lanes in the order in which they are shown. */
  shown: readonly number[]
  lanes: readonly Lane[]
}

/** Which way a key of a line goes; undefined for one that is none of them. */
const wayOf = ({ keys }: { keys: readonly string[] }, key: string): 1 | -1 | undefined =>
  key === keys[0] ? -1 : key === keys[1] ? 1 : undefined

const toLane =
  (shown: readonly number[], direction: 1 | -1) =>
  (held: Held): Held => {
    const lane = shown[shown.indexOf(held.at.lane) + direction]
    return lane === undefined ? held : { ...held, at: { ...held.at, lane } }
  }

const toDay =
  (days: number) =>
  (held: Held): Held => ({ ...held, at: { ...held.at, day: held.at.day + days } })

/** The next line of the grid, for one that stands between two lines. */
const toMinute =
  (lanes: readonly Lane[], direction: 1 | -1) =>
  (held: Held): Held => {
    const minute = minuteOf(held, lanes)
    const line = direction === 1 ? Math.floor(minute / SLOT_MINUTES) : Math.ceil(minute / SLOT_MINUTES)
    const next = clamp((line + direction) * SLOT_MINUTES, 0, LAST_MINUTE + 1 - SLOT_MINUTES)
    return { ...held, at: { ...held.at, minute: next } }
  }

/** What a key does with what is held; undefined for a key that is none of it. */
export function holdCommandOf(
  {
    key,
    ctrlKey,
    altKey,
    metaKey,
    shiftKey,
  }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>,
  { settings, shown, lanes }: Around,
): HoldCommand | undefined {
  if (ctrlKey || altKey || metaKey || shiftKey) return undefined
  if (HELD_KEYS.drop.keys.includes(key)) return 'drop'
  if (key === HELD_KEYS.back.keys[0]) return 'back'
  const isDay = settings.type === 'd'
  const page = wayOf(HELD_KEYS.pages, key)
  if (page !== undefined) return toDay(isDay ? page : page * 7)
  const [across, down] = [wayOf(HELD_KEYS.across, key), wayOf(HELD_KEYS.down, key)]
  const way = across ?? down
  if (way === undefined) return undefined
  // Lanes lie across time: below each other in rows, beside each other in columns.
  if ((down !== undefined) === (settings.direction === 'horizontal')) return toLane(shown, way)
  return isDay ? toMinute(lanes, way) : toDay(way)
}

const nameOf = (lane: number, lanes: readonly Lane[]): string =>
  lanes.find(({ id }) => id === lane)?.title ?? (lane === NOBODY ? 'Zonder keurmeester' : '')

/** 'Sporthal De Veldkei: Ruben Jansen, di 01-12-2026, 12:30–14:00', or why not. */
export function heldText(held: Held, lanes: readonly Lane[]): string {
  const dropped = judge(held, lanes)
  const times = 'refusal' in dropped ? '' : `, ${timeOf(dropped.span.start)}–${timeOf(dropped.span.end)}`
  const day = shortDay(held.at.day).toLowerCase()
  return `${held.visit.customer}: ${nameOf(laneAt(held), lanes)}, ${day}${times}`
}
