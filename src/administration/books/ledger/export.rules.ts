/** What stands in the file of sales entries, and what a period comes to per ledger account. */
import { formatDate } from '../../../platform/format/format.ts'
import type { BesideEntry } from './charges.rules.ts'
import type { InvoiceEntry } from './entries.queries.ts'
import type { EntryLine } from './ledger.rules.ts'

/** How a ledger account is called. */
export interface AccountName {
  code: string
  name: string
}
export type AccountNames = ReadonlyMap<number, AccountName>

const NONE: AccountName = { code: '', name: 'Nog geen grootboekrekening' }
const accountOfLine = (names: AccountNames, { ledger_account_id }: Pick<EntryLine, 'ledger_account_id'>) =>
  (ledger_account_id === null ? undefined : names.get(ledger_account_id)) ?? NONE

export const EXPORT_HEAD = [
  'Dagboek',
  'Factuurnummer',
  'Factuurdatum',
  'Vervaldatum',
  'Debiteurnummer',
  'Debiteur',
  'Referentie',
  'Grootboekrekening',
  'Naam rekening',
  'Btw-soort',
  'Btw-percentage',
  'Debet',
  'Credit',
]

/** '1234,50', which spreadsheets in Dutch read as a number. */
export const dutchCents = (cents: number): string => (cents / 100).toFixed(2).replace('.', ',')

const digits = (tax: string | null): string => (tax === null ? '' : String(Number(tax)).replace('.', ','))

/** The rows of one invoice: together debit is credit. */
export const exportRows = ({ snapshot, lines }: InvoiceEntry, names: AccountNames): string[][] =>
  lines
    .filter(({ amount }) => amount !== 0)
    .map((line) => {
      const { code, name } = accountOfLine(names, line)
      return [
        'Verkoop',
        snapshot.number,
        formatDate(snapshot.invoiceDate),
        formatDate(snapshot.expiresAt),
        String(snapshot.buyer.client_id ?? ''),
        snapshot.buyer.name,
        snapshot.reference ?? '',
        code,
        name,
        line.tax_type ?? '',
        digits(line.tax),
        line.amount > 0 ? dutchCents(line.amount) : '',
        line.amount < 0 ? dutchCents(0 - line.amount) : '',
      ]
    })

/** The rows of costs and interest that were paid beside an invoice: together debit is credit. */
export const besideRows = ({ number, day, client_id, customer, lines }: BesideEntry, names: AccountNames): string[][] =>
  lines.map((line) => {
    const { code, name } = accountOfLine(names, line)
    return [
      ...['Memoriaal', number, formatDate(day), '', String(client_id ?? ''), customer, 'Incassokosten en rente'],
      ...[code, name, '', ''],
      ...[line.amount > 0 ? dutchCents(line.amount) : '', line.amount < 0 ? dutchCents(0 - line.amount) : ''],
    ]
  })

/** What a period comes to on one account. */
export interface AccountSum extends AccountName {
  debit: number
  credit: number
}

/** What a period comes to. */
export interface PeriodSum {
  invoices: number
  base: number
  vat: number
  total: number
  /** Costs and interest that were paid beside invoices. */
  beside: number
  accounts: AccountSum[]
  lacking: string[]
}

/** Adds entries up, page by page. */
export function periodSums(names: AccountNames) {
  const sums = new Map<string, AccountSum>()
  const lacking = new Set<string>()
  const whole = { invoices: 0, base: 0, vat: 0, total: 0, beside: 0 }
  const post = (line: EntryLine) => {
    const account = accountOfLine(names, line)
    const sum = sums.get(account.code) ?? { ...account, debit: 0, credit: 0 }
    if (line.amount > 0) sum.debit += line.amount
    else sum.credit -= line.amount
    sums.set(account.code, sum)
  }
  return {
    addBeside({ costs, interest, lines, lacking: its }: BesideEntry): void {
      whole.beside += costs + interest
      for (const text of its) lacking.add(text)
      lines.forEach(post)
    },
    add({ snapshot, lines, lacking: its }: InvoiceEntry): void {
      whole.invoices += 1
      whole.base += snapshot.base
      whole.vat += snapshot.vat
      whole.total += snapshot.total
      for (const text of its) lacking.add(text)
      lines.forEach(post)
    },
    sum: (): PeriodSum => ({
      ...whole,
      accounts: [...sums.values()].sort((a, b) => (a.code < b.code ? -1 : 1)),
      lacking: [...lacking],
    }),
  }
}
