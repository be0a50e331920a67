import * as z from 'zod'
import {
  emailOrNull,
  longText,
  optionalText,
  phoneOrNull,
  selectorIdOrNull,
  text,
  textOrNull,
  version,
  wholeNumberOrNull,
} from '../../platform/forms/fields.ts'
import { addressFields } from '../../platform/forms/address.ts'

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
  ...addressFields,
  note: longText().transform((value) => value || null),
}

export const CompanyForm = z.object(company)
export const CompanyEditForm = z.object({ ...company, contact_person_id: selectorIdOrNull, version })
export type CompanyInput = z.output<typeof CompanyForm>
export type CompanyEdit = z.output<typeof CompanyEditForm>
