import type { VisitingHours } from '../../unplanned.contract.ts'

/** What the planning board and the server agree on. Days are YYYY-MM-DD, times HH:mm of Amsterdam, instants epoch seconds. */

export type { UnplannedOrder, VisitingHours } from '../../unplanned.contract.ts'

/** So many are planned in one save at most. */
export const MOST_DRAFTS = 50

/** A visit as the board has it: new (without an id, a draft) or saved. */
export interface BoardVisit {
  id: number | null
  /** Number of its order: 'O2026-0158'. */
  uid: string
  employee_id: number | null
  date: string
  start_time: string
  end_time: string
  start_datetime: number
  end_datetime: number
  /** Minutes. */
  duration: number
  order: { id: number; reference: string | null; devices: number; city: string | null; hours?: VisitingHours }
  customer: string
  room_id: number | null
  done: boolean
  /** Something of its order was delivered, done or checked: it cannot be cancelled any more. */
  touched: boolean
  'background-color': string
  version: number
}

/** Something else that somebody does then: a part of a course, an absence, leave. */
export interface BoardBusy {
  start_datetime: number
  end_datetime: number
  label: string
}

/** A lane: somebody who can be planned; id 0 is 'Zonder keurmeester'. */
export interface BoardLane {
  id: number
  title: string
  data: { city: string | null; visits: BoardVisit[]; busy: BoardBusy[] }
}

/** What is sent to /schedule/confirm of each draft, as `visits[i][…]`. */
export interface DraftVisit {
  id: number | null
  order_id: number
  employee_id: number | null
  date: string
  start_time: string
  end_time: string
  room_id: number | null
  version: number | null
}

/** Kept for a day in the cookie `board-settings-inspections`. */
export interface BoardSettings {
  type: 'd' | 'w'
  date: string
  merged: boolean
  showEmpty: boolean
  direction: 'horizontal' | 'vertical'
  group: boolean
  filters: Record<string, string>
  /** What the chosen filters read as. */
  names: Record<string, string>
}
