import { countryName } from '../../../platform/format/country.ts'
import { isInUnion, vatIdCountry } from '../../../platform/format/vat-id.ts'
import type { TaxCategory } from '../vat/index.ts'

/** Whether an invoice with this VAT has to name the btw-id of the customer. */
export const asksVatId = (category: TaxCategory): boolean => category === 'AE' || category === 'K'

/** Northern Ireland trades goods as if in the union, under a country that is not. */
const TRADES_AS: Record<string, string> = { XI: 'GB' }

/**
 * Why a customer cannot have VAT of this kind, in Dutch; null where it can, or where its btw-id is still to be told. What
 * goes to another land of the union goes to who is known there, and what leaves the union to who is outside it: else the
 * tax office asks the VAT of who sold it.
 */
export function vatProblem(
  category: TaxCategory,
  { vat_id, country_code }: { vat_id: string | null; country_code: string },
): string | null {
  const place = countryName(country_code) ?? country_code
  if (category === 'G' && isInUnion(country_code))
    return `Uitvoer buiten de EU kan niet voor een klant met een adres in ${place}.`
  if (category !== 'K' || vat_id === null) return null
  const known = vatIdCountry(vat_id)
  if (known === 'NL')
    return `Een levering binnen de EU zonder btw kan alleen met een btw-id van een ander EU-land, en ${vat_id} is Nederlands.`
  return (TRADES_AS[known] ?? known) === country_code
    ? null
    : `Een levering binnen de EU zonder btw gaat naar het land van het btw-id, en bij ${vat_id} staat een adres in ${place}.`
}
