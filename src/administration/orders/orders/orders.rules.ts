import { formatCount } from '../../../platform/format/format.ts'
import type { Status } from '../../../platform/screens/models.ts'
import type { OpenLine } from '../../../platform/screens/popup/open-points.ts'

export type OrderStatus = 'open' | 'delivered' | 'settled'

/** The fields of an order that name records. */
export const headRecords = {
  company_id: 'company',
  contact_id: 'contact',
  employee_id: 'user',
  quotation_id: 'quotation',
  invoice_relation_id: 'company',
} as const

/**
 * How an order stands by its lines: still to be delivered, nothing left to deliver, or gone into what follows. Of what needs
 * no delivery nobody says that it was delivered; what both have in common is that they can be invoiced.
 */
export const STATUSES: Readonly<Record<OrderStatus, Status>> = {
  open: { label: 'Open', css: 'st-planned' },
  delivered: { label: 'Te factureren', css: 'st-confirmed' },
  settled: { label: 'Afgehandeld', css: 'st-done' },
}

/** What is said of an order of which every line has gone on. */
export const SETTLED = 'Deze order is afgehandeld: de regels staan vast.'

/** '2 van 5 geleverd'. What needs no delivery counts with what was delivered. */
export const deliveredText = ({ delivered, lines }: { delivered: number; lines: number }): string =>
  lines === 0 ? 'Zonder regels' : delivered === lines ? 'Niets meer te leveren' : `${delivered} van ${lines} geleverd`

/** What of an order is still to be done. */
export function orderNeeds(order: {
  id: number
  line_count: number
  delivered_count: number
  settled_count: number
}): OpenLine[] {
  const { line_count: lines, delivered_count: delivered, settled_count: settled } = order
  if (lines === 0) return [{ label: 'Nog geen producten', icon: 'package', state: 'open' }]
  if (settled === lines) return [{ label: 'Afgehandeld', icon: 'checks', state: 'done' }]
  const left = lines - delivered - settled
  return [
    left === 0
      ? { label: 'Niets meer te leveren', icon: 'checks', state: 'done' }
      : { label: `Nog ${formatCount(left, 'product', 'producten')} leveren`, icon: 'truck-delivery', state: 'open' },
  ]
}
