/** What holds for invoices, whatever the database has. */
import { formatMoney } from '../../../platform/format/format.ts'
import { formatEuros, formatPercents, formatPrice } from '../../../platform/format/price.ts'
import { addDays } from '../../../platform/format/zone.ts'
import type { Status } from '../../../platform/screens/models.ts'
import type { OpenLine } from '../../../platform/screens/popup/open-points.ts'
import { type SaleLine, type SaleTax, discountText } from '../../sales/sales/index.ts'

/** The last day on which an invoice can be paid: that many days after its own. */
export const expiryOf = (invoiceDate: string, days: number): string => addDays(invoiceDate, days)

/** What is said of an invoice that has a number. */
export const IMMUTABLE = 'Een definitieve factuur verandert niet meer. Maak er een creditfactuur voor.'

/** What is said of an invoice with which no other can become one. */
export const NONE_TO_MERGE = 'Er zijn geen facturen om mee samen te voegen voor deze debiteur.'

/** How an invoice stands, as the database derives it from what was paid, credited and told of it. */
export type InvoiceStatus =
  'concept' | 'definitive' | 'sent' | 'partly_paid' | 'paid' | 'credited' | 'disputed' | 'written_off'

export const STATUSES: Readonly<Record<InvoiceStatus, Status>> = {
  concept: { label: 'Concept', css: 'st-concept' },
  definitive: { label: 'Definitief', css: 'st-option' },
  sent: { label: 'Verzonden', css: 'st-planned' },
  partly_paid: { label: 'Deels betaald', css: 'st-executed' },
  disputed: { label: 'Betwist', css: 'st-cancelled' },
  paid: { label: 'Betaald', css: 'st-confirmed' },
  credited: { label: 'Gecrediteerd', css: 'st-done' },
  written_off: { label: 'Afgeboekt', css: 'st-done' },
}

/** Whether something is owed after the last day on which it could be paid. */
export const isOverdue = ({ open, expires_at }: { open: number; expires_at: string }, day: string): boolean =>
  open > 0 && expires_at < day

/** What an invoice is called: its number, or that it has none yet. */
export const invoiceTitle = ({ uid, total }: { uid: string | null; total: number }): string =>
  uid === null
    ? total < 0
      ? 'Concept van een creditfactuur'
      : 'Concept van een factuur'
    : `${total < 0 ? 'Creditfactuur' : 'Factuur'} ${uid}`

/** What of a concept is still to be done before it can get its number, and what is better done before. */
export const conceptNeeds = (missing: readonly Need[], warning: Need | null = null): OpenLine[] => [
  ...(missing.length === 0
    ? [{ label: 'Klaar om definitief te maken', icon: 'checks', state: 'done' as const }]
    : missing.map(openLine)),
  ...(warning === null ? [] : [openLine(warning)]),
]

interface Need {
  text: string
  href: string
}
const openLine = ({ text, href }: Need): OpenLine => ({
  label: text,
  icon: 'alert-triangle',
  state: 'open',
  action: { label: 'Invullen', kind: href.startsWith('/settings') ? 'link' : 'popup', url: href },
})

/** '21%', or by what name nothing is charged, which is not all the same: 'Vrijgesteld (CRKBO)'. */
const rateOf = (tax: string, name: string): string => (Number(tax) === 0 ? name : formatPercents(tax))

/** Lines as an invoice shows them. */
export const shownLines = (lines: readonly SaleLine[]) =>
  lines.map((line) => ({
    id: line.id,
    kind: line.kind,
    name: line.name,
    code: line.code === line.name ? null : line.code,
    description: line.description,
    count: formatPrice(line.count).replace(/,00$/, ''),
    price: formatEuros(line.price),
    why: line.why,
    discount: discountText(line),
    tax: line.tax === null ? '' : rateOf(line.tax, line.tax_name ?? ''),
    amount: formatMoney(line.amount),
    product_id: line.product_id,
  }))

/** What an invoice comes to, per kind of VAT and together. */
export const shownTotals = (taxes: readonly SaleTax[]) => ({
  taxes: taxes.map(({ name, tax, base, vat, reason }) => ({
    label: rateOf(tax, name),
    base: formatMoney(base),
    vat: formatMoney(vat),
    reason,
  })),
  base: formatMoney(taxes.reduce((sum, { base }) => sum + base, 0)),
  vat: formatMoney(taxes.reduce((sum, { vat }) => sum + vat, 0)),
  total: formatMoney(taxes.reduce((sum, { base, vat }) => sum + base + vat, 0)),
})
