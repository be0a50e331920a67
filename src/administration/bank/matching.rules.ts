/** What an entry of a bank statement pays, by written rules, each with its reason and how sure it is. */
import { formatCount, formatMoney } from '../../platform/format/format.ts'
import type {
  Confidence,
  EntryFacts,
  Known,
  KnownInvoice,
  KnownPayment,
  KnownPayout,
  Part,
  Proposal,
} from './matching.types.ts'
import { sumOf } from './amounts.rules.ts'
import { namesAgree } from './names.rules.ts'
import { listedNumbersIn } from './numbers.rules.ts'

/** How far a payment may be off and still settle its invoice, in cents: a setting. */
export interface Tolerance {
  difference: number
}

const partOf = ({ id, uid, name, open }: KnownInvoice, amount: number, difference = 0): Part => ({
  invoice_id: id,
  ...{ uid, name, open, amount, difference },
})

const whole = (invoices: readonly KnownInvoice[]): Part[] => invoices.map((invoice) => partOf(invoice, invoice.open))
const listed = (invoices: readonly KnownInvoice[]): string => {
  const uids = invoices.map(({ uid }) => uid)
  return uids.length <= 3 ? uids.join(', ') : `${uids.slice(0, 2).join(', ')} en nog ${uids.length - 2}`
}

/**
 * Divides an amount over invoices in their order; what is over stays with the last as credit of its customer.
 * @returns none where nothing of them is open
 */
export function divide(invoices: readonly KnownInvoice[], amount: number): Part[] {
  const parts: Part[] = []
  let left = amount
  for (const invoice of invoices) {
    if (left <= 0) break
    const taken = Math.min(left, Math.max(0, invoice.open))
    if (taken === 0) continue
    parts.push(partOf(invoice, taken))
    left -= taken
  }
  const last = parts.at(-1)
  if (last && left > 0) parts[parts.length - 1] = { ...last, amount: last.amount + left }
  return parts
}

const paying = (confidence: Confidence, reason: string, parts: Part[]): Proposal | null =>
  parts.length === 0 ? null : { kind: 'payment', confidence, reason, parts }

/** Another customer paid from this account before: then even the number may be a slip. */
function contradicts(entry: EntryFacts, invoices: readonly KnownInvoice[], known: Known): boolean {
  if (entry.counter_iban === null) return false
  const customers = known.customersOf(entry.counter_iban)
  return customers.length > 0 && invoices.some(({ customer }) => !customers.includes(customer))
}

/** Rule 1: the number of an invoice, or of several, stands in what was typed. */
function byNumber(entry: EntryFacts, known: Known, { difference }: Tolerance): Proposal | null {
  const numbers = listedNumbersIn(entry.text, entry.booked_on)
  const found = numbers.flatMap(({ year, sequence, isSure }) => {
    const invoice = known.byNumber(year, sequence)
    return invoice === undefined || invoice.isClosed ? [] : [{ invoice, isSure }]
  })
  if (found.length === 0) return null
  const invoices = found.map(({ invoice }) => invoice)
  const open = invoices.filter((invoice) => invoice.open > 0)
  const isSure = found.every((one) => one.isSure) && open.length === invoices.length
  const others = contradicts(entry, invoices, known)
  const trust: Confidence = isSure && !others ? 'certain' : 'likely'
  const note = others ? ', maar deze rekening is van een andere klant bekend' : ''
  const sum = sumOf(open)
  const what = `Factuurnummer ${listed(invoices)}`
  if (open.length === 0) {
    const [first] = invoices
    return paying('possible', `${what} is al betaald, hier of in de boekhouding: dubbel betaald?${note}`, [
      partOf(first!, entry.amount),
    ])
  }
  if (sum === entry.amount) return paying(trust, `${what} en bedrag kloppen${note}`, whole(open))
  const off = sum - entry.amount
  if (Math.abs(off) <= difference) {
    const parts = whole(open)
    const last = parts.at(-1)!
    parts[parts.length - 1] = { ...last, amount: last.amount - off, difference: off }
    if (last.amount - off > 0)
      return paying(trust, `${what} klopt, ${formatMoney(Math.abs(off))} verschil wordt afgeboekt${note}`, parts)
  }
  return off > 0
    ? paying('likely', `${what}, deelbetaling: ${formatMoney(off)} blijft open${note}`, divide(open, entry.amount))
    : paying('possible', `${what}, ${formatMoney(-off)} te veel: blijft staan als tegoed${note}`, divide(open, entry.amount)) // prettier-ignore
}

/** So many open invoices of one customer are tried for a sum. */
const MOST_SUMMED = 14

/** The one set of invoices that comes to an amount; null where none does, or more than one. */
export function onlySum(invoices: readonly KnownInvoice[], amount: number): KnownInvoice[] | null {
  const tried = invoices.slice(0, MOST_SUMMED)
  let found: KnownInvoice[] | null = null
  for (let mask = 1; mask < 1 << tried.length; mask++) {
    const chosen = tried.filter((_, i) => mask & (1 << i))
    if (sumOf(chosen) !== amount) continue
    if (found) return null
    found = chosen
  }
  return found
}

/** Rule 2: this customer paid from this account before. */
function byAccount(entry: EntryFacts, known: Known): Proposal | null {
  const customers = entry.counter_iban === null ? [] : known.customersOf(entry.counter_iban)
  if (customers.length !== 1) return null
  const open = known.openOf(customers[0]!)
  const [first] = open
  if (!first) return null
  const of = `Rekening van ${first.name}`
  const same = open.filter((invoice) => invoice.open === entry.amount)
  if (same.length === 1) return paying('likely', `${of}, bedrag van ${same[0]!.uid} klopt`, whole(same))
  if (same.length > 1) return paying('possible', `${of}, dit bedrag staat meer dan eens open: de oudste`, whole(same.slice(0, 1))) // prettier-ignore
  if (sumOf(open) === entry.amount) return paying('likely', `${of}, alles wat openstaat samen`, whole(open))
  const sum = onlySum(open, entry.amount)
  if (sum) return paying('likely', `${of}, ${listed(sum)} samen`, whole(sum))
  const parts = divide(open, entry.amount)
  return paying('possible', `${of}, bedrag wijkt af: de oudste eerst`, parts)
}

/** Rule 3: the amount is open once, and the name agrees. */
function byAmount(entry: EntryFacts, known: Known): Proposal | null {
  const same = known.withOpen(entry.amount)
  const named = same.filter(({ name }) => namesAgree(name, `${entry.counter_name ?? ''} ${entry.text}`))
  const [one] = named
  if (named.length === 1) return paying('likely', `Naam en bedrag van ${one!.uid} kloppen`, whole([one!]))
  if (named.length > 1) return paying('possible', 'Naam klopt, dit bedrag staat meer dan eens open: de oudste', whole([one!])) // prettier-ignore
  return same.length === 1 ? paying('possible', `Alleen het bedrag klopt: ${same[0]!.uid}`, whole(same)) : null
}

const returning = (confidence: Confidence, entry: EntryFacts, { id, invoice_id, uid }: KnownPayment): Proposal => ({
  kind: 'return',
  confidence,
  reason: `Betaling van ${uid} is teruggeboekt${entry.return_reason === null ? '' : `: ${entry.return_reason}`}`,
  ...{ payment_id: id, invoice_id, uid, amount: -entry.amount },
})

/** What went out: a payment that came back, or what was paid too much and goes back. */
function outgoing(entry: EntryFacts, known: Known): Proposal | null {
  const back = -entry.amount
  const numbers = listedNumbersIn(entry.text, entry.booked_on)
  const invoices = numbers.flatMap(({ year, sequence }) => known.byNumber(year, sequence) ?? [])
  const tooMuch = invoices.filter(({ open }) => open === entry.amount)
  if (entry.return_reason === null && tooMuch.length === 1)
    return paying('certain', `Terugbetaling van wat op ${tooMuch[0]!.uid} te veel was betaald`, [
      partOf(tooMuch[0]!, entry.amount),
    ])
  const named = invoices.flatMap(({ id }) => known.paymentsOf(id)).filter(({ amount }) => amount === back)
  if (entry.return_reason !== null && named.length === 1) return returning('certain', entry, named[0]!)
  const from = known.paymentsFrom(entry.counter_iban, entry.end_to_end).filter(({ amount }) => amount === back)
  const same = from.filter(({ end_to_end }) => end_to_end !== null && end_to_end === entry.end_to_end)
  if (entry.return_reason !== null && same.length === 1) return returning('certain', entry, same[0]!)
  const [last] = [...named, ...from]
  return last && entry.return_reason !== null ? returning('likely', entry, last) : null
}

/** Rule 4: what a provider paid out names its own reference. */
function byPayout(entry: EntryFacts, known: Known): Proposal | null {
  const text = entry.text.toUpperCase()
  const all = known.payouts.filter(({ reference }) => text.includes(reference.toUpperCase()))
  const named = all.filter(({ taken }) => !taken)
  const found = named.filter(({ amount }) => amount === entry.amount)
  const [one] = found
  if (found.length > 1) return null
  if (!one && named.length < all.length) return null
  if (!one) return named.length === 1 ? otherAmount(named[0]!) : byReference(entry, text)
  const [first, ...others] = one.differences
  const more = others.length === 0 ? '' : ` En nog ${formatCount(others.length, 'verschil', 'verschillen')}.`
  return {
    ...{ kind: 'payout', payout: one.id, text: one.text, confidence: first === undefined ? 'certain' : 'likely' },
    reason: `Uitbetaling ${one.reference}: ${one.text}${first === undefined ? '' : `. ${first}${more}`}`,
  }
}

const otherAmount = ({ id, reference, amount, text }: KnownPayout): Proposal => ({
  ...{ kind: 'payout', confidence: 'possible', payout: id, text },
  reason: `Uitbetaling ${reference} is volgens de betaaldienst ${formatMoney(amount)}, en niet dit bedrag.`,
})

/** As Mollie refers to what it pays out, such as 1234567.2611.03. */
const PAYOUT = /\b\d{5,10}\.\d{4}\.\d{2}\b/
const UNTOLD = 'Van welke betalingen is niet bekend'

/** What looks like a payout of the provider that it told us nothing of: somebody compares it there. */
function byReference({ counter_name }: EntryFacts, text: string): Proposal | null {
  const [reference] = PAYOUT.exec(text) ?? []
  if (reference === undefined || !`${counter_name ?? ''} ${text}`.toUpperCase().includes('MOLLIE')) return null
  return {
    ...{ kind: 'payout', confidence: 'possible', payout: reference, text: UNTOLD },
    reason: `Lijkt uitbetaling ${reference} van de betaaldienst. ${UNTOLD}.`,
  }
}

/** What an entry most probably is; null where no rule says anything. */
export function propose(entry: EntryFacts, known: Known, tolerance: Tolerance): Proposal | null {
  if (entry.amount < 0) return outgoing(entry, known)
  return (
    byPayout(entry, known) ?? byNumber(entry, known, tolerance) ?? byAccount(entry, known) ?? byAmount(entry, known)
  )
}
