import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { settingFields } from '../../../system/settings/index.ts'

export const FirmForm = z.object({
  version,
  ...parsersOf(settingFields, 'legal_name', 'coc_no', 'vat_id', 'crkbo_no', 'iban', 'iban_name'),
})

/** What certificates and invoices tell of us, and where the first courses are. */
export const OwnDataForm = z.object({
  version,
  ...parsersOf(settingFields, 'name', 'street', 'street_no', 'street_no_adding', 'postal_code', 'city'),
  ...parsersOf(settingFields, 'phone', 'email', 'logo'),
  ...parsersOf(settingFields, 'legal_name', 'coc_no', 'vat_id', 'crkbo_no', 'iban', 'first_room'),
})
export type OwnData = Omit<z.output<typeof OwnDataForm>, 'version'>

export const TextsForm = z.object({
  version,
  ...parsersOf(settingFields, 'quotation_header', 'quotation_footer', 'order_header', 'order_footer'),
  ...parsersOf(settingFields, 'invoice_header', 'invoice_footer', 'payment_text'),
})
