import { day, optionalMoment, reference, requiredDay, requiredReference } from '../../../platform/fields/kinds.ts'
import { saleFieldsWith } from '../../sales/sales/index.ts'

/** What an invoice consists of, beside its lines. */
export const invoiceFields = saleFieldsWith({
  invoice_date: requiredDay('Factuurdatum'),
  expires_at: requiredDay('Vervaldatum'),
  delivered_on: day('Leverdatum'),
  payment_condition_id: requiredReference('Betalingsconditie', 'payment_condition'),
  quotation_id: reference('Offerte', 'quotation'),
  order_id: reference('Order', 'order'),
  credits_id: reference('Credit van', 'invoice'),
  definitive_at: optionalMoment('Definitief sinds'),
})
