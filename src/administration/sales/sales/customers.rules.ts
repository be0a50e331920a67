import type { Address } from '../../../platform/fields/address.ts'

/** What is said of a contact and a company that do not belong together. */
export const MISMATCH = 'Dit contact hoort niet bij dit bedrijf.'
export const NO_CUSTOMER = 'Kies een contact of een bedrijf.'

const PLACE = ['street', 'street_no', 'street_no_adding', 'postal_code', 'city'] as const

/** Whether nothing of an address was filled in. */
export const isNowhere = (address: Address): boolean => PLACE.every((part) => address[part] === null)
