import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { withAddress } from '../../../platform/fields/address.ts'
import { id, selectorIdOrNull, version } from '../../../platform/forms/fields.ts'
import { pricesAnswer } from '../../sales/sales/index.ts'
import { invoiceFields } from './invoices.fields.ts'

const head = parsersOf(
  invoiceFields,
  'company_id',
  'contact_id',
  'invoice_date',
  'delivered_on',
  'payment_condition_id',
  'reference',
  'header_text',
  'footer_text',
)

/** Without a payment condition it is what was agreed with the customer. */
export const InvoiceForm = withAddress({ ...head, payment_condition_id: selectorIdOrNull })
export const InvoiceEditForm = withAddress({ ...head, prices: pricesAnswer, version })
export type InvoiceInput = z.output<typeof InvoiceForm>
export type InvoiceEdit = z.output<typeof InvoiceEditForm>

export const CopyForm = z.object({ id })
