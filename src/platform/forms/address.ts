import { optionalText, postalCodeOrNull, textOrNull } from './fields.ts'

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
  postal_code: postalCodeOrNull,
  city: textOrNull(120),
}

/** An address anywhere; NL unless said otherwise. */
export const addressFields = {
  ...placeFields,
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
