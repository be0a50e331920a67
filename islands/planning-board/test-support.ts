/** Visits, orders and lanes for the tests. */
import {
  type BoardLane,
  type BoardVisit,
  type UnplannedOrder,
} from '../../src/inspections/planning/visits/board.contract.ts'
import { minutesOf } from '../../src/inspections/planning/visits/board-times.contract.ts'
import { visitOf, putAt } from './drafts.ts'

export const order = (order_id: number, fields: Partial<UnplannedOrder> = {}): UnplannedOrder => ({
  order_id,
  uid: `O2026-${order_id}`,
  customer: `Klant ${order_id}`,
  city: 'Zwolle',
  devices: 8,
  duration: 0,
  due_on: null,
  hours: { from: '08:00', until: '17:00' },
  point: null,
  ...fields,
})

/** '09:00–10:30' of somebody, by its id saved or, with null, a draft. */
export function visit(
  id: number | null,
  employee: number,
  times: string,
  fields: Partial<BoardVisit> = {},
): BoardVisit {
  const [start, end] = times.split('–').map(minutesOf)
  const date = fields.date ?? '2026-12-02'
  const placed = putAt(visitOf(order(100 + (id ?? 0))), { lane: employee, date, span: { start: start!, end: end! } })
  return { ...placed, id, version: 1, ...fields }
}

export const lane = (
  id: number,
  title: string,
  visits: BoardVisit[] = [],
  busy: BoardLane['data']['busy'] = [],
): BoardLane => ({
  // prettier-ignore
  id,
  title,
  data: { city: null, visits, busy },
})
