import { type Beside, NOTHING, besideOf, owedOn } from '../../../sales/claims/index.ts'
import type { KnownInvoice } from './types.ts'

/** What is owed beside an invoice on a day; what was booked on it meanwhile counts. */
export const besideAt = ({ beside, open }: Pick<KnownInvoice, 'beside' | 'open'>, day: string): Beside =>
  beside === undefined ? NOTHING : owedOn({ ...beside, open }, day)

/** What a customer has to pay of an invoice on a day: what is open of it, and what letters asked beside it. */
export const dueOf = (invoice: KnownInvoice, day: string): number =>
  Math.max(0, invoice.open) + besideOf(besideAt(invoice, day))

/** The same of several together, in cents. */
export const sumDue = (invoices: readonly KnownInvoice[], day: string): number =>
  invoices.reduce((sum, invoice) => sum + dueOf(invoice, day), 0)

/** What is open of invoices together, in cents. */
export const sumOf = (invoices: readonly { open: number }[]): number =>
  invoices.reduce((sum, { open }) => sum + open, 0)
