import * as z from 'zod'
import { addressFields } from '../../platform/fields/address.ts'
import {
  emailAddress,
  fieldOf,
  line,
  optionalLine,
  paragraphs,
  phoneNumber,
  price,
  reference,
  requiredLine,
  requiredReference,
  wholeNumber,
  yesNo,
} from '../../platform/fields/kinds.ts'
import { compactPeppolId, peppolIdProblem } from '../../platform/format/peppol-id.ts'
import { compactVatId, vatIdProblem } from '../../platform/format/vat-id.ts'
import { checkbox, longText, optionalText, textOrNull } from '../../platform/forms/fields.ts'
import { HIDABLE_FIELDS, type HidableField } from '../naming/index.ts'
import { LONGEST_STYLE, checkStyle } from './style.rules.ts'

const tradeNumberOrNull = optionalText(8)
  .refine((value) => value === '' || /^\d{8}$/.test(value), 'Een KVK-nummer heeft 8 cijfers.')
  .transform((value) => value || null)

/** What somebody wrote in their own way, as it is kept. */
const writtenOrNull = (
  longest: number,
  compact: (typed: string) => string,
  problemOf: (value: string) => string | null,
) =>
  optionalText(longest)
    .transform(compact)
    .superRefine((value, ctx) => {
      const problem = value === '' ? null : problemOf(value)
      if (problem) ctx.addIssue({ code: 'custom', message: problem })
    })
    .transform((value) => value || null)

const websiteOrNull = textOrNull(200).refine(
  (value) => value === null || /^https?:\/\/\S+$|^[\w.-]+\.[a-z]{2,}(\/\S*)?$/i.test(value),
  ':label is geen geldig webadres.',
)

const style = longText(LONGEST_STYLE).superRefine((css, ctx) => {
  for (const message of checkStyle(css).problems) ctx.addIssue({ code: 'custom', message })
})

const hidable = z
  .union([z.string(), z.array(z.string())])
  .default([])
  .transform((value) => (typeof value === 'string' ? [value] : value))
  .pipe(z.array(z.enum(Object.keys(HIDABLE_FIELDS) as HidableField[], ':label is niet geldig.')))

/** What a company consists of. */
export const companyFields = {
  name: requiredLine('Naam', 200),
  client_id: wholeNumber('Debiteurnummer', 1, 2_000_000_000),
  coc_no: { ...line('KVK-nummer', 8), parse: tradeNumberOrNull },
  vat_id: { ...line('Btw-id', 20), parse: writtenOrNull(20, compactVatId, vatIdProblem) },
  /** Where machines bring invoices, where that does not follow from its other numbers. */
  peppol_id: { ...line('Elektronisch adres (Peppol)', 60), parse: writtenOrNull(60, compactPeppolId, peppolIdProblem) },
  parent_id: reference('Valt onder', 'company'),
  contact_person_id: reference('Contactpersoon', 'contact'),
  email: emailAddress('E-mail'),
  invoice_email: emailAddress('Factuur-e-mail'),
  phone: phoneNumber('Telefoon'),
  website: { ...line('Website', 200), parse: websiteOrNull },
  ...addressFields,
  active: yesNo('Actief'),
  hidden_contact_fields: fieldOf('checkbox', 'Verborgen contactvelden', hidable, { options: HIDABLE_FIELDS }),
  note: paragraphs('Opmerking'),
  style_css: fieldOf('textarea', 'Huisstijl', style, { maxlength: LONGEST_STYLE }),
  show_bing_image: fieldOf('switch', 'Welkomstfoto tonen', checkbox),
}

/** What an invoice line that a company has for a course of its own consists of. */
export const courseLineFields = {
  course_id: requiredReference('Opleiding', 'course'),
  description: optionalLine('Omschrijving op de factuur', 200),
  price: price('Prijs excl. btw'),
}
