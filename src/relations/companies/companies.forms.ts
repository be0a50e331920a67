import * as z from 'zod'
import {
  checkbox,
  emailOrNull,
  longText,
  optionalText,
  phoneOrNull,
  selectorId,
  selectorIdOrNull,
  text,
  textOrNull,
  version,
  wholeNumberOrNull,
} from '../../platform/forms/fields.ts'
import { withAddress } from '../../platform/forms/address.ts'
import { HIDABLE_FIELDS, type HidableField } from '../contact-fields.ts'
import { LONGEST_STYLE, checkStyle } from './style.rules.ts'

const company = {
  name: text(200),
  client_id: wholeNumberOrNull(1, 2_000_000_000),
  coc_no: optionalText(8)
    .refine((value) => value === '' || /^\d{8}$/.test(value), 'Een KVK-nummer heeft 8 cijfers.')
    .transform((value) => value || null),
  parent_id: selectorIdOrNull,
  email: emailOrNull,
  invoice_email: emailOrNull,
  phone: phoneOrNull,
  website: textOrNull(200).refine(
    (value) => value === null || /^https?:\/\/\S+$|^[\w.-]+\.[a-z]{2,}(\/\S*)?$/i.test(value),
    ':label is geen geldig webadres.',
  ),
  note: longText().transform((value) => value || null),
}

/** A price excluding VAT, typed with a comma; kept with four decimals. */
const priceOrNull = optionalText(16).transform((value, ctx) => {
  if (value === '') return null
  const plain = value
    .replace(/^€\s*/, '')
    .replace(/\.(?=\d{3}(\D|$))/g, '')
    .replace(',', '.')
  if (/^\d{1,8}(\.\d{1,4})?$/.test(plain)) return plain
  ctx.addIssue({ code: 'custom', message: ':label is geen geldig bedrag.' })
  return z.NEVER
})

const courseLine = { description: optionalText(200), price: priceOrNull }
const filled = {
  check: (line: { description: string; price: string | null }) => line.description !== '' || line.price !== null,
  error: { path: ['description'], message: 'Vul een omschrijving of een prijs in.' },
}
export const CourseLineForm = z.object({ course_id: selectorId, ...courseLine }).refine(filled.check, filled.error)
export const CourseLineEditForm = z.object({ ...courseLine, version }).refine(filled.check, filled.error)
export type CourseLineInput = z.output<typeof CourseLineForm>
export type CourseLineEdit = z.output<typeof CourseLineEditForm>

export const StyleForm = z.object({
  css: longText(LONGEST_STYLE).superRefine((css, ctx) => {
    for (const message of checkStyle(css).problems) ctx.addIssue({ code: 'custom', message })
  }),
  show_bing_image: checkbox,
  version,
})
export const StylePreviewForm = z.object({ css: longText(LONGEST_STYLE) })

export const HiddenFieldsForm = z.object({
  hidden_contact_fields: z
    .union([z.string(), z.array(z.string())])
    .default([])
    .transform((value) => (typeof value === 'string' ? [value] : value))
    .pipe(z.array(z.enum(Object.keys(HIDABLE_FIELDS) as HidableField[], ':label is niet geldig.'))),
  version,
})

export const CompanyForm = withAddress(company)
export const CompanyEditForm = withAddress({ ...company, contact_person_id: selectorIdOrNull, version })
export type CompanyInput = z.output<typeof CompanyForm>
export type CompanyEdit = z.output<typeof CompanyEditForm>
