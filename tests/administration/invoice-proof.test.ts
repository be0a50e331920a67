/** What people read of an invoice and what machines do is the same, both read back from the files that are kept. */
import * as cheerio from 'cheerio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  getSnapshot,
  makeConcept,
  makeCredit,
  makeDefinitive,
} from '../../src/administration/invoices/invoices/index.ts'
import { drawInvoice } from '../../src/administration/orders/sending/sending.files.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { formatDate, formatMoney } from '../../src/platform/format/format.ts'
import { formatPrice } from '../../src/platform/format/price.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { readPdf } from '../support/pdf.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** An invoice of every kind of line: with and without VAT in its price, with discounts, of several rates. */
async function sold(): Promise<number> {
  const { products, companies } = app.story
  return inTransaction(app.db, null, async (trx) => {
    const id = await makeConcept(trx, app.services.registry, {
      company_id: companies.deLinde,
      contact_id: null,
      reference: 'Inkoop 77',
      delivered_on: addDays(today(), -4),
      added: [
        { product_id: products.bhvBook, count: '3' },
        { product_id: products.eLearning, count: '2.5' },
        { product_id: products.bhvBook, count: '1' },
      ],
    })
    const lines = await trx.selectFrom('sale_lines').select('id').where('invoice_id', '=', id).orderBy('position').execute() // prettier-ignore
    const set = (i: number, values: object) => trx.updateTable('sale_lines').set(values).where('id', '=', lines[i]!.id).execute() // prettier-ignore
    await set(0, { discount: '10', discount_type: 'percentage' })
    await set(1, { price: '33.3333', discount: '5', discount_type: 'money' })
    await set(2, { price: '10.00', taxes_included: true })
    await makeDefinitive(trx, id)
    return id
  })
}

async function read(id: number) {
  const [pdf, ubl] = await drawInvoice(app.services, id, ['peppol'])
  const { pages } = readPdf(await app.services.files.read(pdf!.key))
  const xml = cheerio.load((await app.services.files.read(ubl!.key)).toString(), { xml: true })
  return { texts: pages.flat().map((text) => text.replaceAll('\u00a0', ' ')), xml }
}
const money = (cents: number) => formatMoney(cents).replaceAll('\u00a0', ' ')
const cents = (text: string) => Math.round(Number(text) * 100)

describe('the PDF and the UBL of an invoice', () => {
  it.each(['an invoice', 'what credits it'])('of %s say every amount and party alike', async (what) => {
    const original = await sold()
    const id =
      what === 'an invoice'
        ? original
        : await inTransaction(app.db, null, async (trx) => {
            const credit = await makeCredit(trx, original, null)
            await makeDefinitive(trx, credit)
            return credit
          })
    const sign = what === 'an invoice' ? 1 : -1
    const { texts, xml: $ } = await read(id)
    const { lines, taxes, seller, buyer, number, invoiceDate } = await getSnapshot(app.db, id)
    const paper = texts.join('\n')
    const root = sign === 1 ? 'Invoice' : 'CreditNote'
    const at = (path: string) => $(path.split('/').map((name) => name.replace(':', '\\:')).join(' > ')) // prettier-ignore
    // What it is, of when, and when it was supplied.
    expect([at(`${root}/cbc:ID`).text(), at(`${root}/cbc:IssueDate`).text()]).toEqual([number, invoiceDate])
    const supplied = at(`${root}/cac:Delivery/cbc:ActualDeliveryDate`).text()
    expect(supplied).toBe(addDays(today(), -4))
    for (const text of [number, formatDate(invoiceDate), formatDate(supplied)]) expect(paper).toContain(text)
    // Who sells, who buys, and the account.
    const party = (of: string) => {
      const one = (path: string) => at(`${root}/cac:Accounting${of}Party/cac:Party/${path}`).text()
      return {
        name: one('cac:PartyLegalEntity/cbc:RegistrationName'),
        coc: one('cac:PartyLegalEntity/cbc:CompanyID'),
        vat: one('cac:PartyTaxScheme/cbc:CompanyID'),
        street: one('cac:PostalAddress/cbc:StreetName'),
        city: one('cac:PostalAddress/cbc:CityName'),
      }
    }
    const [own, theirs] = [party('Supplier'), party('Customer')]
    expect([own.name, own.coc, own.vat]).toEqual([seller.legal_name, seller.coc_no, seller.vat_id])
    expect([theirs.name, theirs.vat]).toEqual([buyer.name, buyer.vat_id ?? ''])
    for (const text of [
      own.name,
      own.coc,
      own.vat,
      own.street,
      own.city,
      theirs.name,
      theirs.vat,
      theirs.street,
      theirs.city,
    ])
      // prettier-ignore
      expect(paper).toContain(text)
    if (sign === 1) {
      const account = at(`${root}/cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID`).text()
      expect(paper.replaceAll(' ', '')).toContain(account)
    }
    // What it comes to, whole and per kind of VAT.
    const total = (name: string) => sign * cents(at(`${root}/cac:LegalMonetaryTotal/cbc:${name}`).text())
    for (const [label, amount] of [
      ['Totaal exclusief btw', total('TaxExclusiveAmount')],
      ['Totaal inclusief btw', total('PayableAmount')],
    ] as const)
      // prettier-ignore
      expect(texts[texts.indexOf(label) + 1]).toBe(money(amount))
    const subtotals = at(`${root}/cac:TaxTotal/cac:TaxSubtotal`).toArray()
    expect(subtotals).toHaveLength(taxes.length)
    for (const one of subtotals) {
      const [base, vat] = ['TaxableAmount', 'TaxAmount'].map((name) => sign * cents($(one).children(`cbc\\:${name}`).text())) // prettier-ignore
      const label = texts.findIndex((text) => text.endsWith(`over ${money(base!)}`))
      expect([label >= 0, texts[label + 1]]).toEqual([true, money(vat!)])
    }
    // Every line.
    const items = at(`${root}/cac:${root}Line`).toArray()
    expect(items).toHaveLength(lines.length)
    items.forEach((item, i) => {
      const line = lines[i]!
      const own = (name: string) => $(item).find(name.replace(':', '\\:')).first().text()
      const count = sign * Number(own(sign === 1 ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity'))
      const net = sign * cents(own('cbc:LineExtensionAmount'))
      expect([own('cac:Item') !== '', count]).toEqual([true, Number(line.count)])
      expect(paper).toContain($(item).find('cac\\:Item > cbc\\:Name').text())
      expect(paper).toContain(formatPrice(line.count).replace(/,00$/, ''))
      // For a company each line stands without VAT, as machines add it up.
      expect(paper).toContain(money(net))
    })
  })
})
