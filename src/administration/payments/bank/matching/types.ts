import type { BesideFacts } from '../../../sales/claims/index.ts'

/** What the rules of matching know of an invoice, or of an item of the system before this one; amounts in cents. */
export interface KnownInvoice {
  /** By keys.rules. */
  id: number
  uid: string
  year: number
  sequence: number
  /** What of it is open now; below 0 where too much was paid. */
  open: number
  /** What letters asked beside it and what was paid of that; left out where they asked nothing. */
  beside?: BesideFacts
  total: number
  /** 'company-12' or 'contact-3' */
  customer: string
  name: string
  invoice_date: string
  /** Nobody expects anything of it any more: credited or written off. */
  isClosed: boolean
}

/** A payment that was booked, which may come back. */
export interface KnownPayment {
  id: number
  invoice_id: number
  uid: string
  amount: number
  counter_iban: string | null
  end_to_end: string | null
}

/** What a provider paid out, with the costs that it kept. */
export interface KnownPayout {
  id: string
  reference: string
  amount: number
  text: string
  /** What of it does not agree with the payments that we know. */
  differences: readonly string[]
  /** An entry is it already. */
  taken?: boolean
}

export interface EntryFacts {
  booked_on: string
  amount: number
  counter_iban: string | null
  counter_name: string | null
  /** All that was typed: description and references. */
  text: string
  end_to_end: string | null
  return_reason: string | null
  /** How many payments it is, of which nobody knows the amounts; left out where it is one. */
  payments?: number
}

export type Confidence = 'certain' | 'likely' | 'possible'

/** What an entry pays: of each invoice so much, and the cents that are let go. */
export interface Part {
  invoice_id: number
  uid: string
  name: string
  /** What was open when it was proposed. */
  open: number
  amount: number
  difference: number
  /** What was owed of costs and interest on the day of the entry, and what of the amount goes there by the law. */
  beside?: number
  costs?: number
  interest?: number
}

/** What an entry seems to be, why, and how sure that is. */
export type Proposal = { confidence: Confidence; reason: string } & (
  | { kind: 'payment'; parts: Part[] }
  | { kind: 'return'; payment_id: number; invoice_id: number; uid: string; amount: number }
  | { kind: 'payout'; payout: string; text: string }
)

/** What the rules look things up in; all of it was read before. */
export interface Known {
  invoices: readonly KnownInvoice[]
  byNumber(year: number, sequence: number): KnownInvoice | undefined
  /** Items of the system before this one whose number stands in a text. */
  oldIn(text: string): KnownInvoice[]
  /** The invoice that a credit invoice with this number takes from. */
  creditedBy(year: number, sequence: number): KnownInvoice | undefined
  /** Customers that paid from this account before. */
  customersOf(iban: string): string[]
  /** What is open of a customer, the oldest first. */
  openOf(customer: string): KnownInvoice[]
  /** What a customer gets back, the oldest first: of a credit, or paid too much. */
  owedTo(customer: string): KnownInvoice[]
  /** Of any customer, exactly so much open, with what letters asked beside it or without. */
  withOpen(amount: number): KnownInvoice[]
  paymentsOf(invoiceId: number): KnownPayment[]
  paymentsFrom(iban: string | null, endToEnd: string | null): KnownPayment[]
  payouts: KnownPayout[]
  /** This payment was taken back. */
  forgetPayment(id: number): void
  byId(id: number): KnownInvoice | undefined
  /** The customer of this invoice paid from this account. */
  remember(iban: string, invoiceId: number): void
}
