/** Who gets the invoice of what somebody buys. */
export interface InvoiceTo {
  /** False: who buys, also where another company gets the invoices of that. */
  use_invoice_relation: boolean
  /** This company, whatever was agreed. */
  invoice_relation_id: number | null
}

export const AS_AGREED: InvoiceTo = { use_invoice_relation: true, invoice_relation_id: null }

/** What sets apart whose invoice goes elsewhere than was agreed: to who buys, or to a company that was chosen; null: as agreed. */
export function goingKey({ use_invoice_relation, invoice_relation_id }: Partial<InvoiceTo>): string | null {
  if (use_invoice_relation === false) return 'direct'
  return (invoice_relation_id ?? null) === null ? null : `to-${invoice_relation_id}`
}
