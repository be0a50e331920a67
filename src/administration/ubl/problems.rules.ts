/** What keeps an invoice from being read by machines, in Dutch: which field of what is missing (dutch-domain 5.3). */
import type { InvoiceSnapshot } from '../invoices/index.ts'
import { needsReason } from '../vat/index.ts'
import { type UblFormat, buyerReference, isCredit, netsOf, productLines } from './ubl.rules.ts'

/** Kinds of VAT that the buyer pays, or that are not paid since the buyer is known elsewhere. */
const ASKS_VAT_ID = new Set(['AE', 'K'])

type Asked = [field: string, value: string | null | undefined]
const missing = (of: string, asked: readonly Asked[]): string[] =>
  asked.flatMap(([field, value]) => (value ? [] : [`${field} van ${of} ontbreekt.`]))

function ofSeller({ seller }: InvoiceSnapshot): string[] {
  return missing('de eigen organisatie', [
    ['Naam', seller.legal_name],
    ['Straat', seller.street],
    ['Postcode', seller.postal_code],
    ['Plaats', seller.city],
    ['KVK-nummer', seller.coc_no],
    ['Btw-id', seller.vat_id],
    ['IBAN', seller.iban],
  ])
}

function ofBuyer({ buyer, taxes }: InvoiceSnapshot, format: UblFormat): string[] {
  if (!buyer.isCompany) return [`${buyer.name} is een particulier en krijgt de PDF.`]
  const isDutch = buyer.country_code === 'NL'
  const isReached = buyer.coc_no !== null || (buyer.vat_id?.startsWith('NL') ?? false)
  return [
    ...missing(buyer.name, [
      ['Straat', isDutch ? buyer.street : '-'],
      ['Postcode', isDutch ? buyer.postal_code : '-'],
      ['Plaats', isDutch ? buyer.city : '-'],
      ['KVK-nummer', isReached && !(format === 'nlcius' && isDutch) ? '-' : buyer.coc_no],
      ['Btw-id', taxes.some(({ category }) => ASKS_VAT_ID.has(category)) ? buyer.vat_id : '-'],
    ]),
  ]
}

/** All that is missing, each a whole sentence; nothing where a machine can read it. A concept is one without a number. */
export function problemsOf(snapshot: InvoiceSnapshot, format: UblFormat): string[] {
  const invoice = snapshot.number === '' ? 'het concept' : `factuur ${snapshot.number}`
  const reasonless = snapshot.taxes.filter(({ category, reason }) => needsReason(category as 'S') && !reason)
  const counted = netsOf(snapshot).reduce((sum, net) => sum + net, 0n)
  return [
    ...ofSeller(snapshot),
    ...ofBuyer(snapshot, format),
    ...(productLines(snapshot).length === 0 ? [`Op ${invoice} staat geen product.`] : []),
    ...missing(invoice, [
      ['Referentie of order', buyerReference(snapshot)],
      ['De factuur die wordt gecrediteerd', isCredit(snapshot) ? snapshot.credits?.number : '-'],
    ]),
    ...reasonless.map(({ name }) => `Reden van btw-soort ${name} ontbreekt.`),
    ...(counted === BigInt(snapshot.base) ? [] : [`De regels van ${invoice} tellen niet op tot het totaal.`]),
  ]
}
