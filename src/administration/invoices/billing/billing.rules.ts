/** What a month brings to invoice: pure, so that the list, the file and the run agree. */
import { createHash } from 'node:crypto'
import { type InvoiceRelation, type InvoicedBuyer, goingKey } from '../../catalogue/customers/index.ts'
import { strangeDeposit } from '../invoices/index.ts'
import type { Buyers } from '../../sales/sales/index.ts'
import type { Billable, Remark } from './points.ts'
import { type BilledCustomer, customerRemarks, legalDay, priceRemarks, unreadRemarks } from './remarks.rules.ts'

export type Verdict = 'ready' | 'check' | 'blocked'

/** An invoice to be. */
export interface Bill {
  /** The customer, and what it refers to where it does: 'company-3', 'company-3.k2f9'. */
  key: string
  company_id: number | null
  contact_id: number | null
  reference: string | null
  name: string
  /** Who gets it in the place of the customer. */
  relation: InvoiceRelation | null
  billables: Billable[]
  excl: number
  incl: number
  verdict: Verdict
  remarks: Remark[]
  /** Where it would go by mail. */
  email: string | null
  /** The day by which the law wants the invoice, ISO; null where it is still to come or asks for none. */
  late: string | null
  shown: string
}

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16)

/** Who pays: the company, or who buys alone. */
export const customerKey = ({ company_id, contact_id }: Pick<Billable, 'company_id' | 'contact_id'>): string =>
  company_id === null ? `contact-${contact_id}` : `company-${company_id}`

/** The customer in the key of a bill. */
export function customerOf(key: string): Buyers {
  const [, kind, id] = /^(company|contact)-(\d+)/.exec(key) ?? []
  return { company_id: kind === 'company' ? Number(id) : null, contact_id: kind === 'contact' ? Number(id) : null }
}

/** What stands on one bill: of one customer, with one reference, going the same way; what cannot be billed yet is alone. */
const together = (billables: readonly Billable[]): Map<string, Billable[]> => {
  const blocked = (billable: Billable) => billable.remarks.some(({ tone }) => tone === 'block')
  return Map.groupBy(billables, (billable) =>
    [
      customerKey(billable),
      billable.reference === null ? null : digest(billable.reference),
      goingKey(billable),
      blocked(billable) ? digest(billable.key) : null,
    ]
      .filter((part) => part !== null)
      .join('.'),
  )
}

/** Of several people of a company it is the company alone that buys. */
function buyerOf([first, ...others]: Billable[]): InvoicedBuyer {
  const { company_id, contact_id, use_invoice_relation, invoice_relation_id } = first!
  const isOne = others.every((other) => other.contact_id === contact_id)
  return {
    company_id,
    contact_id: isOne ? contact_id : null,
    ...(use_invoice_relation === undefined ? {} : { use_invoice_relation }),
    ...(invoice_relation_id === undefined ? {} : { invoice_relation_id }),
  }
}

/** Who buys what stands on each bill, by its key: of whom is asked who gets it. */
export const buyersOf = (billables: readonly Billable[]): Map<string, InvoicedBuyer> =>
  new Map([...together(billables)].map(([key, own]) => [key, buyerOf(own)]))

/**
 * What takes off a deposit that somebody else was billed cannot be billed, and so keeps nothing else of its customer
 * from it.
 * @param relations who gets a bill in the place of who buys, by its key
 */
export function withStrangers(
  billables: readonly Billable[],
  relations: ReadonlyMap<string, InvoiceRelation>,
): Billable[] {
  const found = new Map<Billable, Billable>()
  for (const [key, own] of together(billables)) {
    const relation = relations.get(key)
    const to = relation ? { company_id: relation.id, contact_id: null } : buyerOf(own)
    for (const billable of own) {
      const text = strangeDeposit(billable.deposits ?? [], to)
      if (text === null) continue
      const remark = { tone: 'block' as const, text, label: 'Order openen', href: billable.href }
      found.set(billable, { ...billable, remarks: [...billable.remarks, remark] })
    }
  }
  return billables.map((billable) => found.get(billable) ?? billable)
}

/**
 * One bill for each customer, and one more for each reference of its own; what cannot be billed yet stays apart.
 * @param relations who gets a bill in the place of who buys, by its key
 */
export function billsOf(
  billables: readonly Billable[],
  customers: ReadonlyMap<string, BilledCustomer>,
  relations: ReadonlyMap<string, InvoiceRelation>,
  today: string,
): Bill[] {
  return [...together(billables)]
    .map(([key, own]) => billOf(key, own, { customers, relation: relations.get(key) ?? null, today }))
    .sort((a, b) => a.name.localeCompare(b.name, 'nl') || (a.key < b.key ? -1 : 1))
}

interface Around {
  customers: ReadonlyMap<string, BilledCustomer>
  relation: InvoiceRelation | null
  today: string
}

function billOf(key: string, billables: Billable[], { customers, relation, today }: Around): Bill {
  const [{ reference }] = billables as [Billable, ...Billable[]]
  const { company_id, contact_id } = buyerOf(billables)
  const buyer = customers.get(customerKey(billables[0]!))!
  // Who gets it is who has to have an address.
  const to = relation ? { company_id: relation.id, contact_id: null } : { company_id, contact_id }
  const customer = customers.get(customerKey(to))!
  const excl = billables.reduce((sum, billable) => sum + billable.excl, 0)
  const taxes = new Set(billables.flatMap((billable) => billable.taxes))
  const remarks = [
    ...billables.flatMap((billable) => billable.remarks),
    ...customerRemarks(to, customer, taxes),
    ...priceRemarks(billables, excl),
    ...unreadRemarks(to, customer, billables[0]!),
  ]
  const due = billables.map(({ day }) => legalDay(day)).sort()[0]!
  return {
    ...{
      key,
      company_id,
      contact_id,
      reference,
      name: buyer.name,
      relation,
      email: customer.email,
      billables,
      excl,
      remarks,
    },
    incl: billables.reduce((sum, billable) => sum + billable.incl, 0),
    verdict: remarks.some(({ tone }) => tone === 'block')
      ? 'blocked'
      : remarks.some(({ tone }) => tone === 'doubt')
        ? 'check'
        : 'ready',
    // Who is no company may go without an invoice.
    late: company_id !== null && due < today ? due : null,
    shown: digest([relation?.id ?? null, ...billables.map((billable) => [billable.key, billable.shown])]),
  }
}
