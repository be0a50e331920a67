import type { TaxCategory } from '../vat/index.ts'

/** Whether an invoice with this VAT has to name the btw-id of the customer. */
export const asksVatId = (category: TaxCategory): boolean => category === 'AE' || category === 'K'
