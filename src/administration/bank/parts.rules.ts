/** What the rules of matching make proposals of. */
import { besideOf, divisionOf } from '../claims/index.ts'
import { besideAt } from './amounts.rules.ts'
import type { Confidence, EntryFacts, Known, KnownInvoice, Part, Proposal } from './matching.types.ts'

/** A part of an entry, divided by what is owed beside its invoice on that day. */
export function partOf(
  invoice: KnownInvoice,
  { amount, difference = 0, day }: { amount: number; difference?: number; day: string },
): Part {
  const { id, uid, name, open } = invoice
  const owed = besideAt(invoice, day)
  const { costs, interest } = divisionOf(amount, owed)
  return {
    invoice_id: id,
    ...{ uid, name, open, amount, difference },
    ...(besideOf(owed) === 0 ? {} : { beside: besideOf(owed), costs, interest }),
  }
}

export const listed = (invoices: readonly KnownInvoice[]): string => {
  const uids = invoices.map(({ uid }) => uid)
  return uids.length <= 3 ? uids.join(', ') : `${uids.slice(0, 2).join(', ')} en nog ${uids.length - 2}`
}

export const paying = (confidence: Confidence, reason: string, parts: Part[]): Proposal | null =>
  parts.length === 0 ? null : { kind: 'payment', confidence, reason, parts }

/** Another customer paid from this account before: then even the number may be a slip. */
export function contradicts(entry: EntryFacts, invoices: readonly KnownInvoice[], known: Known): boolean {
  if (entry.counter_iban === null) return false
  const customers = known.customersOf(entry.counter_iban)
  return customers.length > 0 && invoices.some(({ customer }) => !customers.includes(customer))
}
