import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Address } from '../../../platform/fields/address.ts'
import type { FirmDetails } from '../../catalogue/firm/index.ts'
import { type SaleKey, type SaleLine, type SaleTax, listSaleLines, listSaleTaxes } from '../sales/index.ts'
import type { SaleFacts } from './paper.rules.ts'

/** What the head of a sale says, whatever its kind. */
export interface SaleHead extends Address {
  company_id: number | null
  customer: string
  contact: string | null
  client_id: number | null
  country_code: string
  reference: string | null
  print_layout_id: number | null
  header_text: string | null
  footer_text: string | null
}

/** The numbers by which the law knows a customer. */
async function lawNumbers(db: Db | Trx, companyId: number | null) {
  const row =
    companyId === null
      ? undefined
      : await db.selectFrom('companies').select(['coc_no', 'vat_id']).where('id', '=', companyId).executeTakeFirst()
  return { coc_no: row?.coc_no ?? null, vat_id: row?.vat_id ?? null }
}

const buyerOf = (head: SaleHead, numbers: { coc_no: string | null; vat_id: string | null }): SaleFacts['buyer'] => ({
  name: head.customer,
  contact: head.company_id === null ? null : head.contact,
  client_id: head.client_id,
  ...numbers,
  isCompany: head.company_id !== null,
  street: head.street,
  street_no: head.street_no,
  street_no_adding: head.street_no_adding,
  postal_code: head.postal_code,
  city: head.city,
  country_code: head.country_code,
})

const printedLine = (line: SaleLine): SaleFacts['lines'][number] => ({
  kind: line.kind,
  name: line.name,
  code: line.code,
  description: line.description,
  count: line.count,
  price: line.price,
  discount: line.discount,
  discount_type: line.discount_type,
  tax: line.tax,
  tax_category: line.tax_category,
  taxes_included: line.taxes_included,
  amount: line.amount,
  ...(line.optional ? { optional: true, chosen: line.chosen } : {}),
})

/** All that a sale says beside what only its kind does, as things are now. */
export const saleFacts = async (db: Db | Trx, sale: SaleKey, head: SaleHead, firm: FirmDetails): Promise<SaleFacts> =>
  unstoredFacts(db, { lines: await listSaleLines(db, sale), taxes: await listSaleTaxes(db, sale) }, head, firm)

/** The same of a sale with these lines, which need not be stored. */
export async function unstoredFacts(
  db: Db | Trx,
  { lines, taxes }: { lines: readonly SaleLine[]; taxes: readonly SaleTax[] },
  head: SaleHead,
  firm: FirmDetails,
): Promise<SaleFacts> {
  const { texts: _texts, ...seller } = firm
  const sum = (of: 'base' | 'vat') => taxes.reduce((total, tax) => total + tax[of], 0)
  return {
    reference: head.reference,
    layoutId: head.print_layout_id,
    headerText: head.header_text,
    footerText: head.footer_text,
    seller,
    buyer: buyerOf(head, await lawNumbers(db, head.company_id)),
    lines: lines.map(printedLine),
    taxes: taxes.map(({ tax, category, name, reason, base, vat }) => ({ tax, category, name, reason, base, vat })),
    base: sum('base'),
    vat: sum('vat'),
    total: sum('base') + sum('vat'),
  }
}
