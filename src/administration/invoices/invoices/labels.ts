import { WAIVING } from '../../sales/claims/index.ts'
import { SOURCES } from './payments/payments.rules.ts'

/** What was told of an invoice beside its payments. */
export const MARKS: Readonly<Record<string, string>> = {
  sent: 'Verzonden',
  disputed: 'Betwist',
  written_off: 'Afgeboekt',
  costs_waived: WAIVING.state,
}

/** Names in the history of what is told of an invoice. */
export const FACT_LABELS = {
  invoice_id: { label: 'Factuur', record: 'invoice' },
  kind: { label: 'Status', values: MARKS },
  marked_at: 'Sinds',
  paid_on: 'Betaald op',
  amount: { label: 'Bedrag', money: true as const },
  costs: { label: 'Waarvan incassokosten', money: true as const },
  interest: { label: 'Waarvan rente', money: true as const },
  note: 'Omschrijving',
  source: { label: 'Herkomst', values: SOURCES },
  takes_back_id: 'Boekt terug',
}
