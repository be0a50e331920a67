/** Invoices as they are frozen, for tests of what is made of them: papers, files that machines read, entries. */
import type { InvoiceSnapshot } from '../../src/administration/invoices/invoices/index.ts'
import { amountOf } from '../../src/administration/catalogue/prices/lines.rules.ts'
import { totalsOf } from '../../src/administration/catalogue/prices/totals.rules.ts'

export type Line = InvoiceSnapshot['lines'][number]
const EXEMPT = 'Vrijgesteld van btw (art. 11 lid 1 onderdeel o Wet OB 1968)'
export const line = (name: string, count: string, price: string, tax: string, more: Partial<Line> = {}): Line => {
  const said = { count, price, discount: '0', discount_type: 'percentage' as const, ...more }
  return {
    kind: 'product',
    name,
    code: null,
    description: null,
    tax,
    tax_category: tax === '0' ? 'E' : 'S',
    taxes_included: false,
    ...said,
    amount: Number(amountOf(said)),
  }
}

/** What lines come to, as the database counts it. */
export function withTotals(lines: Line[]): Pick<InvoiceSnapshot, 'lines' | 'taxes' | 'base' | 'vat' | 'total'> {
  const { taxes, base, vat, total } = totalsOf(
    lines.map((one) => ({
      tax: `${one.tax_category ?? 'S'} ${one.tax ?? '0'}`,
      rate: one.tax ?? '0',
      taxes_included: one.taxes_included,
      amount: BigInt(one.amount),
    })),
  )
  return {
    lines,
    taxes: taxes.map(({ tax, rate, ...sums }) => ({
      tax: rate,
      category: tax.split(' ')[0]!,
      name: tax,
      reason: tax.startsWith('E') ? EXEMPT : null,
      base: Number(sums.base),
      vat: Number(sums.vat),
    })),
    base: Number(base),
    vat: Number(vat),
    total: Number(total),
  }
}

export const SELLER: InvoiceSnapshot['seller'] = {
  trade_name: 'Voorbeeld Opleidingen B.V.',
  legal_name: 'Voorbeeld Opleidingen B.V.',
  coc_no: '68750110',
  vat_id: 'NL857587973B01',
  iban: 'NL91 ABNA 0417 1643 00',
  iban_name: 'Voorbeeld Opleidingen B.V.',
  crkbo_no: '',
  street: 'Hizzaarderlaan',
  street_no: '3',
  street_no_adding: 'A',
  postal_code: '8823 SJ',
  city: 'Lollum',
  phone: '',
  email: '',
  website: '',
}
export const BUYER: InvoiceSnapshot['buyer'] = {
  name: 'Klant B.V.',
  contact: null,
  client_id: 10_001,
  coc_no: '55505201',
  vat_id: 'NL123456782B90',
  isCompany: true,
  street: 'Japiksestraat',
  street_no: '1',
  street_no_adding: null,
  postal_code: '5611 AA',
  city: 'Eindhoven',
  country_code: 'NL',
}
export const said = (lines: Line[], more: Partial<InvoiceSnapshot> = {}): InvoiceSnapshot => ({
  number: '2026-0042',
  invoiceDate: '2026-11-21',
  expiresAt: '2026-12-21',
  payment: { days: 30, text: null },
  reference: 'PO-4711',
  credits: null,
  order: null,
  quotation: null,
  layoutId: null,
  headerText: null,
  footerText: null,
  seller: SELLER,
  texts: { header: '', footer: '', payment: '' },
  buyer: BUYER,
  ...withTotals(lines),
  ...more,
})
