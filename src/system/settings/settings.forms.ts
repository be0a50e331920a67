import * as z from 'zod'
import {
  EMAIL_PATTERN,
  checkbox,
  dutchPostalCodeOrNull,
  optionalText,
  phoneOrNull,
  text,
  version,
  wholeNumber,
} from '../../platform/forms/fields.ts'
import { isUploadName } from '../../platform/files/uploaded-images.ts'
import { DOCUMENT_KINDS } from './settings.list.ts'
import { formatIban, isIban } from './settings.rules.ts'

/** Settings keep empty text as such: null and '' would be two ways to say the same. */
const emptyText = (value: string | null) => value ?? ''

const email = optionalText(254).refine(
  (value) => value === '' || EMAIL_PATTERN.test(value),
  'Dit e-mailadres klopt niet.',
)

const cocNumber = optionalText(20)
  .transform((value) => value.replace(/\s/g, ''))
  .refine((value) => /^(\d{8})?$/.test(value), 'Een KVK-nummer heeft 8 cijfers.')

const vatId = optionalText(20)
  .transform((value) => value.replace(/[\s.]/g, '').toUpperCase())
  .refine((value) => /^(NL\d{9}B\d{2})?$/.test(value), 'Een btw-id ziet eruit als NL123456789B01.')

const iban = optionalText(42)
  .refine((value) => value === '' || isIban(value), 'Dit is geen geldig IBAN.')
  .transform(formatIban)

const webAddress = optionalText(200).refine(
  (value) => value === '' || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)),
  'Een webadres begint met https:// of http://.',
)

export const OrganisationForm = z.object({
  version,
  name: text(120),
  street: optionalText(120),
  street_no: optionalText(10),
  street_no_adding: optionalText(20),
  postal_code: dutchPostalCodeOrNull.transform(emptyText),
  city: optionalText(120),
  coc_no: cocNumber,
  vat_id: vatId,
  iban,
  phone: phoneOrNull.transform(emptyText),
  email,
  website: webAddress,
  manual_url: webAddress,
  welcome_picture: optionalText(60).refine((name) => name === '' || isUploadName(name), 'Kies de foto opnieuw.'),
  remove_picture: checkbox,
})

/** Checkboxes of one name; one of them alone arrives as text, none at all as nothing. */
export const chosen = <V extends z.ZodType>(value: V) =>
  z.preprocess((given) => [...new Set([given ?? []].flat())], z.array(value))

const keyOf = <K extends string>(list: Record<K, string>) => z.enum(Object.keys(list) as [K, ...K[]])

export const DocumentsForm = z.object({
  version,
  max_megabytes: wholeNumber(1, 100),
  kinds: chosen(keyOf(DOCUMENT_KINDS)).refine((kinds) => kinds.length > 0, 'Vink minimaal één soort bestand aan.'),
})

export const MailForm = z.object({
  version,
  sender_name: optionalText(120),
  reply_to: email,
})

export const TwoStepForm = z.object({ version, roles: chosen(z.coerce.number<string>().int().min(1).max(6)) })
