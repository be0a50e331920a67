/** A provider's payout against the payments that we know, pure. */
import { formatCount, formatMoney } from '../../../platform/format/format.ts'
import type { LineKind } from './settlements.adapter.ts'

export interface PayoutLine {
  kind: LineKind
  /** In cents; below zero what is taken off. */
  amount: number
  provider_id: string
  /** The payment that we know of it, with its invoice; null where it began elsewhere. */
  id: number | null
  invoice_id: number | null
  uid: string | null
  paid: number | null
  booked: boolean
  taken_back: number | null
  /** What all payouts took off of that payment, this line and others. */
  back: number
}

export interface PayoutFacts {
  id: string
  reference: string
  amount: number
  costs: number
  payments: number
  settled_on: string
  /** Whether all of its lines are known. */
  read: boolean
  lines: PayoutLine[]
}

/** What is not as we know it of a line of a payout; null where it is. */
export function lineProblem({ kind, amount, id, paid, booked, taken_back, back }: PayoutLine): string | null {
  if (id === null) return 'is niet via een factuur hier betaald'
  if (!booked) return 'is hier nog niet als betaald geboekt'
  if (kind === 'refund' || kind === 'chargeback')
    return (taken_back ?? 0) < back ? 'is hier nog niet teruggeboekt' : null
  return kind === 'payment' && paid !== amount ? `is hier voor ${formatMoney(paid ?? 0)} geboekt` : null
}

const WORDS: Readonly<Record<LineKind, string>> = {
  payment: 'Betaling',
  capture: 'Betaling',
  refund: 'Terugbetaling',
  chargeback: 'Teruggeboekt door de bank van de betaler',
}
export const lineName = ({ kind }: PayoutLine): string => WORDS[kind]

/** What lines and costs come to beside what was paid out. */
const missingOf = ({ amount, costs, lines }: PayoutFacts): number =>
  amount - (lines.reduce((sum, line) => sum + line.amount, 0) - costs)

const NOT_COMPARED = 'Nog niet vergeleken: van welke betalingen deze uitbetaling is, is niet bekend.'

/** Each thing that does not agree, as a sentence; none where all of it does. What was not read agrees with nothing yet. */
export function payoutDifferences(payout: PayoutFacts): string[] {
  if (!payout.read) return [NOT_COMPARED]
  const lines = payout.lines.flatMap((line) => {
    const problem = lineProblem(line)
    return problem === null
      ? []
      : [`${lineName(line)} ${line.uid ?? line.provider_id} van ${formatMoney(line.amount)} ${problem}.`]
  })
  const missing = missingOf(payout)
  return missing === 0
    ? lines
    : [...lines, `De regels min de kosten verschillen ${formatMoney(missing)} met wat is uitbetaald.`]
}

/** '3 betalingen, 1 terug, € 0,39 kosten'. */
export function payoutText(payout: PayoutFacts): string {
  const counted = (...kinds: LineKind[]) => payout.lines.filter(({ kind }) => kinds.includes(kind)).length
  const back = counted('refund', 'chargeback')
  return [
    formatCount(payout.read ? counted('payment', 'capture') : payout.payments, 'betaling', 'betalingen'),
    ...(back === 0 ? [] : [`${back} terug`]),
    `${formatMoney(payout.costs)} kosten`,
  ].join(', ')
}
