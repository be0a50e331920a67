/** What an invoice says in UBL, of Peppol BIS Billing 3 or of NLCIUS: the same but for what they are called. */
import { streetLine } from '../../../platform/fields/address.ts'
import type { InvoiceSnapshot } from '../invoices/index.ts'
import { isGovernment } from '../../catalogue/customers/index.ts'
import { exact, rounded } from '../../catalogue/prices/index.ts'
import { countedOf } from '../../sales/sales/index.ts'
import { needsReason } from '../../catalogue/vat/index.ts'
import { type Registered, endpointOf, legalNumberOf } from './buyers.rules.ts'

export const FORMATS = {
  peppol: {
    label: 'Peppol BIS 3',
    customization: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
  },
  nlcius: { label: 'NLCIUS', customization: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:nen.nl:nlcius:v1.0' },
} as const
export type UblFormat = keyof typeof FORMATS
export const isUblFormat = (word: string): word is UblFormat => Object.hasOwn(FORMATS, word)

const PROFILE = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
const SPACES = {
  '@xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  '@xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
}
/** Whole numbers of our pieces, whatever they are called: 'C62' is one of anything. */
const UNIT = 'C62'

/** An element by its parts; what is undefined is left out, since no element may be empty. */
export type Node = string | { [name: string]: Node | Node[] | undefined }

/** '-1234' cents as '-12.34'. */
export const decimals = (cents: bigint): string => {
  const size = cents < 0n ? -cents : cents
  return `${cents < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}
const euros = (cents: bigint): Node => ({ '@currencyID': 'EUR', '#': decimals(cents) })

/** '12.5000' as '12.5', '21.00' as '21'; with at least so many decimals. */
export function plain(digits: string, least = 0): string {
  const [whole = '0', part = ''] = digits.split('.')
  const shown = part.replace(/0+$/, '').padEnd(least, '0')
  return shown === '' ? whole : `${whole}.${shown}`
}

/** What one costs without VAT: as it was typed, or with ten decimals where VAT was in it, so that any count of it fits. */
export function netPrice(price: string, rate: string, taxesIncluded: boolean): string {
  if (!taxesIncluded) return plain(price, 2)
  const PLACES = 10_000_000_000n
  const scaled = rounded(exact(price) * PLACES * 100n, 1_000_000n + exact(rate))
  const whole = scaled / PLACES
  return plain(`${whole}.${String(scaled % PLACES).padStart(10, '0')}`, 2)
}

const taxScheme = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } }

/** Whether it takes something back: its amounts are positive then. */
export const isCredit = ({ credits, total }: InvoiceSnapshot): boolean => Boolean(credits) || total < 0

/**
 * By what the buyer knows it: their own reference, or else the number of our order or quotation, or by which we know them.
 * A government takes none but its own; null where that is missing.
 */
export function buyerReference({ reference, order, quotation, buyer }: InvoiceSnapshot): string | null {
  if (isGovernment(buyer)) return reference
  return reference ?? order ?? quotation ?? (buyer.client_id === null ? null : `Debiteur ${buyer.client_id}`)
}

const text = (value: string | null): string | undefined => value || undefined
const compact = (value: string): string => value.replace(/\s/g, '')

function addressOf(place: InvoiceSnapshot['buyer'] | (InvoiceSnapshot['seller'] & { country_code: string })): Node {
  return {
    'cbc:StreetName': text(streetLine(place)),
    'cbc:CityName': text(place.city),
    'cbc:PostalZone': text(compact(place.postal_code ?? '')),
    'cac:Country': { 'cbc:IdentificationCode': place.country_code },
  }
}

interface Party {
  name: string
  legalName: string
  coc_no: string | null
  vat_id: string | null
  peppol_id?: string | null
  address: Node
}

const registered = (number: Registered | null): Node | undefined =>
  number === null ? undefined : { '@schemeID': number.scheme, '#': number.id }

const partyOf = (party: Party): Node => ({
  'cac:Party': {
    'cbc:EndpointID': registered(endpointOf(party)),
    'cac:PartyName': { 'cbc:Name': party.name },
    'cac:PostalAddress': party.address,
    'cac:PartyTaxScheme': party.vat_id ? { 'cbc:CompanyID': party.vat_id, ...taxScheme } : undefined,
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': party.legalName,
      'cbc:CompanyID': registered(legalNumberOf(party)),
    },
  },
})

const sellerOf = ({ seller }: InvoiceSnapshot): Node =>
  partyOf({
    name: seller.trade_name || seller.legal_name,
    legalName: seller.legal_name,
    coc_no: seller.coc_no,
    vat_id: seller.vat_id,
    address: addressOf({ ...seller, country_code: 'NL' }),
  })

const buyerOf = ({ buyer }: InvoiceSnapshot): Node =>
  partyOf({ ...buyer, legalName: buyer.name, address: addressOf(buyer) })

/** Kinds of VAT that are one to a machine stand together, in the order in which they come first. */
function subtotalsOf({ taxes }: InvoiceSnapshot, sign: bigint): Node[] {
  const groups = [...Map.groupBy(taxes, ({ category, tax }) => kindOf(category, tax)).values()]
  return groups.map((group) => {
    const { category, tax, reason } = group[0]!
    const sum = (of: 'base' | 'vat') => sign * group.reduce((all, one) => all + BigInt(one[of]), 0n)
    return {
      'cbc:TaxableAmount': euros(sum('base')),
      'cbc:TaxAmount': euros(sum('vat')),
      'cac:TaxCategory': {
        'cbc:ID': category,
        'cbc:Percent': plain(tax),
        'cbc:TaxExemptionReason': needsReason(category as 'S') ? text(reason) : undefined,
        ...taxScheme,
      },
    }
  })
}

type Line = InvoiceSnapshot['lines'][number]

/** The lines that say how much of what; headings and texts are for people. */
export const productLines = ({ lines }: InvoiceSnapshot): Line[] => lines.filter(({ kind }) => kind === 'product')

/** Kinds of VAT that are one to a machine. */
const kindOf = (category: string | null, tax: string | null): string => `${category ?? 'S'} ${plain(tax ?? '0')}`

/** What each line counts without VAT: together what was printed, to the cent. */
export const netsOf = (snapshot: InvoiceSnapshot): bigint[] => countedOf(productLines(snapshot), snapshot.taxes).nets

/** What a line takes off its price. */
function allowanceOf(line: Line, net: bigint, sign: bigint): Node | undefined {
  if (Number(line.discount) === 0) return undefined
  const rate = line.taxes_included ? (line.tax ?? '0') : '0'
  const gross = sign * rounded(exact(line.price) * exact(line.count), 1_000_000n + exact(rate))
  const off = gross - sign * net
  if (off === 0n) return undefined
  return {
    'cbc:ChargeIndicator': off > 0n ? 'false' : 'true',
    'cbc:AllowanceChargeReason': 'Korting',
    'cbc:Amount': euros(off > 0n ? off : -off),
  }
}

function lineOf(line: Line, at: number, net: bigint, { credit }: { credit: boolean }): Node {
  const sign = credit ? -1n : 1n
  const count = credit ? (line.count.startsWith('-') ? line.count.slice(1) : `-${line.count}`) : line.count
  return {
    'cbc:ID': String(at + 1),
    [credit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity']: { '@unitCode': UNIT, '#': plain(count) },
    'cbc:LineExtensionAmount': euros(sign * net),
    'cac:InvoicePeriod': line.delivered_on
      ? { 'cbc:StartDate': line.delivered_from ?? line.delivered_on, 'cbc:EndDate': line.delivered_on }
      : undefined,
    'cac:AllowanceCharge': allowanceOf(line, net, sign),
    'cac:Item': {
      'cbc:Description': text(line.description),
      'cbc:Name': line.name,
      'cac:SellersItemIdentification': line.code ? { 'cbc:ID': line.code } : undefined,
      'cac:ClassifiedTaxCategory': {
        'cbc:ID': line.tax_category ?? 'S',
        'cbc:Percent': plain(line.tax ?? '0'),
        ...taxScheme,
      },
    },
    'cac:Price': {
      'cbc:PriceAmount': { '@currencyID': 'EUR', '#': netPrice(line.price, line.tax ?? '0', line.taxes_included) },
    },
  }
}

const isWithinUnion = ({ taxes }: InvoiceSnapshot): boolean => taxes.some(({ category }) => category === 'K')

/** When it was supplied. What left for another country of the union must say so, also where that was not asked yet. */
function supplyOf(snapshot: InvoiceSnapshot): { from: string; until: string } | null {
  if (snapshot.delivery) return snapshot.delivery
  const day = snapshot.credits?.invoiceDate ?? snapshot.invoiceDate
  return isWithinUnion(snapshot) ? { from: day, until: day } : null
}

/** The days of what was supplied on more than one. */
function periodOf(snapshot: InvoiceSnapshot): Node | undefined {
  const supply = supplyOf(snapshot)
  if (supply === null || supply.from === supply.until) return undefined
  return { 'cbc:StartDate': supply.from, 'cbc:EndDate': supply.until }
}

/** When it was supplied, where that was one day, and where goods went that left for another country of the union. */
function deliveryOf(snapshot: InvoiceSnapshot): Node | undefined {
  const supply = supplyOf(snapshot)
  const day = supply !== null && supply.from === supply.until ? supply.until : undefined
  const country = { 'cac:Country': { 'cbc:IdentificationCode': snapshot.buyer.country_code } }
  const location = isWithinUnion(snapshot) ? { 'cac:Address': country } : undefined
  return day === undefined && location === undefined
    ? undefined
    : { 'cbc:ActualDeliveryDate': day, 'cac:DeliveryLocation': location }
}

/** An invoice or a credit note as its elements, in the order of the schema. */
export function ublOf(snapshot: InvoiceSnapshot, format: UblFormat): { root: 'Invoice' | 'CreditNote'; node: Node } {
  const credit = isCredit(snapshot)
  const root = credit ? 'CreditNote' : 'Invoice'
  const sign = credit ? -1n : 1n
  const lines = productLines(snapshot)
  const nets = netsOf(snapshot)
  const [base, vat, total] = [snapshot.base, snapshot.vat, snapshot.total].map((cents) => sign * BigInt(cents))
  return {
    root,
    node: {
      '@xmlns': `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`,
      ...SPACES,
      'cbc:CustomizationID': FORMATS[format].customization,
      'cbc:ProfileID': PROFILE,
      'cbc:ID': snapshot.number,
      'cbc:IssueDate': snapshot.invoiceDate,
      'cbc:DueDate': credit ? undefined : snapshot.expiresAt,
      [`cbc:${root}TypeCode`]: credit ? '381' : '380',
      'cbc:DocumentCurrencyCode': 'EUR',
      'cbc:BuyerReference': text(buyerReference(snapshot)),
      'cac:InvoicePeriod': periodOf(snapshot),
      'cac:BillingReference': snapshot.credits
        ? { 'cac:InvoiceDocumentReference': { 'cbc:ID': snapshot.credits.number } }
        : undefined,
      'cac:AccountingSupplierParty': sellerOf(snapshot),
      'cac:AccountingCustomerParty': buyerOf(snapshot),
      'cac:Delivery': deliveryOf(snapshot),
      'cac:PaymentMeans': {
        'cbc:PaymentMeansCode': '58',
        'cbc:PaymentID': snapshot.number,
        'cac:PayeeFinancialAccount': { 'cbc:ID': compact(snapshot.seller.iban) },
      },
      'cac:TaxTotal': { 'cbc:TaxAmount': euros(vat!), 'cac:TaxSubtotal': subtotalsOf(snapshot, sign) },
      'cac:LegalMonetaryTotal': {
        'cbc:LineExtensionAmount': euros(base!),
        'cbc:TaxExclusiveAmount': euros(base!),
        'cbc:TaxInclusiveAmount': euros(total!),
        'cbc:PayableAmount': euros(total!),
      },
      [`cac:${root}Line`]: lines.map((line, at) => lineOf(line, at, nets[at]!, { credit })),
    },
  }
}
