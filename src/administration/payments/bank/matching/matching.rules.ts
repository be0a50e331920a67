/** What an entry of a bank statement pays, by written rules, each with its reason and how sure it is. */
import { formatCount, formatMoney } from '../../../../platform/format/format.ts'
import { besideOf, owedText, sumBeside } from '../../../sales/claims/index.ts'
import { besideAt, dueOf, sumDue, sumOf } from './amounts.rules.ts'
import type { Confidence, EntryFacts, Known, KnownInvoice, KnownPayout, Part, Proposal } from './types.ts'
import { namesAgree } from './names.rules.ts'
import { listedNumbersIn } from './numbers.rules.ts'
import { outgoing } from './outgoing.rules.ts'
import { bare, contradicts, listed, partOf, paying } from './parts.rules.ts'

/** How far a payment may be off and still settle its invoice, in cents: a setting. */
export interface Tolerance {
  difference: number
}

const whole = (invoices: readonly KnownInvoice[], day: string): Part[] =>
  invoices.map((invoice) => partOf(invoice, { amount: dueOf(invoice, day), day }))

/** What letters asked beside invoices, in words; null where nothing is owed of it. */
function besideSaid(invoices: readonly KnownInvoice[], day: string): string | null {
  const all = sumBeside(invoices.map((invoice) => besideAt(invoice, day)))
  return besideOf(all) === 0 ? null : owedText(all)
}

/**
 * Divides an amount over invoices in their order, with what is owed beside each on that day; what is over stays with the
 * last as credit of its customer.
 * @returns none where nothing of them is owed
 */
export function divide(invoices: readonly KnownInvoice[], amount: number, day: string): Part[] {
  const taken: { invoice: KnownInvoice; amount: number }[] = []
  let left = amount
  for (const invoice of invoices) {
    if (left <= 0) break
    const own = Math.min(left, dueOf(invoice, day))
    if (own === 0) continue
    taken.push({ invoice, amount: own })
    left -= own
  }
  const last = taken.at(-1)
  if (last && left > 0) last.amount += left
  return taken.map(({ invoice, amount: own }) => partOf(invoice, { amount: own, day }))
}

/** Rule 1: the number of an invoice, or of several, stands in what was typed. */
function byNumber(entry: EntryFacts, known: Known, { difference }: Tolerance): Proposal | null {
  const numbers = listedNumbersIn(entry.text, entry.booked_on)
  const found = numbers.flatMap(({ year, sequence, isSure }) => {
    const invoice = known.byNumber(year, sequence)
    return invoice === undefined || invoice.isClosed ? [] : [{ invoice, isSure }]
  })
  if (found.length === 0) return null
  const day = entry.booked_on
  const invoices = found.map(({ invoice }) => invoice)
  const open = invoices.filter((invoice) => dueOf(invoice, day) > 0)
  const isSure = found.every((one) => one.isSure) && open.length === invoices.length
  const note = contradicts(entry, invoices, known)
  const what = `Factuurnummer ${listed(invoices)}`
  if (open.length === 0) {
    const [first] = invoices
    return paying('possible', `${what} is al betaald, hier of in de boekhouding: dubbel betaald?${note}`, [
      partOf(first!, { amount: entry.amount, day }),
    ])
  }
  return settling(entry, open, { trust: isSure && note === '' ? 'certain' : 'likely', what, note, difference })
}

/** Rule 1 for the system before this one: its numbers look like anything, so that the customer has to agree as well. */
function byOldNumber(entry: EntryFacts, known: Known, { difference }: Tolerance): Proposal | null {
  const found = known.oldIn(entry.text).filter((item) => !item.isClosed && dueOf(item, entry.booked_on) > 0)
  const customers = entry.counter_iban === null ? [] : known.customersOf(entry.counter_iban)
  const agrees = ({ customer, name }: KnownInvoice) =>
    customers.includes(customer) || namesAgree(name, `${entry.counter_name ?? ''} ${entry.text}`)
  // Of several customers with the same number it is the one who pays.
  const open = found.filter((item) => agrees(item) || !found.some((other) => other !== item && other.uid === item.uid))
  if (open.length === 0 || new Set(open.map(({ customer }) => customer)).size > 1) return null
  const note = contradicts(entry, open, known)
  const what = `Nummer ${listed(open)} van het oude systeem`
  return settling(entry, open, {
    trust: open.every(agrees) && note === '' ? 'certain' : 'likely',
    what,
    note,
    difference,
  })
}

/** What an entry pays of open invoices that it names. */
function settling(
  entry: EntryFacts,
  open: readonly KnownInvoice[],
  { trust, what, note, difference }: Tolerance & { trust: Confidence; what: string; note: string },
): Proposal | null {
  const day = entry.booked_on
  const sum = sumDue(open, day)
  const beside = besideSaid(open, day)
  if (sum === entry.amount)
    return paying(trust, `${what} en bedrag${beside === null ? '' : ` met ${beside}`} kloppen${note}`, whole(open, day))
  // Who pays all of an invoice and nothing of what letters asked means something by it: somebody looks at that.
  if (beside !== null && sumOf(open) === entry.amount)
    return paying('likely', `${what} en bedrag kloppen, zonder ${beside}: zoveel blijft open${note}`, bare(open, day))
  const off = sum - entry.amount
  if (Math.abs(off) <= difference) {
    const parts = whole(open, day)
    const last = parts.at(-1)!
    parts[parts.length - 1] = partOf(open.at(-1)!, { amount: last.amount - off, difference: off, day })
    if (last.amount - off > 0)
      return paying(trust, `${what} klopt, ${formatMoney(Math.abs(off))} verschil wordt afgeboekt${note}`, parts)
  }
  return off > 0
    ? paying('likely', `${what}, deelbetaling: ${formatMoney(off)} blijft open${note}`, divide(open, entry.amount, day))
    : paying('possible', `${what}, ${formatMoney(-off)} te veel: blijft staan als tegoed${note}`, divide(open, entry.amount, day)) // prettier-ignore
}

/** So many open invoices of one customer are tried for a sum. */
const MOST_SUMMED = 14

/** The one set of invoices that comes to an amount on a day; null where none does, or more than one. */
export function onlySum(invoices: readonly KnownInvoice[], amount: number, day: string): KnownInvoice[] | null {
  const tried = invoices.slice(0, MOST_SUMMED)
  const due = tried.map((invoice) => dueOf(invoice, day))
  // Of each set what it comes to: its lowest one more than a set that was counted before.
  const sums = new Array<number>(1 << tried.length).fill(0)
  let found = 0
  for (let set = 1; set < sums.length; set++) {
    sums[set] = sums[set & (set - 1)]! + due[31 - Math.clz32(set & -set)]!
    if (sums[set] !== amount) continue
    if (found) return null
    found = set
  }
  return found ? tried.filter((_, i) => found & (1 << i)) : null
}

/** Rule 2: this customer paid from this account before. */
function byAccount(entry: EntryFacts, known: Known): Proposal | null {
  const customers = entry.counter_iban === null ? [] : known.customersOf(entry.counter_iban)
  if (customers.length !== 1) return null
  const open = known.openOf(customers[0]!)
  const [first] = open
  if (!first) return null
  const day = entry.booked_on
  const of = `Rekening van ${first.name}`
  const same = open.filter((invoice) => dueOf(invoice, day) === entry.amount)
  if (same.length === 1)
    return paying('likely', `${of}, bedrag van ${withBeside(same[0]!, day)} klopt`, whole(same, day))
  if (same.length > 1) return paying('possible', `${of}, dit bedrag staat meer dan eens open: de oudste`, whole(same.slice(0, 1), day)) // prettier-ignore
  const without = open.filter((invoice) => invoice.open === entry.amount)
  if (without.length === 1)
    return paying('likely', `${of}, bedrag van ${without[0]!.uid} klopt, zonder ${besideSaid(without, day)}: zoveel blijft open`, bare(without, day)) // prettier-ignore
  if (sumDue(open, day) === entry.amount) return paying('likely', `${of}, alles wat openstaat samen`, whole(open, day))
  const sum = onlySum(open, entry.amount, day)
  if (sum) return paying('likely', `${of}, ${listed(sum)} samen`, whole(sum, day))
  const parts = divide(open, entry.amount, day)
  return paying('possible', `${of}, bedrag wijkt af: de oudste eerst`, parts)
}

/** 'F2026-0041 met € 40,00 incassokosten' */
function withBeside(invoice: KnownInvoice, day: string): string {
  const beside = besideSaid([invoice], day)
  return beside === null ? invoice.uid : `${invoice.uid} met ${beside}`
}

/** Rule 3: the amount is open once, with costs or without, and the name agrees. */
function byAmount(entry: EntryFacts, known: Known): Proposal | null {
  const day = entry.booked_on
  const same = known.withOpen(entry.amount).filter((one) => dueOf(one, day) === entry.amount)
  const named = same.filter(({ name }) => namesAgree(name, `${entry.counter_name ?? ''} ${entry.text}`))
  const [one] = named
  if (named.length === 1)
    return paying('likely', `Naam en bedrag van ${withBeside(one!, day)} kloppen`, whole([one!], day))
  if (named.length > 1) return paying('possible', 'Naam klopt, dit bedrag staat meer dan eens open: de oudste', whole([one!], day)) // prettier-ignore
  return same.length === 1
    ? paying('possible', `Alleen het bedrag klopt: ${withBeside(same[0]!, day)}`, whole(same, day))
    : null
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

/** Of several payments in one amount only what comes to exactly that is known: else it is not for who is named first. */
function together(entry: EntryFacts, known: Known, tolerance: Tolerance): Proposal | null {
  const named = [byNumber(entry, known, tolerance), byOldNumber(entry, known, tolerance)]
  const isWhole = ({ amount, difference, open, beside = 0 }: Part) => amount + difference === open + beside
  return named.find((found) => found?.kind === 'payment' && found.parts.every(isWhole)) ?? null
}

/** What an entry most probably is; null where no rule says anything. */
export function propose(entry: EntryFacts, known: Known, tolerance: Tolerance): Proposal | null {
  if (entry.amount < 0) return outgoing(entry, known)
  if ((entry.payments ?? 1) > 1) return byPayout(entry, known) ?? together(entry, known, tolerance)
  return (
    byPayout(entry, known) ??
    byNumber(entry, known, tolerance) ??
    byOldNumber(entry, known, tolerance) ??
    byAccount(entry, known) ??
    byAmount(entry, known)
  )
}
