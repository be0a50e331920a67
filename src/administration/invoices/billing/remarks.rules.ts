/** What is said of a bill to be: what keeps it from being made, what is to be looked at, and by when the law wants it. */
import { formatDate } from '../../../platform/format/format.ts'
import type { Address } from '../../../platform/fields/address.ts'
import { type LawNumbers, asksVatId, isGovernment, vatProblem } from '../../catalogue/customers/index.ts'
import type { Buyers } from '../../sales/sales/index.ts'
import { problemsOfBuyer } from '../ubl/index.ts'
import type { TaxCategory } from '../../catalogue/vat/index.ts'
import type { Billable, Remark } from './points.ts'

/** A customer as bills need it. */
export interface BilledCustomer extends LawNumbers, Pick<Address, 'street' | 'postal_code' | 'city'> {
  name: string
  country_code: string
  /** Where invoices go by mail. */
  email: string | null
  /** Open concepts that they have already. */
  concepts: { id: number; label: string }[]
}

/** The last day on which the law wants the invoice: the fifteenth after the month in which it was done (Wet OB art. 34g). */
export function legalDay(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return month === 12 ? `${year + 1}-01-15` : `${year}-${String(month + 1).padStart(2, '0')}-15`
}

/** What the customer lacks, and what there is of them already. */
export function customerRemarks(bill: Buyers, customer: BilledCustomer, taxes: Set<string>) {
  const { company_id } = bill
  const edit = company_id === null ? `/contact/edit/${bill.contact_id}` : `/company/edit/${company_id}`
  const remarks: Remark[] = []
  const block = (text: string) => remarks.push({ tone: 'block', text, label: 'Invullen', href: edit })
  if (!customer.street || !customer.city) block('Geen factuuradres')
  if ([...taxes].some((category) => asksVatId(category as TaxCategory)) && customer.vat_id === null)
    block(company_id === null ? 'Bij deze btw hoort een bedrijf' : 'Btw-id ontbreekt voor verlegde btw')
  const wrong = [...taxes].flatMap((category) => vatProblem(category as TaxCategory, customer) ?? [])
  if (wrong[0] !== undefined) block(wrong[0].replace(/\.$/, ''))
  for (const { id, label } of customer.concepts.slice(0, 1))
    remarks.push({
      tone: 'doubt',
      text: `${label} bestaat al`,
      label: 'Concept openen',
      href: `/administration/invoice/view/${id}`,
    })
  return remarks
}

/** What machines will not be able to read, with the first reason; nobody minds with people, who read the PDF. */
export function unreadRemarks({ company_id }: Buyers, customer: BilledCustomer, first: Billable): Remark[] {
  // Where there is no address it cannot be billed at all.
  if (company_id === null || !customer.street || !customer.city) return []
  const [problem] = problemsOfBuyer({ ...customer, isCompany: true }, 'peppol')
  if (problem !== undefined)
    return [{ tone: 'note', text: `Zonder UBL: ${problem.replace(/\.$/, '')}`, label: 'Invullen', href: `/company/edit/${company_id}` }] // prettier-ignore
  if (!isGovernment(customer) || first.reference !== null) return []
  return [{ tone: 'note', text: 'Zonder UBL: de eigen referentie van de overheid ontbreekt', label: 'Openen', href: first.href }] // prettier-ignore
}

/** What costs nothing: all of a bill, which so cannot be, or one of its lines, which may be meant so. */
export function priceRemarks(billables: readonly Billable[], excl: number): Remark[] {
  const label = 'Prijs invullen'
  // What was paid beforehand comes to nothing as it should.
  if (excl === 0 && !billables.some(({ deposits = [] }) => deposits.length > 0))
    return [{ tone: 'block', text: 'Prijs is € 0,00', label, href: billables[0]!.href }]
  return billables.flatMap(({ free = [], href }) =>
    free.map((name): Remark => ({ tone: 'doubt', text: `Prijs van ${name} is € 0,00`, label, href })),
  )
}

/** 'Had uiterlijk 15-10-2026 gefactureerd moeten zijn'. */
export const lateText = (due: string): string => `Had uiterlijk ${formatDate(due)} gefactureerd moeten zijn`
