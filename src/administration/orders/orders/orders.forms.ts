import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { withAddress } from '../../../platform/fields/address.ts'
import { id, selectorIdOrNull, version } from '../../../platform/forms/fields.ts'
import { pricesAnswer, unstoredLines } from '../../sales/sales/index.ts'
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
  'use_invoice_relation',
  'invoice_relation_id',
  'header_text',
  'footer_text',
)

/** Whose address an order gets: that of the company, of the contact or of the quotation, or one that was typed. */
const ADDRESS_OF = ['quotation', 'company', 'contact', 'own'] as const
export type AddressOf = (typeof ADDRESS_OF)[number]

const { header_text, footer_text, ...first } = head
const address_of = z.enum(ADDRESS_OF, 'Kies een adres.').default('own')
const notes = { header_text, footer_text, print_layout_id: selectorIdOrNull }

/** Of the wizard of a new order: for whom it is, with what on it, and what stands around that. */
export const CustomerStep = withAddress({ ...first, address_of })
export const LinesStep = z.object({ lines: unstoredLines })
export const NotesStep = z.object(notes)
export const NewOrderForm = withAddress({ ...first, address_of, lines: unstoredLines, ...notes })
export type NewOrder = z.output<typeof NewOrderForm>

const OrderForm = withAddress(head)
export const OrderEditForm = withAddress({ ...head, prices: pricesAnswer, version })
export type OrderInput = z.output<typeof OrderForm>
export type OrderEdit = z.output<typeof OrderEditForm>

/** One line of the order, and whether it was delivered. */
const delivered = z
  .enum(['0', '1'], 'Kies of de regel geleverd is.')
  .default('0')
  .transform((value) => value === '1')
export const DeliveredForm = z.object({ line: id, delivered })
/** Whether what is copied keeps its prices, or gets those of today. */
export const CopyForm = z.object({ id, prices: z.enum(['kept', 'new']).default('kept') })
/** The same where somebody is asked. */
export const CopyAskForm = z.object({ prices: z.enum(['kept', 'new'], 'Kies welke prijzen de kopie krijgt.') })
