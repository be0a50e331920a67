/** What an invoice says, kept when it becomes definitive: what anything is called later changes nothing on it. */
import { formatDate } from '../../../../platform/format/format.ts'
import type { Address } from '../../../../platform/fields/address.ts'
import { type FirmDetails, type MissingFact, missingForInvoices } from '../../../catalogue/firm/index.ts'
import type { SaleFacts } from '../../../sales/papers/index.ts'
import type { SaleTax } from '../../../sales/sales/index.ts'
import { asksVatId, vatProblem } from '../../../catalogue/customers/index.ts'
import type { TaxCategory } from '../../../catalogue/vat/index.ts'

/** The first and the last day of it, ISO. */
export interface Delivery {
  from: string
  until: string
}

/**
 * When what an invoice charges was supplied.
 * @param days of its products, as their orders know them
 * @param told that of all others
 */
export function deliveryOf(days: readonly (string | null)[], told: string | null): Delivery | null {
  const known = days.flatMap((day) => day ?? told ?? []).toSorted()
  return known.length === 0 ? null : { from: known[0]!, until: known.at(-1)! }
}

/** Days are ISO, amounts whole cents, prices and counts digits with a point. */
export interface InvoiceSnapshot extends Omit<SaleFacts, 'lines' | 'buyer'> {
  buyer: SaleFacts['buyer'] & {
    /** Where machines bring it, where that is told; left out of what was printed before it was asked. */
    peppol_id?: string | null
  }
  lines: (SaleFacts['lines'][number] & {
    /** When it was supplied, where not all of the invoice was on one day. */
    delivered_on?: string
    /** The first day of it, where that was on several. */
    delivered_from?: string
  })[]
  /** When what it charges was supplied, as far as that is known; left out of what was printed before it was asked. */
  delivery?: Delivery | null
  number: string
  invoiceDate: string
  expiresAt: string
  payment: { days: number; text: string | null }
  /** The invoice that it credits; left out of what was printed before there were such. */
  credits?: { number: string; invoiceDate: string } | null
  order: string | null
  quotation: string | null
  texts: { header: string; footer: string; payment: string }
}

/** What is not told yet, as a whole sentence, and where it is told. */
export type Missing = Pick<MissingFact, 'text' | 'href'>

/** What the law asks for and an invoice does not tell yet; none becomes definitive before. */
export function missingOn(
  invoice: { id: number; company_id: number | null; country_code: string } & Address,
  facts: {
    firm: FirmDetails
    lines: number
    taxes: readonly Pick<SaleTax, 'category'>[]
    vatId: string | null
    /** Whether it says when that was supplied. */
    delivered: boolean
    /** Whether it takes back what was charged, as it was. */
    credits: boolean
  },
): Missing[] {
  const edit = `/administration/invoice/edit/${invoice.id}`
  const view = `/administration/invoice/view/${invoice.id}`
  const missing: Missing[] = []
  if (facts.lines === 0) missing.push({ text: 'Zet eerst een product op de factuur.', href: view })
  if (!invoice.street || !invoice.city)
    missing.push({ text: 'Vul het adres van de klant in op de factuur.', href: edit })
  if (facts.taxes.some(({ category }) => asksVatId(category as TaxCategory)) && facts.vatId === null)
    missing.push(
      invoice.company_id === null
        ? { text: 'Kies een bedrijf: bij deze btw hoort het btw-id van de klant.', href: edit }
        : { text: 'Vul het btw-id van de klant in bij het bedrijf.', href: `/company/edit/${invoice.company_id}` },
    )
  const { vatId: vat_id, taxes, credits } = facts
  const wrong = taxes.flatMap(({ category }) => vatProblem(category as TaxCategory, { ...invoice, vat_id }) ?? [])
  if (wrong[0] !== undefined && !credits)
    missing.push({ text: `${wrong[0]} Kies een andere btw op de regels, of verbeter het adres of het btw-id.`, href: view }) // prettier-ignore
  // Elsewhere an invoice without it tells of the day that it bears.
  if (facts.taxes.some(({ category }) => category === 'K') && !facts.delivered)
    missing.push({ text: 'Vul de leverdatum in: die hoort bij een levering naar een ander EU-land.', href: edit })
  return [...missing, ...missingForInvoices(facts.firm).map(({ text, href }) => ({ text, href }))]
}

/** Why a day cannot be the date of the next invoice, in Dutch; null when it can. */
export function dateProblem(
  invoiceDate: string,
  { today, last, closedUntil }: { today: string; last: string | null; closedUntil: string },
): string | null {
  if (invoiceDate <= closedUntil)
    return `De periode tot en met ${formatDate(closedUntil)} is afgesloten. Kies een latere factuurdatum.`
  if (invoiceDate > today)
    return 'De factuurdatum ligt in de toekomst. Een definitieve factuur is van vandaag of eerder.'
  return last !== null && invoiceDate < last
    ? 'De factuurdatum ligt vóór die van de laatste definitieve factuur, zodat de nummers niet meer op volgorde staan.'
    : null
}
