import * as z from 'zod'
import { parsersOf } from '../../platform/fields/facts.ts'
import { withAddress } from '../../platform/forms/address.ts'
import { checkbox, id, version } from '../../platform/forms/fields.ts'
import { orderFields } from './orders.fields.ts'

const head = parsersOf(
  orderFields,
  'company_id',
  'contact_id',
  'employee_id',
  'quotation_id',
  'reference',
  'order_date',
  'plannable',
  'header_text',
  'footer_text',
)

export const OrderForm = withAddress(head)
export const OrderEditForm = withAddress({ ...head, version })
export type OrderInput = z.output<typeof OrderForm>
export type OrderEdit = z.output<typeof OrderEditForm>

/** One line of the order, and whether it was delivered. */
export const DeliveredForm = z.object({ line: id, delivered: checkbox })
/** Whether what is copied keeps its prices, or gets those of today. */
export const CopyForm = z.object({ id, prices: z.enum(['kept', 'new']).default('kept') })
/** The same where somebody is asked. */
export const CopyAskForm = z.object({ prices: z.enum(['kept', 'new'], 'Kies welke prijzen de kopie krijgt.') })
