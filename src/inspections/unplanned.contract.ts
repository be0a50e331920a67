/** What waits to be planned, as planning and the board agree on it. */
import type { Point } from '../platform/format/distance.ts'

/** Between which times a customer can be visited, HH:mm. */
export interface VisitingHours {
  from: string
  until: string
}

/** An order without a visit that can be planned. */
export interface UnplannedOrder {
  order_id: number
  uid: string
  customer: string
  city: string | null
  devices: number
  /** Minutes that it takes as far as is known. */
  duration: number
  /** The first day by which something on it is due. */
  due_on: string | null
  /** When its customer can be visited. */
  hours: VisitingHours
  /** Where its address lies, where that is known. */
  point: Point | null
}
