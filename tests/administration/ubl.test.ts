import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import * as cheerio from 'cheerio'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeConcept, makeDefinitive } from '../../src/administration/invoices/invoices/index.ts'
import { problemsOf } from '../../src/administration/invoices/ubl/problems.rules.ts'
import { drawInvoice } from '../../src/administration/orders/sending/sending.files.ts'
import { ublXml } from '../../src/administration/invoices/ubl/ubl.files.ts'
import { plain } from '../../src/administration/invoices/ubl/ubl.rules.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { BUYER, SELLER, line, said } from './snapshot-support.ts'

/** All that a file says of one of its parties. */
function partyIn($: cheerio.CheerioAPI, element: string) {
  const of = $(`${element.replace(':', '\\:')} > cac\\:Party`)
  const words = (path: string) => of.find(path.replaceAll(':', '\\:')).text()
  return {
    endpoint: [of.find('cbc\\:EndpointID').attr('schemeID'), words('cbc:EndpointID')],
    names: [words('cac:PartyName > cbc:Name'), words('cac:PartyLegalEntity > cbc:RegistrationName')],
    coc_no: words('cac:PartyLegalEntity > cbc:CompanyID'),
    vat_id: words('cac:PartyTaxScheme > cbc:CompanyID'),
    street: words('cac:PostalAddress > cbc:StreetName'),
    place: [words('cbc:PostalZone'), words('cbc:CityName'), words('cac:Country > cbc:IdentificationCode')],
  }
}

/** The same as it was frozen. */
const partySaid = (
  tradeName: string,
  { name, coc_no, vat_id, street, street_no, street_no_adding, postal_code, city, country_code }: { name: string; coc_no: string | null; vat_id: string | null; street: string | null; street_no: string | null; street_no_adding: string | null; postal_code: string | null; city: string | null; country_code: string }, // prettier-ignore
) => ({
  endpoint: ['0106', coc_no],
  names: [tradeName, name],
  coc_no,
  vat_id: vat_id ?? '',
  street: [street, street_no, street_no_adding].filter(Boolean).join(' '),
  place: [(postal_code ?? '').replaceAll(' ', ''), city, country_code],
})

describe('the file of any invoice', () => {
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
    const anyWords = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }).map((text) => `x${text}x`)
    const anyPlace = fc.record({ street: anyWords, street_no: fc.integer({ min: 1, max: 9999 }).map(String), street_no_adding: fc.option(fc.constantFrom('A', 'bis', '2-hoog')), postal_code: fc.constantFrom('8011 AB', '1234 zz', '9999XX'), city: anyWords }) // prettier-ignore
    const anyNumber = fc.integer({ min: 10_000_000, max: 99_999_999 }).map(String)
    const anyBuyer = fc.record({
      ...{ name: anyWords, place: anyPlace, coc_no: anyNumber },
      vat_id: fc.option(fc.constantFrom('NL123456782B90', 'BE0411905847', 'DE136695976')),
      country_code: fc.constantFrom('NL', 'BE', 'DE'),
    })
    const anySeller = fc.record({ legal_name: anyWords, trade_name: fc.oneof(fc.constant(''), anyWords), place: anyPlace, coc_no: anyNumber }) // prettier-ignore
    const anyParties = fc.record({ buyer: anyBuyer, seller: anySeller, reference: anyWords })
    fc.assert(
      fc.property(
        fc.array(anyLine, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        anyParties,
        (lines, back, { buyer: { place: at, ...buyer }, seller: { place: from, ...seller }, reference }) => {
          // prettier-ignore
          const turned = back ? lines.map((one) => line(one.name, `-${one.count}`, one.price, one.tax!, { discount: one.discount, taxes_included: one.taxes_included })) : lines // prettier-ignore
          const parties = {
            buyer: { ...BUYER, ...buyer, ...at },
            seller: { ...SELLER, ...seller, ...from, street_no_adding: from.street_no_adding ?? '' },
            reference,
          }
          const snapshot = said(turned, { ...parties, ...(back ? { credits: { number: '2026-0042', invoiceDate: '2026-11-21' } } : {}) }) // prettier-ignore
          expect(problemsOf(snapshot, 'peppol')).toEqual([])
          const $ = cheerio.load(ublXml(snapshot, 'peppol'), { xml: true })
          const cents = (selector: string, of = $.root()) =>
          of.find(selector.replaceAll(':', '\\:')).toArray().map((one) => Math.round(Number($(one).text()) * 100)) // prettier-ignore
          const sign = back ? -1 : 1
          const [total] = cents('cac:LegalMonetaryTotal > cbc:PayableAmount')
          const [base] = cents('cac:LegalMonetaryTotal > cbc:TaxExclusiveAmount')
          const [vat] = cents('cac:TaxTotal > cbc:TaxAmount')
          expect([base, vat, total]).toEqual([sign * snapshot.base, sign * snapshot.vat, sign * snapshot.total].map((n) => n + 0)) // prettier-ignore
          expect(partyIn($, 'cac:AccountingSupplierParty')).toEqual(partySaid(snapshot.seller.trade_name || snapshot.seller.legal_name, { ...snapshot.seller, name: snapshot.seller.legal_name, country_code: 'NL' })) // prettier-ignore
          expect(partyIn($, 'cac:AccountingCustomerParty')).toEqual(partySaid(snapshot.buyer.name, snapshot.buyer))
          expect($.root().children().children('cbc\\:BuyerReference').text()).toBe(reference)
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
        },
      ),
      { numRuns: 200 },
    )
  })

  it('leaves out what no XML may hold, however it came in', () => {
    const xml = ublXml(said([line('Boek\u0000 \u000b\ud800 A & B <i>', '1', '10', '21')]), 'peppol')
    expect(cheerio.load(xml, { xml: true })('cac\\:Item > cbc\\:Name').text()).toBe('Boek  A & B <i>')
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

  it('is made once: who asks again gets the file that was sent, and not what a later version would write', async () => {
    const id = await made({ reference: 'Inkoop 13' })
    const { uid } = await app.db.selectFrom('invoices').select('uid').where('id', '=', id).executeTakeFirstOrThrow()
    const path = `/administration/invoice/ubl/${id}/peppol`
    const [first] = await Promise.all([1, 2, 3].map(() => administrator.page(path)))
    const kept = await app.db.selectFrom('kept_papers').selectAll().where('invoice_id', '=', id).execute()
    expect(kept.map(({ kind }) => kind)).toEqual(['peppol'])
    expect(kept[0]!.sha256).toBe(createHash('sha256').update(first!.text).digest('hex'))
    // What is kept goes out; the bytes of another version stand for a later one.
    const older = first!.text.replace('Inkoop 13', 'Zoals het was')
    await app.services.files.write(kept[0]!.storage_key, Readable.from([older]))
    expect((await administrator.page(path)).text).toBe(older)
    const sent = await drawInvoice(app.services, id, ['peppol'])
    expect(sent.map(({ key }) => key)).toEqual([`papers/invoice/${uid}.pdf`, kept[0]!.storage_key])
    expect((await app.services.files.read(sent[1]!.key)).toString()).toBe(older)
  })

  const company = async (more: object) =>
    (
      await app.db
        .insertInto('companies')
        .values({ name: 'Brussel NV', client_id: (numbered += 1), ...PLACE, ...more })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  let numbered = 920_000
  const PLACE = { street: 'Laan', street_no: '1', postal_code: '1000 AB', city: 'Brussel', country_code: 'NL' }

  it('reaches who lives abroad and branches by the numbers that they have, and says truly why not', async () => {
    const firm = await company({ coc_no: '55505201', vat_id: 'NL123456782B90', country_code: 'NL' })
    const region = await company({ parent_id: firm })
    const [far, near] = ['9959:11', '9959:22']
    const above = await company({ coc_no: '68750110', peppol_id: far })
    const cases: [more: object, endpoint: string | null, law: string][] = [
      [{ country_code: 'BE', vat_id: 'BE0411905847' }, '0208:0411905847', ''],
      [{ country_code: 'DE', vat_id: 'DE136695976' }, '9930:DE136695976', ''],
      [{ country_code: 'US', peppol_id: '9959:123456789' }, '9959:123456789', ''],
      [{ parent_id: region }, '0106:55505201', '55505201'],
      [{ parent_id: region, coc_no: '68750110' }, '0106:68750110', '68750110'],
      [{ parent_id: await company({ parent_id: above, peppol_id: near }) }, near, '68750110'],
      // In another country it is another firm.
      [{ parent_id: firm, country_code: 'US' }, null, ''],
    ]
    for (const [more, endpoint, law] of cases) {
      const id = await made({ company_id: await company(more), reference: null, called: 'Planning 20418' })
      const file = await administrator.page(`/administration/invoice/ubl/${id}/peppol`)
      if (endpoint === null) {
        expect([file.status, file.text]).toEqual([409, expect.stringContaining('Elektronisch adres (Peppol) van Brussel NV ontbreekt.')]) // prettier-ignore
        continue
      }
      const $ = cheerio.load(file.text, { xml: true })
      const buyer = $('cac\\:AccountingCustomerParty > cac\\:Party')
      const reached = buyer.find('cbc\\:EndpointID')
      expect([`${reached.attr('schemeID')}:${reached.text()}`, buyer.find('cac\\:PartyLegalEntity > cbc\\:CompanyID').text()]).toEqual([endpoint, law]) // prettier-ignore
      expect($('cbc\\:BuyerReference').text()).toBe('Planning 20418')
    }
  })

  it('takes an address of the network as it is written, and says what is wrong with another', async () => {
    const id = await company({ country_code: 'BE' })
    const edit = async (peppol_id: string) => {
      const { name, version } = await app.db.selectFrom('companies').select(['name', 'version']).where('id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
      return administrator.post(`/company/edit/${id}`, { name, version, peppol_id })
    }
    for (const [typed, message] of [
      ['0411905847', 'Een elektronisch adres is een code van vier cijfers, een dubbele punt en een nummer, zoals 0208:0411905847.'], // prettier-ignore
      ['1234:5', 'Een elektronisch adres is'],
      ['1234:56', 'Peppol kent de code 1234 niet.'],
      ['0208:0411905848', 'Bij de code 0208 hoort een Belgisch ondernemingsnummer van 10 cijfers.'],
      ['0088:8712345000005', 'Bij de code 0088 hoort een GLN van 13 cijfers.'],
      ['0190:123', 'Bij de code 0190 hoort een OIN van 20 cijfers.'],
    ] as const)
      expect((await edit(typed)).json()).toEqual({ peppol_id: [expect.stringContaining(message)] })
    expect((await edit(' 0208: 0411 905 847')).status).toBeLessThan(300)
    const kept = await app.db.selectFrom('companies').select('peppol_id').where('id', '=', id).executeTakeFirstOrThrow()
    expect(kept.peppol_id).toBe('0208:0411905847')
  })

  it('is not made of a concept, and says of another what is missing', async () => {
    const early = app.story.invoices.concept
    expect((await administrator.get(`/administration/invoice/ubl/${early}`)).status).toBe(404)
    expect(await menu(early)).not.toContain('/ubl/')
    const government = await company({ peppol_id: '0190:00000001823288444000' })
    const id = await made({ company_id: government, reference: null, called: 'Planning 20418' })
    const { uid } = await app.db.selectFrom('invoices').select('uid').where('id', '=', id).executeTakeFirstOrThrow()
    const why = `De eigen referentie van de overheid, die hoort op een factuur voor haar, van factuur ${uid} ontbreekt.`
    expect((await administrator.get(`/administration/invoice/ubl/${id}`)).text).toContain(why)
    const refused = await administrator.get(`/administration/invoice/ubl/${id}/peppol`)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining(why)])
  })
})
