import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { MAX_ID, checkbox, idList, selectorIdOrNull, version } from '../../../platform/forms/fields.ts'
import { lineFields } from './lines.fields.ts'

/** More than this nobody adds at once. */
const MOST_ADDED = 100
/** A sale of more lines than this is no longer read. */
const MOST_LINES = 1000

const added = z.object(parsersOf(lineFields, 'product_id', 'count', 'optional'))
const FEWEST = 'Kies minimaal één product.'

/** The rows in which products are chosen, each with how many; of a quotation one may be an option. */
export const addingProducts = (name: string, options = false) => ({
  name,
  label: 'Regel',
  addLabel: 'Nog een product',
  min: 1,
  max: MOST_ADDED,
  view: 'administration/sales/added',
  blank: { options },
  items: [],
})

/** Products to add; a row in which none was chosen is no line. */
export const AddForm = z.object({
  lines: z
    .array(added, FEWEST)
    .max(MOST_ADDED, `Voeg hooguit ${MOST_ADDED} producten tegelijk toe.`)
    .transform((lines) =>
      lines.flatMap(({ product_id, ...line }) => (product_id === null ? [] : [{ ...line, product_id }])),
    )
    .refine((lines) => lines.length > 0, FEWEST),
})

/** What is left empty is not told, whatever it would be read as. */
const orUntold = <P extends z.ZodType>(parse: P) =>
  z
    .unknown()
    .optional()
    .transform((typed, ctx): z.output<P> | undefined => {
      if (typed === undefined || (typeof typed === 'string' && ['', '-1'].includes(typed.trim()))) return undefined
      const read = parse.safeParse(typed)
      if (read.success) return read.data
      for (const { message } of read.error.issues) ctx.addIssue({ code: 'custom', message })
      return z.NEVER
    })

/** A line that is typed where it will stand; what is not told of it is as agreed with the customer. */
export const TypedForm = z
  .object({
    ...parsersOf(lineFields, 'product_id', 'count', 'discount_type', 'optional'),
    name: orUntold(lineFields.name.parse),
    price: orUntold(lineFields.price.parse),
    discount: orUntold(lineFields.discount.parse),
    tax_type_id: orUntold(lineFields.tax_type_id.parse),
  })
  .transform(({ product_id, ...line }, ctx) => {
    if (product_id !== null) return { ...line, product_id }
    ctx.addIssue({ code: 'custom', path: ['product_id'], message: 'Kies een product.' })
    return z.NEVER
  })
export type TypedLine = z.output<typeof TypedForm>

/**
 * The lines of a sale that is not stored yet: products, and by `source_id` lines of another sale that come along as they
 * are. A row with neither is no line.
 */
export const unstoredLines = z
  .array(z.object({ ...parsersOf(lineFields, 'product_id', 'count'), source_id: selectorIdOrNull }))
  .max(MOST_LINES, 'Dit zijn te veel regels.')
  .default([])
  .transform((lines) => lines.filter(({ product_id, source_id }) => product_id !== null || source_id !== null))
export type UnstoredLine = z.output<typeof unstoredLines>[number]

const line = parsersOf(
  lineFields,
  'name',
  'description',
  'count',
  'price',
  'discount',
  'discount_type',
  'tax_type_id',
  'taxes_included',
  'optional',
)
/** What becomes of prices that were agreed already; left out where that was not asked yet. */
export const pricesAnswer = z.enum(['kept', 'new']).optional()
export type PricesAnswer = z.output<typeof pricesAnswer>

/** A line; `all` says that price, discount and VAT hold for every line with the same product. */
export const LineForm = z.object({ ...line, all: checkbox, prices: pricesAnswer, version })

/** Of a line what is changed where it stands; all else stays. */
export const RowForm = z.object({
  ...parsersOf(lineFields, 'name', 'count', 'price', 'discount', 'discount_type', 'tax_type_id'),
  prices: pricesAnswer,
  version,
})

/** What of a line says what it comes to, while it is typed. */
export const AmountForm = z.object(
  parsersOf(lineFields, 'count', 'price', 'discount', 'discount_type', 'tax_type_id', 'taxes_included'),
)
export type AmountInput = z.output<typeof AmountForm>

export const TextForm = z.object(parsersOf(lineFields, 'name', 'description'))
export const TextEditForm = z.object({ ...parsersOf(lineFields, 'name', 'description'), version })

/**
 * Takes a line out. With the flag of a sale that is still being made nothing of it is stored, whatever its line is called
 * there: there is nothing to take out.
 */
export const RemoveForm = z.object({
  id: z.coerce.number<string>().int().min(0).max(MAX_ID),
  new_order: checkbox,
  new_quotation: checkbox,
  new_invoice: checkbox,
})
export const OrderForm = z.object({ ids: idList(MOST_LINES) })
