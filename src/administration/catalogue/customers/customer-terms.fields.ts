import { reference } from '../../../platform/fields/kinds.ts'

/** What is agreed with a customer about all invoices. */
export const customerTermsFields = {
  default_payment_condition_id: reference('Betalingsconditie', 'payment_condition'),
  tax_type_id: reference('Btw', 'tax_type'),
  /** Who gets the invoices, where that is another company. */
  invoice_relation_id: reference('Factuurrelatie', 'company'),
}
