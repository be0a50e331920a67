import * as z from 'zod'
import { countryChoices, countryName } from '../format/country.ts'
import { parsersOf } from './facts.ts'
import { fieldOf, line } from './kinds.ts'
import {
  NO_POSTAL_CODE,
  dutchPostalCodeOrNull,
  isDutchPostalCode,
  optionalText,
  postalCodeOrNull,
} from '../forms/fields.ts'

/** The address columns that all tables with an address have in common. */
export interface Address {
  street: string | null
  street_no: string | null
  street_no_adding: string | null
  postal_code: string | null
  city: string | null
}

const personal = true
/** The fields of an address anywhere. */
export const addressFields = {
  street: line('Straat', 120, { personal }),
  street_no: line('Huisnummer', 10, { personal }),
  street_no_adding: line('Toevoeging', 20, { personal }),
  postal_code: fieldOf('text', 'Postcode', postalCodeOrNull, { maxlength: 12, personal }),
  city: line('Plaats', 120, { personal }),
  country_code: fieldOf(
    'select',
    'Land',
    optionalText(2)
      .transform((code) => code.toUpperCase() || 'NL')
      .refine((code) => countryName(code) !== null, 'Kies een bestaand land.'),
    { options: Object.fromEntries(countryChoices().map(({ value, label }) => [value, label])) },
  ),
}
const PLACE = ['street', 'street_no', 'street_no_adding', 'postal_code', 'city'] as const

/** Selects the address of a table, but for its country. */
export const placeColumns = <Table extends string>(table: Table) => PLACE.map((column) => `${table}.${column}` as const)

/** What of an address is emptied with a person; the country says nothing about one. */
export const NO_PLACE = {
  street: null,
  street_no: null,
  street_no_adding: null,
  postal_code: null,
  city: null,
} as const

/** The same in the Netherlands. */
export const placeFields = {
  ...addressFields,
  postal_code: { ...addressFields.postal_code, parse: dutchPostalCodeOrNull },
}
/** How a form reads an address in the Netherlands. */
export const placeParsers = parsersOf(placeFields, ...PLACE)

const located = z.object({ postal_code: z.string(), country_code: z.literal('NL') })

/** A form with an address anywhere; NL unless said otherwise, and there a postal code has to be a Dutch one. */
export const withAddress = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.object({ ...fields, ...parsersOf(addressFields, ...PLACE, 'country_code') }).refine(
    (form) => {
      const { data } = located.safeParse(form)
      return !data || isDutchPostalCode(data.postal_code)
    },
    // Checked together with the other fields, so that all errors show at once.
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

/** 'Lindelaan 12 A, 8011 AB Zwolle'. */
export const addressLine = (address: Address): string =>
  [streetLine(address), cityLine(address)].filter(Boolean).join(', ')
