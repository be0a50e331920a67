import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { withAddress } from '../../../platform/fields/address.ts'
import { id, idList, version } from '../../../platform/forms/fields.ts'
import { pricesAnswer } from '../../sales/sales/index.ts'
import { quotationFields } from './quotations.fields.ts'

const head = parsersOf(
  quotationFields,
  'company_id',
  'contact_id',
  'employee_id',
  'reference',
  'quotation_date',
  'valid_until',
  'header_text',
  'footer_text',
)
const ORDER = 'De offerte is geldig tot en met een dag op of na de offertedatum.'
interface Days {
  quotation_date: string
  valid_until: string
}
const inOrder = ({ quotation_date, valid_until }: Days) => valid_until >= quotation_date
const AT = { path: ['valid_until'], message: ORDER }

export const QuotationForm = withAddress(head).refine(inOrder, AT)
export const QuotationEditForm = withAddress({ ...head, prices: pricesAnswer, version }).refine(inOrder, AT)
export type QuotationInput = z.output<typeof QuotationForm>
export type QuotationEdit = z.output<typeof QuotationEditForm>

/** Whether what is copied keeps its prices, or gets those of today. */
export const CopyForm = z.object({ id, prices: z.enum(['kept', 'new']).default('kept') })
/** The same where somebody is asked. */
export const CopyAskForm = z.object({ prices: z.enum(['kept', 'new'], 'Kies welke prijzen de kopie krijgt.') })

/** More options than this no quotation has. */
const MOST_OPTIONS = 200
/** Who said yes, and to which of the options. */
export const AcceptForm = z.object({
  ...parsersOf(quotationFields, 'accepted_name'),
  chosen: idList(MOST_OPTIONS),
})
/** Why somebody said no. */
export const DeclineForm = z.object(parsersOf(quotationFields, 'decline_reason'))
/** Until when it holds after all. */
export const ExtendForm = z.object(parsersOf(quotationFields, 'valid_until'))
