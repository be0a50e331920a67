import * as z from 'zod'
import { checkbox, id, idList, selectorId } from '../../../platform/forms/fields.ts'

/** As many papers as one document has at most. */
const MOST = 500

/** Shown in the browser instead of saved. */
export const PrintQuery = z.object({ stream: checkbox })

/** Which ones, in the usual way of their kind. */
export const KindQuery = z.object({
  ids: idList(MOST),
  stream: checkbox,
})

/** '12,14,20' as ids, each once. */
export const printedIds = z
  .string()
  .max(MOST * 11)
  .regex(/^\d{1,10}(,\d{1,10})*$/)
  .transform((text) => [...new Set(text.split(',').map(Number))])
  .refine((ids) => ids.length <= MOST && ids.every((one) => one > 0 && one < 2_147_483_648))

const text = z
  .string()
  .max(5000)
  .transform((value) => value.trim() || null)
  .optional()

/** What a preview shows instead of what is kept; the rest of the form is read by the kind of sale. */
export const PreviewForm = z.object({
  id: id.optional(),
  print_layout_id: selectorId.optional(),
  reference: text,
  header_text: text,
  footer_text: text,
})
