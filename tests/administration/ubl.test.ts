import { readFileSync } from 'node:fs'
import * as cheerio from 'cheerio'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvoiceSnapshot } from '../../src/administration/invoices/index.ts'
import { makeConcept, makeDefinitive } from '../../src/administration/invoices/index.ts'
import { amountOf, totalsOf } from '../../src/administration/prices/index.ts'
import { problemsOf } from '../../src/administration/ubl/problems.rules.ts'
import { ublXml } from '../../src/administration/ubl/ubl.files.ts'
import { type UblFormat, netPrice, plain } from '../../src/administration/ubl/ubl.rules.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

type Line = InvoiceSnapshot['lines'][number]
const EXEMPT = 'Vrijgesteld van btw (art. 11 lid 1 onderdeel o Wet OB 1968)'
const line = (name: string, count: string, price: string, tax: string, more: Partial<Line> = {}): Line => {
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
function withTotals(lines: Line[]): Pick<InvoiceSnapshot, 'lines' | 'taxes' | 'base' | 'vat' | 'total'> {
  const { taxes, base, vat, total } = totalsOf(
    lines.map((one) => ({
      tax: `${one.tax_category} ${one.tax}`,
      rate: one.tax!,
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

const SELLER: InvoiceSnapshot['seller'] = {
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
const BUYER: InvoiceSnapshot['buyer'] = {
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
const said = (lines: Line[], more: Partial<InvoiceSnapshot> = {}): InvoiceSnapshot => ({
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
const usual = (sign = '') => [
  line('BHV basis 12-11-2026', `${sign}10`, '175', '0'),
  line('EHBO-cursus 13-11-2026', `${sign}2`, '150', '21'),
  line('Oranje Kruisboekje', `${sign}3`, '12.5', '9'),
]
const credit = (number: string | null) =>
  said(usual('-'), {
    number: '2026-0043',
    credits: number === null ? null : { number, invoiceDate: '2026-11-21' },
  })

/** Every element by its path, with its attributes and its text, in the order of the file. */
function elements(xml: string): string[] {
  const $ = cheerio.load(xml, { xml: true })
  return $('*')
    .toArray()
    .flatMap((one) => {
      if (!('attribs' in one)) return []
      const above = $(one)
        .parents()
        .toArray()
        .map(({ tagName }) => tagName)
      const own = $(one).children().length === 0 ? $(one).text() : ''
      return [`${[one.tagName, ...above].toReversed().join('/')} ${JSON.stringify(one.attribs)} ${own}`]
    })
}
const sample = (name: string) => elements(readFileSync(`tests/fixtures/ubl/${name}.xml`, 'utf8'))

describe('an invoice in UBL', () => {
  it.each<[string, InvoiceSnapshot, UblFormat]>([
    ['invoice-peppol', said(usual()), 'peppol'],
    ['invoice-nlcius', said(usual()), 'nlcius'],
    ['creditnote-peppol', credit('2026-0042'), 'peppol'],
    ['creditnote-nlcius', credit('2026-0042'), 'nlcius'],
    ['creditnote-peppol-noref', credit(null), 'peppol'],
  ])('is, from equal input, element by element what the checked file %s is', (name, snapshot, format) => {
    const made = elements(ublXml(snapshot, format))
    expect(made.length).toBeGreaterThan(100)
    expect(made).toEqual(sample(name))
  })

  it('says what was printed to the cent, at any count, price, discount and VAT', () => {
    const digits = (max: number) => fc.integer({ min: 1, max }).map((units) => plain(`${Math.trunc(units / 10_000)}.${String(units % 10_000).padStart(4, '0')}`)) // prettier-ignore
    const anyLine = fc
      .record({
        name: fc.string({ minLength: 1, maxLength: 30 }).map((text) => `x${text}`),
        description: fc.option(fc.string({ minLength: 1, maxLength: 30, unit: 'binary' })),
        count: digits(5_000_000),
        price: digits(9_999_999),
        discount: fc.oneof(fc.constant('0'), fc.integer({ min: 1, max: 100 }).map(String)),
        tax: fc.constantFrom('0', '9', '21'),
        taxes_included: fc.boolean(),
      })
      .map(({ name, count, price, tax, ...more }) => line(name, count, price, tax, more))
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 8 }), fc.boolean(), (lines, back) => {
        const turned = back ? lines.map((one) => line(one.name, `-${one.count}`, one.price, one.tax!, { discount: one.discount, taxes_included: one.taxes_included })) : lines // prettier-ignore
        const snapshot = said(turned, back ? { credits: { number: '2026-0042', invoiceDate: '2026-11-21' } } : {})
        expect(problemsOf(snapshot, 'peppol')).toEqual([])
        const $ = cheerio.load(ublXml(snapshot, 'peppol'), { xml: true })
        const cents = (selector: string, of = $.root()) =>
          of.find(selector.replaceAll(':', '\\:')).toArray().map((one) => Math.round(Number($(one).text()) * 100)) // prettier-ignore
        const sign = back ? -1 : 1
        const [total] = cents('cac:LegalMonetaryTotal > cbc:PayableAmount')
        const [base] = cents('cac:LegalMonetaryTotal > cbc:TaxExclusiveAmount')
        const [vat] = cents('cac:TaxTotal > cbc:TaxAmount')
        expect([base, vat, total]).toEqual([sign * snapshot.base, sign * snapshot.vat, sign * snapshot.total].map((n) => n + 0)) // prettier-ignore
        const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0)
        expect(sum(cents('cac:TaxSubtotal > cbc:TaxableAmount'))).toBe(base)
        expect(sum(cents('cac:TaxSubtotal > cbc:TaxAmount'))).toBe(vat)
        const root = back ? 'cac:CreditNoteLine' : 'cac:InvoiceLine'
        expect(sum(cents(`${root} > cbc:LineExtensionAmount`))).toBe(base)
        // What a line counts is its price times its count less what comes off, within two cents (PEPPOL-EN16931-R120).
        for (const one of $(root.replace(':', '\\:')).toArray()) {
          const number = (name: string) => Number($(one).find(name.replaceAll(':', '\\:')).first().text() || '0')
          const count = number(back ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity')
          const off = number('cac:AllowanceCharge > cbc:Amount') * ($(one).find('cbc\\:ChargeIndicator').text() === 'true' ? -1 : 1) // prettier-ignore
          expect(Math.abs(count * number('cbc:PriceAmount') - off - number('cbc:LineExtensionAmount'))).toBeLessThanOrEqual(0.02) // prettier-ignore
        }
        // No element is empty (R008), and what no XML may hold is left out.
        expect($('*').toArray().filter((one) => $(one).text() === '')).toEqual([]) // prettier-ignore
      }),
      { numRuns: 200 },
    )
  })

  it('leaves out what no XML may hold, however it came in', () => {
    const xml = ublXml(said([line('Boek\u0000 \u000b\ud800 A & B <i>', '1', '10', '21')]), 'peppol')
    expect(cheerio.load(xml, { xml: true })('cac\\:Item > cbc\\:Name').text()).toBe('Boek  A & B <i>')
  })

  it('takes VAT out of a price so that any count of it fits', () => {
    expect([netPrice('12.1000', '21.00', true), netPrice('10.0000', '9.00', true), netPrice('12.5000', '9.00', false)]).toEqual(['10.00', '9.1743119266', '12.50']) // prettier-ignore
    expect(netPrice('24.1234', '21', false)).toBe('24.1234')
  })
})

describe('what keeps an invoice from being read by machines', () => {
  const problems = (more: Partial<InvoiceSnapshot>, format: UblFormat = 'peppol') => problemsOf(said(usual(), more), format) // prettier-ignore
  const buyer = (more: Partial<InvoiceSnapshot['buyer']>) => ({ buyer: { ...BUYER, ...more } })

  it('is nothing where all is there', () => {
    expect([problems({}), problems({}, 'nlcius'), problemsOf(credit('2026-0042'), 'peppol')]).toEqual([[], [], []])
  })

  it.each<[string, Partial<InvoiceSnapshot>, UblFormat, string]>([
    ['R003', { reference: null }, 'peppol', 'Referentie of order van factuur 2026-0042 ontbreekt.'],
    ['R010', buyer({ coc_no: null, vat_id: null }), 'peppol', 'KVK-nummer van Klant B.V. ontbreekt.'],
    ['BR-NL-10', buyer({ coc_no: null }), 'nlcius', 'KVK-nummer van Klant B.V. ontbreekt.'],
    ['NL-R-004', buyer({ postal_code: null }), 'peppol', 'Postcode van Klant B.V. ontbreekt.'],
    ['NL-R-002', { seller: { ...SELLER, city: '' } }, 'peppol', 'Plaats van de eigen organisatie ontbreekt.'],
    ['NL-R-003', { seller: { ...SELLER, coc_no: '' } }, 'peppol', 'KVK-nummer van de eigen organisatie ontbreekt.'],
    ['NL-R-007', { seller: { ...SELLER, iban: '' } }, 'peppol', 'IBAN van de eigen organisatie ontbreekt.'],
    ['a consumer', buyer({ isCompany: false }), 'peppol', 'Klant B.V. is een particulier en krijgt de PDF.'],
    [
      'a total that is another',
      { base: 1 },
      'peppol',
      'De regels van factuur 2026-0042 tellen niet op tot het totaal.',
    ],
  ])('is named by field and record: %s', (_rule, more, format, text) => {
    expect(problems(more, format)).toEqual([text])
  })

  it('is a reference that is not there, a reason, and who pays the VAT instead', () => {
    expect(problemsOf(credit(null), 'peppol')).toEqual([
      'De factuur die wordt gecrediteerd van factuur 2026-0043 ontbreekt.',
    ])
    const shifted = [line('Keuring', '1', '100', '0', { tax_category: 'AE' })]
    const asked = said(shifted, buyer({ vat_id: null }))
    expect(problemsOf(asked, 'peppol')).toEqual([
      'Btw-id van Klant B.V. ontbreekt.',
      'Reden van btw-soort AE 0 ontbreekt.',
    ])
    expect(problems({ reference: null, order: 'O2026-0001' })).toEqual([])
  })
})

describe('UBL of an invoice', () => {
  let app: TestApp
  let administrator: Browser
  beforeAll(async () => {
    app = await testApp()
    administrator = await app.as(ROLE.administrator)
  })
  afterAll(() => app.close())
  const made = (more = {}) =>
    inTransaction(app.db, null, async (trx) => {
      const id = await makeConcept(trx, app.services.registry, {
        company_id: app.story.companies.deLinde,
        contact_id: null,
        reference: 'Inkoop 12',
        added: [{ product_id: app.story.products.bhvBook, count: '2' }],
        ...more,
      })
      await makeDefinitive(trx, id)
      return id
    })

  /** The entries of the menu of its page. */
  const menu = async (id: number) => {
    const { $ } = await administrator.get(`/administration/invoice/view/${id}`)
    return Buffer.from($('[data-popup-options]').attr('value')!, 'base64').toString()
  }

  it('is downloaded from its page in both forms, and says what was frozen', async () => {
    const id = await made()
    expect(await menu(id)).toContain(`/administration/invoice/ubl/${id}`)
    for (const format of ['peppol', 'nlcius']) {
      const answer = await administrator.page(`/administration/invoice/ubl/${id}/${format}`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/xml'])
      const row = await app.db.selectFrom('invoices').select(['uid', 'total']).where('id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
      const $ = cheerio.load(answer.text, { xml: true })
      expect([$('Invoice > cbc\\:ID').text(), $('cbc\\:PayableAmount').text()]).toEqual([row.uid, (row.total! / 100).toFixed(2)]) // prettier-ignore
    }
    expect((await administrator.page(`/administration/invoice/ubl/${id}/word`)).status).toBe(404)
  })

  it('is not made of a concept, and says of another what is missing', async () => {
    const early = app.story.invoices.concept
    expect((await administrator.get(`/administration/invoice/ubl/${early}`)).status).toBe(404)
    expect(await menu(early)).not.toContain('/ubl/')
    const id = await made({ reference: null })
    const { uid } = await app.db.selectFrom('invoices').select('uid').where('id', '=', id).executeTakeFirstOrThrow()
    const why = `Referentie of order van factuur ${uid} ontbreekt.`
    expect((await administrator.get(`/administration/invoice/ubl/${id}`)).text).toContain(why)
    const refused = await administrator.get(`/administration/invoice/ubl/${id}/peppol`)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining(why)])
  })
})
