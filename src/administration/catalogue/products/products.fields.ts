import * as z from 'zod'
import {
  choice,
  count,
  day,
  line,
  optionalCount,
  paragraphs,
  price,
  priceOrPercents,
  reference,
  requiredDay,
  requiredLine,
  requiredReference,
  yesNo,
} from '../../../platform/fields/kinds.ts'
import { percentage } from '../vat/index.ts'
import { DISCOUNT_TYPES, REPLACE_UNITS } from './products.rules.ts'
import { CHANGES, ROUNDINGS } from './repricing.rules.ts'

const LONGEST_NAME = 120
const LONGEST_TERM = 600

const optionalPrice = price('Prijs')
/** A price that must be told; nothing may be asked for something, which is then typed. */
const requiredPrice = {
  ...optionalPrice,
  required: true,
  parse: optionalPrice.parse.transform((digits, ctx) => {
    if (digits !== null) return digits
    ctx.addIssue({ code: 'custom', message: 'Vul een prijs in.' })
    return z.NEVER
  }),
}

const discount = price('Korting')

/** How long something serves before it is replaced, and which part of that it may be too early or too late. */
const replacing = {
  replace_after: optionalCount('Vervangen na', 1, LONGEST_TERM),
  replace_unit: choice('Termijn in', REPLACE_UNITS, 'years'),
}

/** What a product consists of. */
export const productFields = {
  name: requiredLine('Naam', LONGEST_NAME),
  code: line('Code', LONGEST_NAME),
  category_id: reference('Categorie', 'product_category'),
  price: requiredPrice,
  taxes_included: yesNo('Prijs is inclusief btw'),
  tax_type_id: requiredReference('Btw', 'tax_type'),
  discount: { ...discount, parse: discount.parse.transform((digits) => digits ?? '0') },
  discount_type: choice('Korting in', DISCOUNT_TYPES, 'percentage'),
  is_device: yesNo('Apparaat'),
  has_lifecycle: yesNo('Heeft een levensduur'),
  is_consumable: yesNo('Verbruiksartikel'),
  has_to_be_delivered: yesNo('Moet worden geleverd'),
  ...replacing,
  replace_period_margin: {
    ...optionalCount('Marge', 0, 100, { unit: '%' }),
    parse: optionalCount('Marge', 0, 100).parse.transform((percent) => percent ?? 0),
  },
  note: paragraphs('Opmerking', { maxlength: 2000 }),
  active: yesNo('Actief'),
}

/** How the prices of many are changed at once. */
const repricingFields = {
  change: choice('Hoe', CHANGES, 'raise_percentage'),
  value: priceOrPercents('Hoeveel'),
  rounding: choice('Afronden', ROUNDINGS, 'cent'),
  from: day('Vanaf'),
}

/** From when a product costs what. */
export const productPriceFields = {
  product_id: requiredReference('Product', 'product'),
  price: requiredPrice,
  valid_from: requiredDay('Geldig vanaf'),
  ...repricingFields,
}

/** What a product uses up. */
export const consumableFields = {
  product_id: requiredReference('Product', 'product'),
  consumable_id: requiredReference('Verbruiksartikel', 'product'),
  count: count('Aantal', 1, 1000),
  ...replacing,
  replace_period_margin: optionalCount('Marge', 0, 100, { unit: '%' }),
}

/** What a category of products consists of. */
export const categoryFields = {
  name: requiredLine('Naam', LONGEST_NAME),
  discount: percentage('Korting'),
}
