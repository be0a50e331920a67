import { readFileSync } from 'node:fs'
import * as cheerio from 'cheerio'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { InvoiceSnapshot } from '../../src/administration/invoices/invoices/index.ts'
import { problemsOf } from '../../src/administration/invoices/ubl/problems.rules.ts'
import { ublXml } from '../../src/administration/invoices/ubl/ubl.files.ts'
import {
  type Node,
  type UblFormat,
  buyerReference,
  decimals,
  isCredit,
  isUblFormat,
  netPrice,
  netsOf,
  plain,
  ublOf,
} from '../../src/administration/invoices/ubl/ubl.rules.ts'
import { BUYER, SELLER, line, said } from './snapshot-support.ts'

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

  it('takes VAT out of a price so that any count of it fits', () => {
    expect([netPrice('12.1000', '21.00', true), netPrice('10.0000', '9.00', true), netPrice('12.5000', '9.00', false)]).toEqual(['10.00', '9.1743119266', '12.50']) // prettier-ignore
    expect(netPrice('24.1234', '21', false)).toBe('24.1234')
  })
})

describe('digits for machines', () => {
  it.each([
    [0n, '0.00'],
    [5n, '0.05'],
    [1234n, '12.34'],
    [-1234n, '-12.34'],
    [-5n, '-0.05'],
  ])('%s cents are %s', (cents, text) => expect(decimals(cents)).toBe(text))

  it.each([
    ['12.5000', 0, '12.5'],
    ['21.00', 0, '21'],
    ['21', 2, '21.00'],
    ['12.5', 2, '12.50'],
    ['12.1255', 2, '12.1255'],
  ])('%s with at least %i decimals is %s', (digits, least, text) => expect(plain(digits, least)).toBe(text))

  it('are of one of two forms, and of no other word', () => {
    expect(['peppol', 'nlcius', 'word', 'toString'].map(isUblFormat)).toEqual([true, true, false, false])
  })
})

/** The nodes at a path of names. */
const nodesAt = (node: Node | undefined, path: string): Node[] =>
  path.split('/').reduce<Node[]>(
    (found, name) =>
      found.flatMap((one) => {
        const inner = typeof one === 'string' ? undefined : one[name]
        return inner === undefined ? [] : Array.isArray(inner) ? inner : [inner]
      }),
    node === undefined ? [] : [node],
  )
const cents = (nodes: Node[]): number[] => nodes.map((node) => Math.round(Number((node as { '#': string })['#']) * 100))
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
const nodeOf = (snapshot: InvoiceSnapshot, format: UblFormat = 'peppol') => ublOf(snapshot, format).node

describe('who is named on an invoice in UBL', () => {
  const party = (who: 'Supplier' | 'Customer', snapshot: InvoiceSnapshot) =>
    nodesAt(nodeOf(snapshot), `cac:Accounting${who}Party/cac:Party`)[0]!
  const buyer = (more: Partial<InvoiceSnapshot['buyer']>) =>
    party('Customer', said(usual(), { buyer: { ...BUYER, ...more } }))

  it.each<[string, Partial<InvoiceSnapshot['buyer']>, Node[]]>([
    ['by the trade register', {}, [{ '@schemeID': '0106', '#': '55505201' }]],
    ['or else by a Dutch VAT number', { coc_no: null }, [{ '@schemeID': '9944', '#': 'NL123456782B90' }]],
    [
      'or by that of a Belgian firm',
      { coc_no: null, vat_id: 'BE0123456749' },
      [{ '@schemeID': '0208', '#': '0123456749' }],
    ],
    ['but not where that cannot be one', { coc_no: null, vat_id: 'BE0123456789' }, []],
    [
      'or by a German VAT number',
      { coc_no: null, vat_id: 'DE136695976' },
      [{ '@schemeID': '9930', '#': 'DE136695976' }],
    ],
    ['but not by that of a land with registers of its own', { coc_no: null, vat_id: 'FR40303265045' }, []],
    [
      'first of all by what it told',
      { peppol_id: '0088:8712345000004' },
      [{ '@schemeID': '0088', '#': '8712345000004' }],
    ],
    ['and nowhere without either', { coc_no: null, vat_id: null }, []],
  ])('is reached on the network %s', (_how, more, found) => {
    expect(nodesAt(buyer(more), 'cbc:EndpointID')).toEqual(found)
  })

  it('has a VAT number and a number of the register only where there is one', () => {
    expect(nodesAt(buyer({}), 'cac:PartyTaxScheme/cbc:CompanyID')).toEqual(['NL123456782B90'])
    expect(nodesAt(buyer({ vat_id: null }), 'cac:PartyTaxScheme')).toEqual([])
    expect(nodesAt(buyer({ coc_no: null }), 'cac:PartyLegalEntity/cbc:CompanyID')).toEqual([])
    expect(nodesAt(buyer({}), 'cac:PartyLegalEntity/cbc:CompanyID')).toEqual([{ '@schemeID': '0106', '#': '55505201' }])
    const government = { coc_no: null, peppol_id: '0190:00000001823288444000' }
    expect(nodesAt(buyer(government), 'cac:PartyLegalEntity/cbc:CompanyID')).toEqual([{ '@schemeID': '0190', '#': '00000001823288444000' }]) // prettier-ignore
    expect(nodesAt(buyer({ coc_no: null, peppol_id: '0208:0411905847' }), 'cac:PartyLegalEntity/cbc:CompanyID')).toEqual([]) // prettier-ignore
  })

  it('is known by the trade name, and in law by the legal one', () => {
    const named = (trade_name: string) => {
      const seller = party('Supplier', said(usual(), { seller: { ...SELLER, trade_name, legal_name: 'Wet B.V.' } }))
      return nodesAt(seller, 'cac:PartyName/cbc:Name').concat(nodesAt(seller, 'cac:PartyLegalEntity/cbc:RegistrationName')) // prettier-ignore
    }
    expect(named('Handel')).toEqual(['Handel', 'Wet B.V.'])
    expect(named('')).toEqual(['Wet B.V.', 'Wet B.V.'])
  })

  it('has an address without empty parts, in the own land', () => {
    const nowhere = { street: null, street_no: null, city: null, postal_code: null, country_code: 'BE' }
    expect(nodesAt(buyer(nowhere), 'cac:PostalAddress')).toEqual([
      { 'cac:Country': { 'cbc:IdentificationCode': 'BE' } },
    ])
    expect(nodesAt(buyer({}), 'cac:PostalAddress')).toEqual([
      {
        'cbc:StreetName': 'Japiksestraat 1',
        'cbc:CityName': 'Eindhoven',
        'cbc:PostalZone': '5611AA',
        'cac:Country': { 'cbc:IdentificationCode': 'NL' },
      },
    ])
    expect(nodesAt(party('Supplier', said(usual())), 'cac:PostalAddress/cac:Country/cbc:IdentificationCode')).toEqual(['NL']) // prettier-ignore
  })
})

describe('what is said on an invoice in UBL', () => {
  const EU = () => [line('Boek', '2', '10', '0', { tax_category: 'K', code: 'BK', description: 'Tweede druk' })]
  const FREE = { name: 'x', base: 2_000, vat: 0, tax: '0' }

  it('is asked back by what the buyer calls it, or else by our order or quotation, or by which we know them', () => {
    const all = { reference: 'PO-1', order: 'O2026-1', quotation: 'OF2026-1' }
    const asked = (more: Partial<InvoiceSnapshot>) => buyerReference(said([], { ...all, ...more }))
    expect([asked({}), asked({ reference: null }), asked({ reference: null, order: null })]).toEqual(['PO-1', 'O2026-1', 'OF2026-1']) // prettier-ignore
    const none = { reference: null, order: null, quotation: null }
    expect(asked(none)).toBe('Debiteur 10001')
    expect(nodesAt(nodeOf(said(usual(), { reference: null })), 'cbc:BuyerReference')).toEqual(['Debiteur 10001'])
    expect(asked({ ...none, buyer: { ...BUYER, client_id: null } })).toBeNull()
    const government = { ...BUYER, peppol_id: '0190:00000001823288444000' }
    expect([asked({ buyer: government }), asked({ buyer: government, reference: null })]).toEqual(['PO-1', null])
    expect(nodesAt(nodeOf(said(usual(), { reference: null, buyer: government })), 'cbc:BuyerReference')).toEqual([])
  })

  it('is a credit note where it takes something back, and has no day by which it is paid then', () => {
    expect([isCredit(said(usual())), isCredit(said(usual('-'))), isCredit(credit('2026-0042'))]).toEqual([false, true, true]) // prettier-ignore
    expect(isCredit(said(usual(), { credits: { number: '2026-0001', invoiceDate: '2026-01-01' } }))).toBe(true)
    expect(nodesAt(nodeOf(said(usual())), 'cbc:DueDate')).toEqual(['2026-12-21'])
    expect(nodesAt(nodeOf(credit('2026-0042')), 'cbc:DueDate')).toEqual([])
    expect(nodesAt(nodeOf(credit('2026-0042')), 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID')).toEqual(['2026-0042']) // prettier-ignore
    expect(nodesAt(nodeOf(said(usual('-'))), 'cac:BillingReference')).toEqual([])
  })

  it('names where goods went that left for another country of the union, and else nothing', () => {
    const sold = said(EU(), { taxes: [{ ...FREE, category: 'K', reason: 'Levering' }], buyer: { ...BUYER, country_code: 'BE' } }) // prettier-ignore
    expect(nodesAt(nodeOf(sold), 'cac:Delivery')).toEqual([
      {
        'cbc:ActualDeliveryDate': '2026-11-21',
        'cac:DeliveryLocation': { 'cac:Address': { 'cac:Country': { 'cbc:IdentificationCode': 'BE' } } },
      },
    ])
    expect(nodesAt(nodeOf(said(usual())), 'cac:Delivery')).toEqual([])
  })

  it('says when it was supplied: on one day, or in a period with the day of each line', () => {
    const from = { from: '2026-11-03', until: '2026-11-03' }
    expect(nodesAt(nodeOf(said(usual(), { delivery: from })), 'cac:Delivery')).toEqual([{ 'cbc:ActualDeliveryDate': '2026-11-03' }]) // prettier-ignore
    const [first, ...others] = usual()
    const spread = nodeOf(said([{ ...first!, delivered_on: '2026-11-03' }, ...others], { delivery: { ...from, until: '2026-11-19' } })) // prettier-ignore
    expect(nodesAt(spread, 'cac:Delivery')).toEqual([])
    expect(nodesAt(spread, 'cac:InvoicePeriod')).toEqual([{ 'cbc:StartDate': '2026-11-03', 'cbc:EndDate': '2026-11-19' }]) // prettier-ignore
    expect(nodesAt(spread, 'cac:InvoiceLine/cac:InvoicePeriod')).toEqual([{ 'cbc:StartDate': '2026-11-03', 'cbc:EndDate': '2026-11-03' }]) // prettier-ignore
    const back = said(EU(), { taxes: [{ ...FREE, category: 'K', reason: 'Levering' }], credits: { number: '2026-0001', invoiceDate: '2026-09-30' } }) // prettier-ignore
    expect(nodesAt(nodeOf(back), 'cac:Delivery/cbc:ActualDeliveryDate')).toEqual(['2026-09-30'])
  })

  it('has a reason for VAT that is not paid, and none beside what is taxed at nothing', () => {
    const reasons = (category: string) =>
      nodesAt(
        nodeOf(said(EU(), { taxes: [{ ...FREE, category, reason: 'Daarom' }] })),
        'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:TaxExemptionReason',
      )
    expect([reasons('E'), reasons('AE'), reasons('Z'), reasons('S')]).toEqual([['Daarom'], ['Daarom'], [], []])
  })

  it('tells of each product its code and text where it has them, and leaves headings to people', () => {
    const heading = { ...line('Cursussen', '1', '0', '21'), kind: 'section' as const }
    const items = nodesAt(nodeOf(said([heading, ...EU(), ...usual()])), 'cac:InvoiceLine')
    expect(items.map((item) => nodesAt(item, 'cbc:ID')[0])).toEqual(['1', '2', '3', '4'])
    expect(nodesAt(items[0], 'cac:Item')).toEqual([
      {
        'cbc:Description': 'Tweede druk',
        'cbc:Name': 'Boek',
        'cac:SellersItemIdentification': { 'cbc:ID': 'BK' },
        'cac:ClassifiedTaxCategory': { 'cbc:ID': 'K', 'cbc:Percent': '0', 'cac:TaxScheme': { 'cbc:ID': 'VAT' } },
      },
    ])
    expect(nodesAt(items[1], 'cac:Item/cac:SellersItemIdentification')).toEqual([])
    expect(nodesAt(items[1], 'cac:Item/cbc:Description')).toEqual([])
  })

  it('takes what has no kind of VAT as taxed at nothing', () => {
    const bare = [line('Los', '1', '10', '0', { tax: null, tax_category: null })]
    const made = nodeOf(said(bare, { taxes: [], base: 1_000, vat: 0, total: 1_000 }))
    expect(nodesAt(made, 'cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory')).toEqual([
      { 'cbc:ID': 'S', 'cbc:Percent': '0', 'cac:TaxScheme': { 'cbc:ID': 'VAT' } },
    ])
    expect(nodesAt(made, 'cac:InvoiceLine/cac:Price/cbc:PriceAmount')).toEqual([{ '@currencyID': 'EUR', '#': '10.00' }])
  })

  it('turns each count of a credit around, also of what was taken off', () => {
    const back = nodeOf(said([line('Boek', '-2', '100', '21'), line('Aanbetaling', '1', '50', '21')]))
    expect(nodesAt(back, 'cac:CreditNoteLine/cbc:CreditedQuantity').map((one) => (one as { '#': string })['#'])).toEqual(['2', '-1']) // prettier-ignore
    expect(cents(nodesAt(back, 'cac:CreditNoteLine/cbc:LineExtensionAmount'))).toEqual([20_000, -5_000])
    expect(cents(nodesAt(back, 'cac:LegalMonetaryTotal/cbc:PayableAmount'))).toEqual([18_150])
  })

  it.each([
    ['a percentage', { discount: '10' }, '', [['false', 2_000]]],
    ['money', { discount: '20', discount_type: 'money' as const }, '', [['false', 2_000]]],
    ['a percentage of a credit', { discount: '10' }, '-', [['false', 2_000]]],
    ['a percentage with VAT in the price', { discount: '10', taxes_included: true }, '', [['false', 1_653]]],
    ['nothing', { discount: '0.0000' }, '', []],
    ['less than a cent', { discount: '0.0001', discount_type: 'money' as const }, '', []],
  ])('says what comes off a line: %s', (_what, more, sign, off) => {
    const root = sign === '' ? 'cac:InvoiceLine' : 'cac:CreditNoteLine'
    const found = nodesAt(nodeOf(said([line('Boek', `${sign}2`, '100', '21', more)])), `${root}/cac:AllowanceCharge`)
    expect(found.map((one) => [nodesAt(one, 'cbc:ChargeIndicator')[0], cents(nodesAt(one, 'cbc:Amount'))[0]])).toEqual(off) // prettier-ignore
    for (const one of found) expect(nodesAt(one, 'cbc:AllowanceChargeReason')).toEqual(['Korting'])
  })

  it('counts kinds of VAT that are one to a machine together, and its last line takes the cent between them', () => {
    const of = (name: string, base: number, vat: number) => ({ name, category: 'S', tax: '21', reason: null, base, vat }) // prettier-ignore
    const lines = [line('a', '1', '0.0248', '21'), line('b', '1', '10', '21'), line('c', '1', '10', '9')]
    const taxes = [of('Hoog', 2, 1), of('Hoog 2', 1_001, 210), { ...of('Laag', 1_000, 90), tax: '9' }]
    const snapshot = said(lines, { taxes, base: 2_003, vat: 301, total: 2_304 })
    expect(netsOf(snapshot)).toEqual([2n, 1_001n, 1_000n])
    const subtotals = nodesAt(nodeOf(snapshot), 'cac:TaxTotal/cac:TaxSubtotal')
    expect(cents(subtotals.flatMap((one) => nodesAt(one, 'cbc:TaxableAmount')))).toEqual([1_003, 1_000])
    expect(cents(subtotals.flatMap((one) => nodesAt(one, 'cbc:TaxAmount')))).toEqual([211, 90])
    expect(subtotals.flatMap((one) => nodesAt(one, 'cac:TaxCategory/cbc:Percent'))).toEqual(['21', '9'])
  })

  it('has no element that is empty, and lines that are price times count less what comes off, within two cents', () => {
    const digits = (max: number) => fc.integer({ min: 1, max }).map((units) => plain((units / 10_000).toFixed(4)))
    const anyLine = fc.record({
      name: fc.string({ minLength: 1, maxLength: 9 }),
      description: fc.constantFrom(null, '', 'Tekst'),
      count: digits(5_000_000),
      price: digits(9_999_999),
      discount: fc.constantFrom('0', '1', '12.5', '100'),
      tax: fc.constantFrom('0', '9', '21'),
      taxes_included: fc.boolean(),
    })
    const emptyIn = (node: Node): boolean =>
      typeof node === 'string'
        ? node === ''
        : Object.values(node).some((inner) => inner !== undefined && [inner].flat().some(emptyIn))
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 6 }), fc.boolean(), (drawn, back) => {
        const lines = drawn.map(({ name, count, price, tax, ...more }) => line(name, back ? `-${count}` : count, price, tax, more)) // prettier-ignore
        const snapshot = said(lines)
        fc.pre(back === snapshot.total < 0)
        const made = nodeOf(snapshot)
        expect(emptyIn(made)).toBe(false)
        const items = nodesAt(made, back ? 'cac:CreditNoteLine' : 'cac:InvoiceLine')
        expect(sum(cents(items.flatMap((one) => nodesAt(one, 'cbc:LineExtensionAmount'))))).toBe(Math.abs(snapshot.base)) // prettier-ignore
        for (const one of items) {
          const number = (path: string) => Number((nodesAt(one, path)[0] as { '#': string } | undefined)?.['#'] ?? '0')
          const [count, price, net] = [number(back ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity'), number('cac:Price/cbc:PriceAmount'), number('cbc:LineExtensionAmount')] // prettier-ignore
          const isCharge = nodesAt(one, 'cac:AllowanceCharge/cbc:ChargeIndicator')[0] === 'true'
          const off = number('cac:AllowanceCharge/cbc:Amount') * (isCharge ? -1 : 1)
          expect(Math.abs(count * price - off - net)).toBeLessThanOrEqual(0.0201)
        }
      }),
    )
  })
})

describe('what keeps an invoice from being read by machines', () => {
  const problems = (more: Partial<InvoiceSnapshot>, format: UblFormat = 'peppol') => problemsOf(said(usual(), more), format) // prettier-ignore
  const buyer = (more: Partial<InvoiceSnapshot['buyer']>) => ({ buyer: { ...BUYER, ...more } })

  it('is nothing where all is there', () => {
    expect([problems({}), problems({}, 'nlcius'), problemsOf(credit('2026-0042'), 'peppol')]).toEqual([[], [], []])
  })

  it.each<[string, Partial<InvoiceSnapshot>, UblFormat, string]>([
    [
      'R003',
      { reference: null, ...buyer({ client_id: null }) },
      'peppol',
      'Referentie of order van factuur 2026-0042 ontbreekt.',
    ],
    [
      'a government',
      { reference: null, ...buyer({ peppol_id: '0190:00000001823288444000' }) },
      'nlcius',
      'De eigen referentie van de overheid, die hoort op een factuur voor haar, van factuur 2026-0042 ontbreekt.',
    ],
    [
      'R010 abroad',
      buyer({ coc_no: null, vat_id: 'FR40303265045', country_code: 'FR' }),
      'peppol',
      'Elektronisch adres (Peppol) van Klant B.V. ontbreekt.',
    ],
    ['R010', buyer({ coc_no: null, vat_id: null }), 'peppol', 'KVK-nummer van Klant B.V. ontbreekt.'],
    ['BR-NL-10', buyer({ coc_no: null }), 'nlcius', 'KVK-nummer van Klant B.V. ontbreekt.'],
    ['NL-R-004', buyer({ postal_code: null }), 'peppol', 'Postcode van Klant B.V. ontbreekt.'],
    ['NL-R-004 of a street', buyer({ street: '' }), 'peppol', 'Straat van Klant B.V. ontbreekt.'],
    ['NL-R-004 of a city', buyer({ city: null }), 'peppol', 'Plaats van Klant B.V. ontbreekt.'],
    ['the own name', { seller: { ...SELLER, legal_name: '' } }, 'peppol', 'Naam van de eigen organisatie ontbreekt.'],
    ['the own street', { seller: { ...SELLER, street: '' } }, 'peppol', 'Straat van de eigen organisatie ontbreekt.'],
    [
      'the own code',
      { seller: { ...SELLER, postal_code: '' } },
      'peppol',
      'Postcode van de eigen organisatie ontbreekt.',
    ],
    ['the own VAT', { seller: { ...SELLER, vat_id: '' } }, 'peppol', 'Btw-id van de eigen organisatie ontbreekt.'],
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
    expect(problems({ number: '', reference: null, ...buyer({ client_id: null }) })).toEqual(['Referentie of order van het concept ontbreekt.']) // prettier-ignore
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
    expect(problemsOf(said(shifted.map((one) => ({ ...one, tax_category: 'K' })), buyer({ vat_id: null })), 'peppol')[0]).toBe('Btw-id van Klant B.V. ontbreekt.') // prettier-ignore
    expect(problemsOf(said([{ ...line('Kop', '1', '0', '21'), kind: 'section' }], { taxes: [], base: 0 }), 'peppol')).toEqual(['Op factuur 2026-0042 staat geen product.']) // prettier-ignore
  })

  it('is no address of who lives abroad, nor a number of the Dutch register', () => {
    const nowhere = { street: null, postal_code: null, city: null, country_code: 'BE' }
    expect(problems(buyer(nowhere))).toEqual([])
    expect(problems(buyer({ ...nowhere, coc_no: null, vat_id: 'NL123456782B90' }), 'nlcius')).toEqual([])
    expect(problems(buyer({ coc_no: null, vat_id: 'NL123456782B90' }))).toEqual([])
    const numbers = { coc_no: null, vat_id: null }
    expect(problems(buyer({ ...nowhere, ...numbers, peppol_id: '0208:0411905847' }))).toEqual([])
    // Such a number is one that a Dutch company has too.
    expect(problems(buyer({ coc_no: null, vat_id: 'BE0123456749' }), 'nlcius')).toEqual(['KVK-nummer van Klant B.V. ontbreekt.']) // prettier-ignore
  })
})
