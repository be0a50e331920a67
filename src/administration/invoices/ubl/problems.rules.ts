/** What keeps an invoice from being read by machines, in Dutch: which field of what is missing (dutch-domain 5.3). */
import { asksVatId, isGovernment } from '../../catalogue/customers/index.ts'
import type { InvoiceSnapshot } from '../invoices/index.ts'
import { type TaxCategory, needsReason } from '../../catalogue/vat/index.ts'
import { missing, problemsOfBuyer } from './buyers.rules.ts'
import { type UblFormat, buyerReference, isCredit, netsOf, productLines } from './ubl.rules.ts'

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

/** All that is missing, each a whole sentence; nothing where a machine can read it. A concept is one without a number. */
export function problemsOf(snapshot: InvoiceSnapshot, format: UblFormat): string[] {
  const { buyer, taxes } = snapshot
  const invoice = snapshot.number === '' ? 'het concept' : `factuur ${snapshot.number}`
  const reasonless = taxes.filter(({ category, reason }) => needsReason(category as 'S') && !reason)
  const counted = netsOf(snapshot).reduce((sum, net) => sum + net, 0n)
  return [
    ...ofSeller(snapshot),
    ...problemsOfBuyer(buyer, format, { taxed: taxes.some(({ category }) => asksVatId(category as TaxCategory)) }),
    ...(productLines(snapshot).length === 0 ? [`Op ${invoice} staat geen product.`] : []),
    ...missing(invoice, [
      [
        isGovernment(buyer)
          ? 'De eigen referentie van de overheid, die hoort op een factuur voor haar,'
          : 'Referentie of order',
        buyerReference(snapshot),
      ],
      ['De factuur die wordt gecrediteerd', isCredit(snapshot) ? snapshot.credits?.number : '-'],
    ]),
    ...reasonless.map(({ name }) => `Reden van btw-soort ${name} ontbreekt.`),
    ...(counted === BigInt(snapshot.base) ? [] : [`De regels van ${invoice} tellen niet op tot het totaal.`]),
  ]
}
