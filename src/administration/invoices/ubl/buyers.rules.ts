/** By which numbers machines know who buys, and what of them is missing, in Dutch (EN 16931, Peppol BIS 3, NLCIUS). */
import { peppolIdProblem } from '../../../platform/format/peppol-id.ts'
import { isGovernment } from '../../catalogue/customers/index.ts'
import type { InvoiceSnapshot } from '../invoices/index.ts'
import type { UblFormat } from './ubl.rules.ts'

/** Of the Dutch trade register, and of those by VAT in a few lands. */
const COC = '0106'
const VAT = '9944'
const BELGIAN = '0208'
const GERMAN = '9930'

type Numbers = Pick<InvoiceSnapshot['buyer'], 'coc_no' | 'vat_id' | 'peppol_id'>

/** A number with the register that it is one of. */
export interface Registered {
  scheme: string
  id: string
}

/** By its VAT number, in lands whose companies are reached by that. */
function byVatId(vatId: string): Registered | null {
  const land = vatId.slice(0, 2)
  if (land === 'NL') return { scheme: VAT, id: vatId }
  if (land === 'DE') return { scheme: GERMAN, id: vatId }
  const number = vatId.slice(2)
  return land === 'BE' && peppolIdProblem(`${BELGIAN}:${number}`) === null ? { scheme: BELGIAN, id: number } : null
}

/** Where a party is reached on the network: as it told, or else by its number of a register; null where it has none. */
export function endpointOf({ coc_no, vat_id, peppol_id }: Numbers): Registered | null {
  if (peppol_id) return { scheme: peppol_id.slice(0, 4), id: peppol_id.slice(5) }
  if (coc_no) return { scheme: COC, id: coc_no }
  return vat_id ? byVatId(vat_id) : null
}

/** The number by which the law knows a Dutch party. */
export function legalNumberOf(numbers: Numbers): Registered | null {
  if (numbers.coc_no) return { scheme: COC, id: numbers.coc_no }
  return isGovernment(numbers) ? endpointOf(numbers) : null
}

export type Buyer = Numbers & Pick<InvoiceSnapshot['buyer'], 'name' | 'isCompany' | 'street' | 'postal_code' | 'city' | 'country_code'> // prettier-ignore

type Asked = [field: string, value: unknown]
export const missing = (of: string, asked: readonly Asked[]): string[] =>
  asked.flatMap(([field, value]) => (value ? [] : [`${field} van ${of} ontbreekt.`]))

/**
 * What of who buys keeps a machine from reading what is for it.
 * @param taxed whether the VAT on it asks for its btw-id
 */
export function problemsOfBuyer(buyer: Buyer, format: UblFormat, { taxed = false } = {}): string[] {
  if (!buyer.isCompany) return [`${buyer.name} is een particulier en krijgt de PDF.`]
  const isDutch = buyer.country_code === 'NL'
  const isReached = endpointOf(buyer) !== null
  return missing(buyer.name, [
    ['Straat', !isDutch || buyer.street],
    ['Postcode', !isDutch || buyer.postal_code],
    ['Plaats', !isDutch || buyer.city],
    ['KVK-nummer', !isDutch || (format === 'nlcius' ? legalNumberOf(buyer) : isReached)],
    ['Elektronisch adres (Peppol)', isDutch || isReached],
    ['Btw-id', !taxed || buyer.vat_id],
  ])
}
