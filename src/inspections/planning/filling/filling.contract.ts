/** What 'Dag vullen' asks and answers, as the board and the server agree on it. */
import type { UnplannedOrder } from '../../unplanned.contract.ts'

/** So many people and days are filled at once at most. */
export const MOST_PEOPLE = 50
export const MOST_DAYS = 14

/** An order that has a place in the proposal. Days are YYYY-MM-DD, times HH:mm. */
export interface ProposedVisit {
  order: UnplannedOrder
  employee_id: number
  employee: string
  date: string
  start_time: string
  end_time: string
  /** Why there: 'uiterlijk 12-12, 14 min rijden vanaf Bakkerij Smit, 45 min'. */
  why: string
}

export interface Proposal {
  /** By day, by who goes, by time. */
  visits: ProposedVisit[]
  /** What fits nowhere, and why. */
  left: { order_id: number; customer: string; why: string }[]
  /** Names of what has no point on the map: no travel is counted for it. */
  without: string[]
}
