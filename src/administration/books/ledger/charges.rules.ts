/** The entry of costs and interest that a customer paid beside an invoice: whole cents, debit above zero, without VAT. */
import { type EntryLine, type PostingRule, accountOf } from './ledger.rules.ts'

/** A payment as far as it was of costs and interest; below zero where that went back. */
export interface BesidePaid {
  number: string
  day: string
  client_id: number | null
  customer: string
  costs: number
  interest: number
}

export interface BesideEntry extends BesidePaid {
  lines: EntryLine[]
  lacking: string[]
}

const LACKING = {
  debtors: 'Kies op welke grootboekrekening komt wat klanten schuldig zijn.',
  costs: 'Kies op welke grootboekrekening ontvangen incassokosten komen.',
  interest: 'Kies op welke grootboekrekening ontvangen rente komt.',
}

/**
 * What a customer paid beside the invoice becomes owed the moment that it is paid, so that the payment as a whole stands
 * against what is owed: debtors against costs and interest, together nothing.
 */
export function besideEntry(paid: BesidePaid, rules: readonly PostingRule[]): BesideEntry {
  const amounts = { debtors: paid.costs + paid.interest, costs: 0 - paid.costs, interest: 0 - paid.interest }
  const lines = (Object.keys(amounts) as (keyof typeof amounts)[])
    .filter((kind) => amounts[kind] !== 0)
    .map((kind) => ({
      ...{ kind, ledger_account_id: accountOf(rules, kind, null), tax_type_id: null, tax_type: null, tax: null },
      ...{ amount: amounts[kind], vat: 0 },
    }))
  const lacking = lines.flatMap(({ kind, ledger_account_id }) => (ledger_account_id === null ? [LACKING[kind]] : []))
  return { ...paid, lines, lacking }
}
