import { reference, requiredDay, yesNo } from '../../../platform/fields/kinds.ts'
import { saleFieldsWith } from '../../sales/sales/index.ts'

/** What an order consists of, beside its lines. */
export const orderFields = saleFieldsWith({
  order_date: requiredDay('Orderdatum'),
  plannable: yesNo('Inplannen'),
  /** Whether its invoices go to the company that gets those of the customer, where there is one. */
  use_invoice_relation: yesNo('Factureren aan de factuurrelatie'),
  /** The company that gets them whatever was agreed with the customer. */
  invoice_relation_id: reference('Factuurrelatie', 'company'),
  quotation_id: reference('Offerte', 'quotation'),
  parent_order_id: reference('Vervolg op', 'order'),
})
