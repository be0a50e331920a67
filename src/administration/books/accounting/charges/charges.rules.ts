/** What was paid of costs and interest beside an invoice, as a package gets it. */
import { type PostingRule, accountOf } from '../../ledger/index.ts'
import type { Booking } from '../types.ts'
import type { Choices } from '../settings/choices.queries.ts'

export interface BesideRow {
  id: number
  uid: string
  /** Its own, by which it is known there. */
  number: string
  costs: number
  interest: number
  booked_on: string
}

const NAMES = { costs: 'Incassokosten', interest: 'Rente' } as const
const MISSING = {
  costs: 'Kies op welke rekening ontvangen incassokosten komen, bij Boekingsregels en bij Koppelen.',
  interest: 'Kies op welke rekening ontvangen rente komt, bij Boekingsregels en bij Koppelen.',
}

/** The document, without VAT; or why it cannot be made. */
export function besideBooking(
  row: BesideRow,
  rules: readonly PostingRule[],
  choices: Choices,
  { debtor, journal }: { debtor: string; journal: string },
): Booking | { problem: string } {
  const lines: Booking['lines'] = []
  for (const kind of ['costs', 'interest'] as const) {
    if (row[kind] === 0) continue
    const own = accountOf(rules, kind, null)
    const account = own === null ? undefined : choices.account.get(own)
    if (account === undefined) return { problem: MISSING[kind] }
    lines.push({ amount: row[kind], vat: 0, account, vatCode: null, description: `${NAMES[kind]} bij ${row.uid}` })
  }
  const total = row.costs + row.interest
  return {
    ...{ number: row.number, date: row.booked_on, due: row.booked_on, isCredit: total < 0, debtor, journal },
    ...{ description: `Incassokosten en rente bij ${row.uid}`, condition: null, total, lines },
  }
}
