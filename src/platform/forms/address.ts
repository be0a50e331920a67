import * as z from 'zod'
import { countryName } from '../format/country.ts'
import {
  NO_POSTAL_CODE,
  dutchPostalCodeOrNull,
  isDutchPostalCode,
  optionalText,
  postalCodeOrNull,
  textOrNull,
} from './fields.ts'

/** The address columns that all tables with an address have in common. */
export interface Address {
  street: string | null
  street_no: string | null
  street_no_adding: string | null
  postal_code: string | null
  city: string | null
}

/** An address in the Netherlands. */
export const placeFields = {
  street: textOrNull(120),
  street_no: textOrNull(10),
  street_no_adding: textOrNull(20),
  postal_code: dutchPostalCodeOrNull,
  city: textOrNull(120),
}

const addressFields = {
  ...placeFields,
  postal_code: postalCodeOrNull,
  country_code: optionalText(2)
    .transform((code) => code.toUpperCase() || 'NL')
    .refine((code) => countryName(code) !== null, 'Kies een bestaand land.'),
}
const located = z.object({ postal_code: z.string(), country_code: z.literal('NL') })

/** A form with an address anywhere; NL unless said otherwise, and there a postal code has to be a Dutch one. */
export const withAddress = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.object({ ...fields, ...addressFields }).refine(
    (form) => {
      const { data } = located.safeParse(form)
      return !data || isDutchPostalCode(data.postal_code)
    },
    // Told along with what is wrong with other fields, not after those are mended.
    { path: ['postal_code'], error: NO_POSTAL_CODE, when: () => true },
  )

/** 'Lindelaan 12 A'. */
export function streetLine(address: Address): string {
  return [address.street, address.street_no, address.street_no_adding].filter(Boolean).join(' ')
}

/** '8011 AB Zwolle'. */
export function cityLine(address: Address): string {
  return [address.postal_code, address.city].filter(Boolean).join(' ')
}
