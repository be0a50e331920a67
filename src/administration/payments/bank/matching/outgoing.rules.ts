/** What went out, by written rules: a payment that came back, or what a customer gets back of a credit or paid too much. */
import { formatMoney } from '../../../../platform/format/format.ts'
import { sumOf } from './amounts.rules.ts'
import { asTyped } from './keys.rules.ts'
import type { Confidence, EntryFacts, Known, KnownInvoice, KnownPayment, Proposal } from './types.ts'
import { namesAgree } from './names.rules.ts'
import { listedNumbersIn } from './numbers.rules.ts'
import { bare, contradicts, listed, partOf, paying } from './parts.rules.ts'

/** What the codes of ISO 20022 that banks give most mean. */
const RETURN_REASONS: Readonly<Record<string, string>> = {
  AC01: 'rekeningnummer klopt niet',
  AC04: 'rekening is opgeheven',
  AC06: 'rekening is geblokkeerd',
  AM04: 'te weinig saldo',
  MD01: 'geen machtiging',
  MD06: 'betaler wil het geld terug',
  MD07: 'betaler is overleden',
  MS02: 'betaler weigert',
  MS03: 'de bank geeft geen reden',
}
const reasonText = (code: string): string =>
  RETURN_REASONS[code] === undefined ? code : `${RETURN_REASONS[code]} (${code})`

const returning = (confidence: Confidence, entry: EntryFacts, { id, invoice_id, uid }: KnownPayment): Proposal => ({
  kind: 'return',
  confidence,
  reason: `Betaling van ${uid} is teruggeboekt${entry.return_reason === null ? '' : `: ${reasonText(entry.return_reason)}`}`,
  ...{ payment_id: id, invoice_id, uid, amount: -entry.amount },
})

/** A payment that the bank took back, with the reason that it gives. */
function returned(entry: EntryFacts, known: Known): Proposal | null {
  const back = -entry.amount
  const numbers = listedNumbersIn(entry.text, entry.booked_on)
  const ours = numbers.flatMap(({ year, sequence }) => known.byNumber(year, sequence) ?? [])
  const invoices = [...ours, ...known.oldIn(entry.text)]
  const named = invoices.flatMap(({ id }) => known.paymentsOf(id)).filter(({ amount }) => amount === back)
  if (named.length === 1) return returning('certain', entry, named[0]!)
  const from = known.paymentsFrom(entry.counter_iban, entry.end_to_end).filter(({ amount }) => amount === back)
  const same = from.filter(({ end_to_end }) => end_to_end !== null && end_to_end === entry.end_to_end)
  if (same.length === 1) return returning('certain', entry, same[0]!)
  const [last] = [...named, ...from]
  return last ? returning('likely', entry, last) : null
}

const WHAT = 'Terugbetaling van wat op'

/** By the number of the invoice, or of the credit invoice that takes from it. */
function byNumber(entry: EntryFacts, known: Known): Proposal | null {
  const day = entry.booked_on
  const found = listedNumbersIn(entry.text, day).flatMap(({ year, sequence, isSure }) => {
    const invoice = known.byNumber(year, sequence) ?? known.creditedBy(year, sequence)
    return invoice !== undefined && invoice.open < 0 ? [{ invoice, isSure }] : []
  })
  const old = known.oldIn(entry.text).filter(({ open }) => open < 0)
  const owed = [...new Map([...found.map(({ invoice }) => invoice), ...old].map((one) => [one.id, one])).values()]
  const note = contradicts(entry, owed, known)
  // A number of the system before this one may look like anything.
  const trust: Confidence =
    old.length === 0 && found.every(({ isSure }) => isSure) && note === '' ? 'certain' : 'likely'
  const exact = owed.filter(({ open }) => open === entry.amount)
  if (exact.length === 1) return paying(trust, `${WHAT} ${exact[0]!.uid} tegoed staat${note}`, bare(exact, day))
  if (owed.length > 0 && sumOf(owed) === entry.amount)
    return paying(trust, `${WHAT} ${listed(owed)} tegoed staat${note}`, bare(owed, day))
  const [one] = owed
  if (owed.length !== 1 || !one || one.open > entry.amount) return null
  const rest = entry.amount - one.open
  return paying('likely', `${WHAT} ${one.uid} tegoed staat: ${formatMoney(rest)} blijft terug te betalen${note}`, [partOf(one, { amount: entry.amount, day })]) // prettier-ignore
}

/** To an account from which one customer paid before. */
function byAccount(entry: EntryFacts, known: Known): Proposal | null {
  const customers = entry.counter_iban === null ? [] : known.customersOf(entry.counter_iban)
  if (customers.length !== 1) return null
  const owed = known.owedTo(customers[0]!)
  const exact = owed.filter(({ open }) => open === entry.amount)
  const [one] = exact
  const to = `Rekening van ${owed[0]?.name}`
  if (one) return paying(exact.length === 1 ? 'likely' : 'possible', `${to}, terugbetaling van ${one.uid}`, bare([one], entry.booked_on)) // prettier-ignore
  return owed.length > 1 && sumOf(owed) === entry.amount
    ? paying('likely', `${to}, alles wat terug te betalen is samen`, bare(owed, entry.booked_on))
    : null
}

/** To who is called as a customer that gets exactly this back; an amount alone says nothing of what is paid to others. */
function byName(entry: EntryFacts, known: Known): Proposal | null {
  const named = known
    .withOpen(entry.amount)
    .filter(({ open, name }) => open === entry.amount && namesAgree(name, `${entry.counter_name ?? ''} ${entry.text}`))
  const [one] = named
  return named.length === 1 && one
    ? paying('likely', `Naam en bedrag kloppen: terugbetaling van ${one.uid}`, bare([one], entry.booked_on))
    : null
}

/** What an entry that went out most probably is; null where it is none of ours. */
export function outgoing(entry: EntryFacts, known: Known): Proposal | null {
  return entry.return_reason === null
    ? (byNumber(entry, known) ?? byAccount(entry, known) ?? byName(entry, known))
    : returned(entry, known)
}

/** A supplier numbers as we do, but for our letter: without it the customer has to agree. */
const isOurs = (
  { text, counter_iban, counter_name }: EntryFacts,
  number: string,
  invoice: KnownInvoice,
  known: Known,
) =>
  asTyped(text).includes(asTyped(number)) ||
  (counter_iban !== null && known.customersOf(counter_iban).includes(invoice.customer)) ||
  namesAgree(invoice.name, `${counter_name ?? ''} ${text}`)

/**
 * Why money that went out, and of which nothing is proposed, may be ours all the same: it names an invoice, or a credit of
 * one, on which so much is not owed. Null where it names none.
 */
export function namedInVain(entry: EntryFacts, known: Known): string | null {
  for (const { year, sequence, isSure } of listedNumbersIn(entry.text, entry.booked_on)) {
    const own = known.byNumber(year, sequence)
    const invoice = own ?? known.creditedBy(year, sequence)
    const number = `F${year}-${String(sequence).padStart(4, '0')}`
    if (!isSure || invoice === undefined || !isOurs(entry, number, invoice, known)) continue
    const what = own === undefined ? `Noemt ${number}, een creditfactuur van ${invoice.uid}` : `Noemt ${invoice.uid}`
    const owed = invoice.open < 0 ? `niet meer dan ${formatMoney(-invoice.open)}` : 'niets'
    return `${what}: daarop is ${owed} terug te betalen`
  }
  return null
}
