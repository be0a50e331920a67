import { WAIVING } from '../../sales/claims/index.ts'
import { SOURCES } from '../invoices/index.ts'

/** Names in the history of what an item of the old system consists of beside its fields. */
export const OPENING_LABELS = {
  opening_item: {
    fields: {
      opening_item_id: { label: 'Factuur', record: 'opening_item' },
      costs_waived: WAIVING.state,
      paid_on: 'Betaald op',
      amount: { label: 'Bedrag', money: true as const },
      costs: { label: 'Waarvan incassokosten', money: true as const },
      interest: { label: 'Waarvan rente', money: true as const },
      source: { label: 'Herkomst', values: SOURCES },
      takes_back_id: 'Boekt terug',
    },
  },
}
