import { DIVISION_LABELS } from '../../sales/claims/index.ts'
import { CONFIDENCES, ENTRY_STATES } from './bank.rules.ts'

/** How it is called that all of an entry goes to its invoices, and nothing to costs or interest. */
export const TO_INVOICE = DIVISION_LABELS.find(({ value }) => value === 'principal')!.label

const labelsOf = (statuses: Readonly<Record<string, { label: string }>>) =>
  Object.fromEntries(Object.entries(statuses).map(([value, { label }]) => [value, label]))

/** Names in the history of what no catalogue has. */
export const ENTRY_LABELS = {
  amount: { label: 'Bedrag', money: true as const },
  state: { label: 'Stand', values: labelsOf(ENTRY_STATES) },
  confidence: { label: 'Hoe zeker', values: CONFIDENCES },
  account: 'Rekening',
  statement_id: { label: 'Afschrift', record: 'bank_statement' },
  position: 'Regel',
  payments: 'Aantal betalingen',
  recognised: 'Herkenning',
  entry_id: { label: 'Bankregel', record: 'bank_entry' },
  kind: {
    label: 'Soort',
    values: { payment: 'Betaling', difference: 'Betaalverschil', return: 'Teruggeboekt', payout: 'Uitbetaling' },
  },
  invoice_id: { label: 'Factuur', record: 'invoice' },
  payment_id: 'Betaling',
  opening_item_id: { label: 'Factuur van het oude systeem', record: 'opening_item' },
  opening_payment_id: 'Betaling',
  note: 'Omschrijving',
}

export const STATEMENT_LABELS = {
  opening: { label: 'Beginsaldo', money: true as const },
  closing: { label: 'Eindsaldo', money: true as const },
  created_by: { label: 'Ingelezen door', record: 'user' },
}
