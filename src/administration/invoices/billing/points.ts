/** What was done and is not invoiced yet, as those tell it who know: orders what was delivered, plannings what was held. */
import type { Db, Trx } from '../../../platform/database/types.ts'
import { point } from '../../../platform/points.ts'
import type { InvoicedBuyer } from '../../catalogue/customers/index.ts'
import type { Settlement } from '../invoices/index.ts'
import type { AddedLine, Buyers } from '../../sales/sales/index.ts'

/** Why something is looked at before it is billed, or cannot be billed yet, and where that is mended. */
export interface Remark {
  /** A note says what it will lack, and keeps nobody from billing it. */
  tone: 'note' | 'doubt' | 'block'
  text: string
  label: string
  href: string
}

/** One thing that is billed to a customer as a whole: what was delivered of an order, who took part in a planning. */
export interface Billable extends InvoicedBuyer {
  /** Among all of them: 'order-12', 'planning-8-company-3'. */
  key: string
  /** How the customer refers to it; what has another stands on an invoice of its own. */
  reference: string | null
  /** By what we know it, where its customer told no reference: 'Planning 20418'. */
  called?: string
  /** The day on which it was done, ISO: the law counts from it. */
  day: string
  text: string
  href: string
  /** In cents, and how many lines. */
  excl: number
  incl: number
  lines: number
  /** Those of them that cost nothing, as they are called. */
  free?: readonly string[]
  /** Categories of the VAT on it. */
  taxes: readonly string[]
  remarks: readonly Remark[]
  /** Changes when anything does that the invoice says. */
  shown: string
  /** The order, where it is all of one. */
  order_id: number | null
  /** Lines of orders that go onto the invoice. */
  line_ids: readonly number[]
  /** Products at the prices of the day. */
  added: readonly AddedLine[]
  /** What was asked beforehand and is taken off, with who was billed that. */
  deposits?: readonly Settlement[]
  /** Done once the invoice is there. */
  settle?(trx: Trx, invoiceId: number): Promise<void>
}

export interface BillableSource {
  /**
   * What was done up to and with a day.
   * @param asked.of of one customer alone
   */
  list(db: Db | Trx, asked: { until: string; of?: Buyers }): Promise<Billable[]>
  /** Keeps all else from changing what was listed until the transaction ends. */
  lock(trx: Trx, billables: readonly Billable[]): Promise<void>
}

export const billables = point<BillableSource>('billables')
