/** What is planned on the screen and not saved yet: it outlives a reload, and is shown to the server when it is confirmed. */
import { type BoardVisit, type UnplannedOrder } from '../../src/inspections/planning/visits/board.contract.ts'
import {
  DEFAULT_DURATION,
  minutesOf,
  timeOf,
  type DaySpan,
} from '../../src/inspections/planning/visits/board-times.contract.ts'
import { dayFromIso } from '../../src/platform/format/days.ts'
import { epochOf } from '../../src/platform/format/wall-clock.ts'

/** One draft of each visit, and one of each order that nothing is planned for. */
export const keyOf = ({ id, order }: Pick<BoardVisit, 'id' | 'order'>): string =>
  id === null ? `new-${order.id}` : `visit-${id}`

export const laneOf = ({ employee_id }: Pick<BoardVisit, 'employee_id'>): number => employee_id ?? 0

export const spanOf = ({ start_time, end_time }: BoardVisit): DaySpan => ({
  start: minutesOf(start_time),
  end: minutesOf(end_time),
})

export interface Place {
  lane: number
  /** YYYY-MM-DD */
  date: string
  span: DaySpan
}

export const placeOf = (visit: BoardVisit): Place => ({ lane: laneOf(visit), date: visit.date, span: spanOf(visit) })

export function putAt(visit: BoardVisit, { lane, date, span }: Place): BoardVisit {
  const day = dayFromIso(date)
  return {
    ...visit,
    employee_id: lane === 0 ? null : lane,
    date,
    start_time: timeOf(span.start),
    end_time: timeOf(span.end),
    start_datetime: epochOf(day, span.start),
    end_datetime: epochOf(day, span.end),
    duration: span.end - span.start,
  }
}

/** A visit of an order that has none, before it has a place. */
export const visitOf = ({ order_id, uid, customer, city, devices, duration, hours }: UnplannedOrder): BoardVisit => ({
  id: null,
  uid,
  employee_id: null,
  date: '',
  start_time: '',
  end_time: '',
  start_datetime: 0,
  end_datetime: 0,
  duration: duration > 0 ? duration : DEFAULT_DURATION,
  order: { id: order_id, reference: null, devices, city, hours },
  customer,
  room_id: null,
  done: false,
  touched: false,
  'background-color': '',
  version: 0,
})

export const withDraft = (drafts: readonly BoardVisit[], visit: BoardVisit): BoardVisit[] => [
  ...drafts.filter((draft) => keyOf(draft) !== keyOf(visit)),
  visit,
]

export const withoutDrafts = (drafts: readonly BoardVisit[], keys: readonly string[]): BoardVisit[] =>
  drafts.filter((draft) => !keys.includes(keyOf(draft)))

const isSamePlace = (a: BoardVisit, b: BoardVisit): boolean =>
  a.order.id === b.order.id &&
  laneOf(a) === laneOf(b) &&
  a.date === b.date &&
  a.start_time === b.start_time &&
  a.end_time === b.end_time

/** Without those that are saved by now as they were drawn. */
export const notSaved = (drafts: readonly BoardVisit[], saved: readonly BoardVisit[]): BoardVisit[] =>
  drafts.filter(
    (draft) =>
      !saved.some((visit) => isSamePlace(draft, visit) && (draft.id === null || visit.version !== draft.version)),
  )

/**
 * Drafts in an address: what a field does not say is left out. Numbers, days and times need no escaping, with which fifty
 * drafts would be too long.
 */
export function draftsQuery(drafts: readonly BoardVisit[]): string[] {
  const query: string[] = []
  for (const [i, draft] of drafts.entries()) {
    const { id, order, employee_id, date, start_time, end_time, room_id, version } = draft
    const sent = { id, order_id: order.id, employee_id, date, start_time, end_time, room_id, version: id && version }
    for (const [name, value] of Object.entries(sent)) if (value !== null) query.push(`visits[${i}][${name}]=${value}`)
  }
  return query
}

/** The popup that shows drafts before they are saved. */
export const confirmUrlOf = (confirmUrl: string, drafts: readonly BoardVisit[]): string =>
  `${confirmUrl}?${draftsQuery(drafts).join('&')}`

const storageKey = (viewer: number): string => `board-drafts:${viewer}`

/** Drafts of this viewer in this tab. */
export function restoreDrafts(storage: Storage, viewer: number): BoardVisit[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(storageKey(viewer)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isDraft) : []
  } catch {
    return []
  }
}

export function keepDrafts(storage: Storage, viewer: number, drafts: readonly BoardVisit[]): void {
  try {
    if (drafts.length === 0) storage.removeItem(storageKey(viewer))
    else storage.setItem(storageKey(viewer), JSON.stringify(drafts))
  } catch {
    // A full or forbidden storage keeps nothing; the drafts are on the screen still.
  }
}

function isDraft(value: unknown): value is BoardVisit {
  const { order, date, start_time, end_time } = (value ?? {}) as Partial<BoardVisit>
  return typeof order?.id === 'number' && [date, start_time, end_time].every((text) => typeof text === 'string')
}
