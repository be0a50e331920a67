import { textOrNull, postalCodeOrNull, optionalText } from '../platform/forms/fields.ts'

/** The address columns companies and contacts have in common. */
export interface Address {
  street: string | null
  street_no: string | null
  street_no_adding: string | null
  postal_code: string | null
  city: string | null
  country_code: string
}

export const addressFields = {
  street: textOrNull(120),
  street_no: textOrNull(10),
  street_no_adding: textOrNull(20),
  postal_code: postalCodeOrNull,
  city: textOrNull(120),
  country_code: optionalText(2).transform((code) => code.toUpperCase() || 'NL'),
}

/** 'Lindelaan 12 A'. */
export function streetLine(address: Address): string {
  return [address.street, address.street_no, address.street_no_adding].filter(Boolean).join(' ')
}

/** '8011 AB Zwolle'. */
export function cityLine(address: Address): string {
  return [address.postal_code, address.city].filter(Boolean).join(' ')
}
