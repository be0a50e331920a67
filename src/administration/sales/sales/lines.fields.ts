import * as z from 'zod'
import {
  choice,
  fieldOf,
  paragraphs,
  price,
  reference,
  requiredLine,
  requiredReference,
  yesNo,
} from '../../../platform/fields/kinds.ts'
import { DISCOUNT_TYPES } from '../../catalogue/products/index.ts'
import { DESTINATIONS, LINE_KINDS } from './lines.rules.ts'

const typed = price('Aantal').parse
/** How many: digits with a point, in at most four decimals; one when nothing is said. */
const quantity = fieldOf(
  'text',
  'Aantal',
  typed.transform((digits, ctx) => {
    if (digits === null) return '1'
    if (Number(digits) <= 1_000_000) return digits
    ctx.addIssue({ code: 'custom', message: ':label is hooguit 1.000.000.' })
    return z.NEVER
  }),
  { maxlength: 16, decimal: true },
)
const money = (label: string) => {
  const field = price(label)
  return { ...field, parse: field.parse.transform((digits) => digits ?? '0') }
}

/** What a line of a quotation, an order or an invoice consists of. */
export const lineFields = {
  quotation_id: reference('Offerte', 'quotation'),
  order_id: reference('Order', 'order'),
  invoice_id: reference('Factuur', 'invoice'),
  kind: choice('Soort', LINE_KINDS, 'product'),
  product_id: reference('Product', 'product'),
  name: requiredLine('Omschrijving', 500),
  description: paragraphs('Toelichting', { maxlength: 5000 }),
  count: quantity,
  price: money('Prijs'),
  discount: money('Korting'),
  discount_type: choice('Korting in', DISCOUNT_TYPES, 'percentage'),
  tax_type_id: requiredReference('Btw', 'tax_type'),
  taxes_included: yesNo('Prijs is inclusief btw'),
  optional: yesNo('Optie'),
  chosen: yesNo('Gekozen'),
  has_to_be_delivered: yesNo('Moet worden geleverd'),
  delivered: yesNo('Geleverd'),
  destination: choice('Gaat naar', DESTINATIONS, 'invoice'),
}
