/** An invoice as a package gets it, and what keeps it from there. */
import { formatMoney } from '../../../../platform/format/format.ts'
import { streetLine } from '../../../../platform/fields/address.ts'
import type { InvoiceEntry } from '../../ledger/index.ts'
import type { AskedOpen, Booking, Debtor, ErrorRow, TheirEntry } from '../types.ts'
import type { Choices } from '../settings/choices.queries.ts'

/** Why an invoice cannot be booked yet, and where that is mended. */
export interface Problem {
  text: string
  href: string
  label: string
}

const CHOICES = { href: '/accounting/choices', label: 'Koppelen' }
const RULES = { href: '/settings/?tab=ledger-rules', label: 'Boekingsregels' }

const turnover = ({ lines }: InvoiceEntry) => lines.filter(({ kind }) => kind === 'turnover')

/** What has to be told before it can be booked; the same sentences for the wizard and for what fails. */
export function problemsOf(
  entry: InvoiceEntry & { company_id: number | null; contact_id: number | null },
  choices: Choices,
  accounts: ReadonlyMap<number, string>,
): Problem[] {
  const { snapshot, lacking } = entry
  const found: Problem[] = lacking.map((text) => ({ text, ...RULES }))
  if (snapshot.buyer.client_id === null)
    found.push({
      text: `${snapshot.buyer.name} heeft geen debiteurnummer.`,
      href: entry.company_id === null ? `/contact/edit/${entry.contact_id}` : `/company/edit/${entry.company_id}`,
      label: 'Klant',
    })
  const lines = turnover(entry)
  if (lines.length === 0)
    found.push({ text: 'Er staat geen bedrag op.', href: `/administration/invoice/view/${entry.id}`, label: 'Factuur' })
  for (const { tax_type_id, tax_type } of lines)
    if (tax_type_id !== null && !choices.vat.has(tax_type_id))
      found.push({ text: `Kies de btw-code voor ${tax_type}.`, ...CHOICES })
  for (const { ledger_account_id: id } of lines)
    if (id !== null && !choices.account.has(id))
      found.push({ text: `Kies de rekening voor ${accounts.get(id) ?? 'een grootboekrekening'}.`, ...CHOICES })
  return [...new Map(found.map((problem) => [problem.text, problem])).values()]
}

/** Whom an invoice was for, as it says itself. */
export const debtorOf = ({ snapshot: { buyer } }: InvoiceEntry): Debtor => ({
  client_id: buyer.client_id!,
  name: buyer.name,
  isCompany: buyer.isCompany,
  vat_id: buyer.vat_id,
  coc_no: buyer.coc_no,
  street: streetLine(buyer),
  postal_code: buyer.postal_code ?? '',
  city: buyer.city ?? '',
  country_code: buyer.country_code,
})

/** @param asked the debtor there ('' where it is not known yet), the journal and our payment condition */
export function bookingOf(
  entry: InvoiceEntry,
  choices: Choices,
  asked: { debtor: string; journal: string; payment_condition_id: number },
): Booking {
  const { snapshot } = entry
  return {
    number: snapshot.number,
    date: snapshot.invoiceDate,
    due: snapshot.expiresAt,
    description: snapshot.reference ?? snapshot.buyer.name,
    isCredit: snapshot.total < 0,
    debtor: asked.debtor,
    journal: asked.journal,
    condition: choices.payment_condition.get(asked.payment_condition_id) ?? null,
    total: snapshot.total,
    lines: turnover(entry).map((line) => ({
      amount: 0 - line.amount,
      vat: 0 - line.vat,
      account: choices.account.get(line.ledger_account_id!)!,
      vatCode: choices.vat.get(line.tax_type_id!)!,
      description: line.tax_type!,
    })),
  }
}

export type DifferenceField = 'amount' | 'vat' | 'debtor' | 'missing_here' | 'missing_there' | 'double'
export interface Difference {
  field: DifferenceField
  here: string
  there: string
}

const sums = (lines: readonly { vatCode: string | null; amount: number }[]): Map<string, number> => {
  const found = new Map<string, number>()
  for (const { vatCode, amount } of lines) found.set(vatCode ?? '', (found.get(vatCode ?? '') ?? 0) + amount)
  return new Map([...found].filter(([, amount]) => amount !== 0).sort(([a], [b]) => (a < b ? -1 : 1)))
}
const said = (of: Map<string, number>, money: (cents: number) => string): string =>
  [...of].map(([code, amount]) => `${code}: ${money(amount)}`).join('; ')

/** What differs of an invoice that is here and there. */
export function differencesOf(
  ours: Booking,
  theirs: TheirEntry,
  { inclusive, money }: { inclusive: boolean; money: (cents: number) => string },
): Difference[] {
  const found: Difference[] = []
  if (ours.total !== theirs.total) found.push({ field: 'amount', here: money(ours.total), there: money(theirs.total) })
  const own = sums(ours.lines.map((line) => ({ ...line, amount: line.amount + (inclusive ? line.vat : 0) })))
  const other = sums(theirs.lines)
  const sameCodes = [...own.keys()].join('|') === [...other.keys()].join('|')
  const sameSums = said(own, String) === said(other, String)
  // Another amount under the same codes is told once, as an amount.
  if (!sameCodes || (!sameSums && ours.total === theirs.total))
    found.push({ field: 'vat', here: said(own, money), there: said(other, money) })
  if (ours.debtor !== theirs.debtor) found.push({ field: 'debtor', here: ours.debtor, there: theirs.debtor })
  return found
}

/** Whether what is there is what would be sent. */
export const isSame = (ours: Booking, theirs: TheirEntry, inclusive: boolean): boolean =>
  differencesOf(ours, theirs, { inclusive, money: String }).length === 0

/** What somebody reads of a refusal: what was refused stands beside it. */
export const withDetails = (row: ErrorRow, details: string): ErrorRow => ({ ...row, details })

/** The pause before another attempt, in milliseconds. */
export const pauseAfter = (attempts: number): number => Math.min(15 * 60_000, 1000 * 2 ** Math.min(attempts, 10))

/** After so many without an answer somebody is told. */
export const MOST_ATTEMPTS = 10

/**
 * By how much what is open there of an entry differs from what is open here, where it comes to another amount there and
 * somebody accepted exactly that; null where nobody did.
 */
export function acceptedShift(
  { total, accepted = [] }: Pick<AskedOpen, 'total' | 'accepted'>,
  theirTotal: number,
): number | null {
  if (total === theirTotal) return 0
  const isAccepted = accepted.some(
    ({ here, there }) => here === formatMoney(total) && there === formatMoney(theirTotal),
  )
  return isAccepted ? total - theirTotal : null
}
