import { paymentRestoringOf } from '../invoices/index.ts'

/** As what was paid of an invoice of ours. */
export const paymentRestoring = paymentRestoringOf({
  table: 'opening_payments',
  of: 'opening_item_id',
  owner: 'opening_items',
})
