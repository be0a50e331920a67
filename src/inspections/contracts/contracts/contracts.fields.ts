import * as z from 'zod'
import { everyParserOf } from '../../../platform/fields/facts.ts'
import {
  choice,
  count,
  fieldOf,
  line,
  paragraphs,
  price,
  day,
  reference,
  references,
  requiredDay,
  requiredLine,
  requiredReference,
  several,
  yesNo,
} from '../../../platform/fields/kinds.ts'
import { MONTHS } from '../../../platform/format/days.ts'
import { REPEAT_UNITS } from '../../../platform/format/repeats.ts'
import { PRICE_KINDS } from './contracts.rules.ts'

/** What is agreed per period, and how many of it. */
const contractProductFields = {
  product_id: requiredReference('Product', 'product'),
  amount: count('Aantal per periode', 1, 100_000),
}
const MOST_PRODUCTS = 50
const products = z
  .array(z.object(everyParserOf(contractProductFields)))
  .max(MOST_PRODUCTS, `Een contract heeft hooguit ${MOST_PRODUCTS} producten.`)
  .default([])

const MONTH_OPTIONS = Object.fromEntries(MONTHS.map((name, i) => [i + 1, name]))

/** Whose address it is: a company or a contact by its id, or empty for that of the customer. */
const place = z
  .string()
  .default('')
  .transform((value, ctx) => {
    const [, type, id] = /^(company|contact):(\d{1,9})$/.exec(value) ?? []
    if (value !== '' && id === undefined) {
      ctx.addIssue({ code: 'custom', message: ':label is niet geldig.' })
      return z.NEVER
    }
    return {
      address_company_id: type === 'company' ? Number(id) : null,
      address_contact_id: type === 'contact' ? Number(id) : null,
    }
  })

/** What an inspection contract consists of. */
export const contractFields = {
  name: requiredLine('Naam', 120),
  company_id: reference('Bedrijf', 'company'),
  contact_id: reference('Contact', 'contact'),
  address: fieldOf('select', 'Adres', place),
  address_company_id: reference('Adres van bedrijf', 'company'),
  address_contact_id: reference('Adres van contact', 'contact'),
  begins_at: requiredDay('Begint op'),
  expires_at: day('Loopt tot'),
  repeat_count: count('Herhaalt elke', 1, 60),
  repeat_unit: choice('Eenheid', REPEAT_UNITS, 'years'),
  notice_months: count('Opzegtermijn', 0, 24, { unit: 'maanden' }),
  for_devices: yesNo('Alleen voor gekozen apparaten'),
  for_all_categories: yesNo('Alle categorieën'),
  categories: references('Categorieën', 'device_category', 200),
  devices: references('Apparaten', 'device', 5000),
  work_months: several('Werkmaanden', MONTH_OPTIONS),
  price_kind: choice('Prijs', PRICE_KINDS, 'usage'),
  fixed_price: price('Vaste prijs per periode'),
  fixed_product_id: reference('Op de factuur als', 'product'),
  products: fieldOf('list', 'Producten', products, { items: contractProductFields, max: MOST_PRODUCTS }),
  terminated_on: day('Opgezegd per'),
  termination_reason: line('Reden', 500),
  note: paragraphs('Opmerking', { maxlength: 2000 }),
}
