/** What the rules of matching make proposals of. */
import { besideOf, divisionOf } from '../../../sales/claims/index.ts'
import { besideAt } from './amounts.rules.ts'
import type { Confidence, EntryFacts, Known, KnownInvoice, Part, Proposal } from './types.ts'

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

/**
 * Of each invoice what is open of itself, which is less than nothing where its customer gets it back; by the law costs come
 * first all the same, and so much of it stays open.
 */
export const bare = (invoices: readonly KnownInvoice[], day: string): Part[] =>
  invoices.map((invoice) => partOf(invoice, { amount: invoice.open, day }))

export const listed = (invoices: readonly KnownInvoice[]): string => {
  const uids = invoices.map(({ uid }) => uid)
  return uids.length <= 3 ? uids.join(', ') : `${uids.slice(0, 2).join(', ')} en nog ${uids.length - 2}`
}

export const paying = (confidence: Confidence, reason: string, parts: Part[]): Proposal | null =>
  parts.length === 0 ? null : { kind: 'payment', confidence, reason, parts }

/** That another customer paid from this account before, when even the number may be a slip; else ''. */
export function contradicts(entry: EntryFacts, invoices: readonly KnownInvoice[], known: Known): string {
  const customers = entry.counter_iban === null ? [] : known.customersOf(entry.counter_iban)
  const isOther = customers.length > 0 && invoices.some(({ customer }) => !customers.includes(customer))
  return isOther ? ', maar deze rekening is van een andere klant bekend' : ''
}
