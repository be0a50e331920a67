import * as z from 'zod'
import { idOrNone } from '../../../platform/forms/fields.ts'
import { LinesStep } from '../orders/index.ts'
import { unstoredLines } from '../../sales/sales/index.ts'

const idOrNull = z
  .string()
  .transform((text) => idOrNone(text) || null)
  .nullable()
  .catch(null)
  .default(null)

/** What a new order begins with: the customer of a tab, a quotation, or products that were chosen before. */
export const OrderQuery = z.object({
  company_id: idOrNull,
  contact_id: idOrNull,
  quotation_id: idOrNull,
  added: unstoredLines.catch([]),
})
export type OrderQuery = z.output<typeof OrderQuery>

/** Which company was chosen to get the invoices. */
export const RelationDraft = z.object({ invoice_relation_id: idOrNull })

/** The lines as they stand, those that were just chosen, and of which quotation they are. */
export const LinesDraft = z.object({ ...LinesStep.shape, added: unstoredLines, lines_of: idOrNull })
