import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { epcText } from '../../src/administration/sales/papers/epc.rules.ts'
import { type LetterFacts, letterOf } from '../../src/administration/sales/papers/letter.rules.ts'
import {
  type PaperFacts,
  type SaleFacts,
  PAPER_KINDS,
  PAPER_NAMES,
  addressed,
  dayFact,
  footOf,
  houseOf,
  paperOf as drawnOf,
  paymentOf,
} from '../../src/administration/sales/papers/paper.rules.ts'
import { invoicePaper } from '../../src/administration/invoices/invoices/paper/invoice-paper.ts'
import { amountOf } from '../../src/administration/catalogue/prices/lines.rules.ts'
import { totalsOf } from '../../src/administration/catalogue/prices/totals.rules.ts'
import { plainSpaces } from '../support/plain-spaces.ts'
import { BUYER, type Line, SELLER, line, said as invoiceOf, withTotals } from './snapshot-support.ts'

const HOUSE: SaleFacts['seller'] = {
  ...SELLER,
  trade_name: 'Voorbeeld',
  legal_name: 'Voorbeeld Opleidingen B.V.',
  phone: '058-1234567',
  email: 'post@voorbeeld.example',
  website: 'voorbeeld.example',
  crkbo_no: '1234',
}
const sale = (lines: Line[], more: Partial<SaleFacts> = {}): SaleFacts => ({
  reference: null,
  layoutId: null,
  headerText: null,
  footerText: null,
  seller: HOUSE,
  buyer: BUYER,
  ...withTotals(lines),
  ...more,
})
const facts = (more: Partial<PaperFacts> = {}): PaperFacts => ({
  kind: 'invoice',
  title: 'Factuur F2026-0001',
  fileName: 'factuur-F2026-0001',
  sale: sale([line('BHV basis', '2', '100', '21')]),
  facts: [['Factuurdatum', '21-11-2026']],
  texts: { header: '', footer: '' },
  payment: null,
  createdAt: new Date('2026-11-21T12:00:00Z'),
  ...more,
})
const paperOf = (more: Partial<PaperFacts> = {}) => plainSpaces(drawnOf(facts(more)))
const printed = (one: Line & { optional?: boolean; chosen?: boolean }) => paperOf({ sale: sale([one]) }).lines[0]!

describe('the window of an envelope', () => {
  it('has name, street and city, and the land only where the post leaves it', () => {
    expect(addressed('Klant B.V.', BUYER, 'NL')).toEqual(['Klant B.V.', 'Japiksestraat 1', '5611 AA Eindhoven'])
    expect(addressed('Klant', { ...BUYER, country_code: 'BE' }, 'NL').at(-1)).toBe('BELGIË')
    expect(addressed('Klant', { ...BUYER, country_code: 'BE' }, 'BE')).toHaveLength(3)
    const nowhere = { street: null, street_no: null, street_no_adding: null, postal_code: null, city: ' ' }
    expect(addressed('Klant', { ...nowhere, country_code: 'NL' }, 'NL')).toEqual(['Klant'])
  })

  it('names who it is for below the company', () => {
    expect(paperOf().recipient[1]).toBe('Japiksestraat 1')
    expect(paperOf({ sale: sale([], { buyer: { ...BUYER, contact: 'Jan Jansen' } }) }).recipient).toEqual([
      'Klant B.V.',
      'T.a.v. Jan Jansen',
      'Japiksestraat 1',
      '5611 AA Eindhoven',
    ])
  })
})

describe('the house on paper', () => {
  it('is called as customers know it, with its legal name where that is another', () => {
    expect(houseOf(HOUSE)).toEqual({
      logo: null,
      name: 'Voorbeeld',
      lines: [
        'Voorbeeld Opleidingen B.V.',
        'Hizzaarderlaan 3 A',
        '8823 SJ Lollum',
        '058-1234567',
        'post@voorbeeld.example',
        'voorbeeld.example',
      ],
    })
    expect(houseOf({ ...SELLER }).lines).toEqual(['Hizzaarderlaan 3 A', '8823 SJ Lollum'])
  })

  it('is known by its numbers at the foot of every page, as far as it has them', () => {
    expect(footOf(HOUSE).split('  ·  ')).toEqual([
      'Voorbeeld Opleidingen B.V.',
      'KVK 68750110',
      'Btw-id NL857587973B01',
      'IBAN NL91 ABNA 0417 1643 00',
      'CRKBO 1234',
    ])
    expect(footOf({ ...HOUSE, coc_no: '', vat_id: '', iban: '', crkbo_no: '' })).toBe('Voorbeeld Opleidingen B.V.')
  })
})

describe('a sale on paper', () => {
  it('says under its title what it is about, and on an invoice the VAT number of who buys', () => {
    const known = sale([], { reference: 'PO-4711' })
    expect(paperOf({ sale: known }).facts).toEqual([
      ['Factuurdatum', '21-11-2026'],
      ['Klantnummer', '10001'],
      ['Uw referentie', 'PO-4711'],
      ['Uw btw-id', 'NL123456782B90'],
    ])
    expect(paperOf({ kind: 'order', sale: known }).facts.map(([label]) => label)).not.toContain('Uw btw-id')
    const unknown = sale([], { buyer: { ...BUYER, client_id: null, vat_id: null } })
    expect(paperOf({ sale: unknown }).facts).toEqual([['Factuurdatum', '21-11-2026']])
    expect(dayFact('Vervaldatum', '2026-12-21')).toEqual(['Vervaldatum', '21-12-2026'])
  })

  it('has the texts of the house around its own, and no empty ones', () => {
    const own = sale([], { headerText: 'Zoals besproken.', footerText: 'Tot ziens.' })
    const told = paperOf({ sale: own, texts: { header: 'Beste klant,', footer: 'Met groet' } })
    expect([told.above, told.below]).toEqual([
      ['Beste klant,', 'Zoals besproken.'],
      ['Tot ziens.', 'Met groet'],
    ])
    expect([paperOf().above, paperOf().below]).toEqual([[], []])
  })

  it('says what may not be taken for the real thing, who signs, and how it was agreed to', () => {
    expect(paperOf()).toMatchObject({ notice: '', signing: '', agreed: null })
    const agreed = { sentences: ['Geaccepteerd.'], signature: null }
    const told = { notice: 'Dit is een concept.', signing: 'Voor akkoord:', agreed }
    expect(paperOf(told)).toMatchObject({ ...told, title: 'Factuur F2026-0001' })
  })

  it('shows a column of discounts only where there is one, and on a work order nothing but counts', () => {
    const labels = (kind: PaperFacts['kind'], discount: string) =>
      paperOf({ kind, sale: sale([line('a', '1', '10', '21'), line('b', '1', '10', '21', { discount })]) }).columns.map(
        ({ label, of }) => `${label} ${of}`,
      )
    const all = ['Aantal count', 'Prijs excl. price', 'Btw tax', 'Bedrag excl. amount']
    expect(labels('invoice', '0')).toEqual(all)
    expect(labels('quotation', '10')).toEqual(all.toSpliced(2, 0, 'Korting discount'))
    expect(labels('work_order', '10')).toEqual(['Aantal count'])
  })

  it('puts no price on a work order', () => {
    const reasoned = [{ tax: '0', category: 'E', name: 'Vrijgesteld', reason: 'Vrijgesteld van btw', base: 1, vat: 0 }]
    const told = (kind: PaperFacts['kind']) => paperOf({ kind, sale: sale([], { taxes: reasoned }) })
    expect([told('work_order').totals, told('work_order').reasons]).toEqual([[], []])
    expect(told('order').reasons).toEqual(['Vrijgesteld van btw'])
    expect(told('order').totals).toHaveLength(3)
  })

  it('tells each kind of VAT with what it is over, and the whole in bold', () => {
    const { totals } = paperOf({ sale: sale([line('a', '1', '100', '21'), line('b', '1', '50', '0')]) })
    expect(totals).toEqual([
      { label: 'Totaal exclusief btw', amount: '€ 150,00', strong: false },
      { label: '21% btw over € 100,00', amount: '€ 21,00', strong: false },
      { label: 'E 0 over € 50,00', amount: '€ 0,00', strong: false },
      { label: 'Totaal inclusief btw', amount: '€ 171,00', strong: true },
    ])
  })

  it('gives each reason for VAT that is not paid once', () => {
    const tax = (reason: string | null) => ({ tax: '0', category: 'E', name: 'x', reason, base: 1, vat: 0 })
    const { reasons } = paperOf({ sale: sale([], { taxes: [tax('Daarom'), tax(null), tax('Daarom'), tax('Daarom ook')] }) }) // prettier-ignore
    expect(reasons).toEqual(['Daarom', 'Daarom ook'])
  })
})

describe('a line on paper', () => {
  it('says how much of what, at what price and VAT', () => {
    const boek = line('Boek', '2.5000', '12.5', '9.00', { code: 'BK', description: 'Tweede druk', discount: '10' })
    expect(printed(boek)).toEqual({
      kind: 'product',
      name: 'Boek',
      text: 'BK\nTweede druk',
      count: '2,50',
      price: '€ 12,50',
      discount: '10%',
      tax: '9%',
      amount: '€ 28,13',
    })
    expect(printed(line('Boek', '3', '1', '9', { code: 'Boek', tax: null }))).toMatchObject({ text: '', count: '3', tax: '' }) // prettier-ignore
    expect(printed(line('Boek', '1300', '1', '9')).count).toBe('1.300')
  })

  it('of a heading says its text alone', () => {
    const heading = { ...line('Dag 1', '1', '10', '21', { description: 'Ochtend', discount: '5' }), kind: 'section' as const } // prettier-ignore
    expect(printed(heading)).toEqual({ kind: 'section', name: 'Dag 1', text: 'Ochtend', count: '', price: '', discount: '', tax: '', amount: '' }) // prettier-ignore
  })

  it('says of an option whether it was chosen, and counts none that was not', () => {
    const of = (optional: boolean, chosen: boolean) => {
      const { name, amount } = printed({ ...line('Lunch', '1', '10', '21'), optional, chosen })
      return [name, amount]
    }
    expect(of(true, true)).toEqual(['Lunch (optioneel, gekozen)', '€ 10,00'])
    expect(of(true, false)).toEqual(['Lunch (optioneel)', '(€ 10,00)'])
    expect(of(false, true)).toEqual(['Lunch', '€ 10,00'])
  })
})

describe('the lines of a sale on paper', () => {
  const consumer = { ...BUYER, isCompany: false, coc_no: null, vat_id: null }
  const said = (lines: Line[], buyer = BUYER) => paperOf({ sale: sale(lines, { buyer }) })
  const cells = (lines: Line[], buyer = BUYER) =>
    said(lines, buyer).lines.map(({ count, price, discount, amount }) => [count, price, discount, amount].join(' '))
  const incl = { taxes_included: true }

  it('are all without VAT for a company, and all with it for who buys alone, however they were typed', () => {
    const lines = [
      line('Cursus', '2', '62.5', '21'),
      line('Boek', '3', '100', '21', incl),
      line('Aanbetaling', '1', '362.82', '21', incl),
      line('Verrekening', '-1', '362.82', '21', incl),
      line('Set', '2', '10', '9', { ...incl, discount: '5', discount_type: 'money' }),
      line('Korting', '4', '12.1', '21', { ...incl, discount: '10' }),
    ]
    expect(cells(lines)).toEqual([
      '2 € 62,50  € 125,00',
      '3 € 82,6446  € 247,93',
      '1 € 299,85  € 299,85',
      '-1 € 299,85  € -299,85',
      '2 € 9,174 € 4,59 € 13,76',
      '4 € 10,00 10% € 36,00',
    ])
    expect(cells(lines, consumer)).toEqual([
      '2 € 75,625  € 151,25',
      '3 € 100,00  € 300,00',
      '1 € 362,82  € 362,82',
      '-1 € 362,82  € -362,82',
      '2 € 10,00 € 5,00 € 15,00',
      '4 € 12,10 10% € 43,56',
    ])
    expect(said(lines, consumer).columns.map(({ label }) => label)).toEqual(['Aantal', 'Prijs incl.', 'Korting', 'Btw', 'Bedrag incl.']) // prettier-ignore
  })

  it('say of what bears no VAT why, and of what bears none of a percentage that it is 0', () => {
    const free = (tax_category: string) => line('a', '1', '10', '0', { tax_category })
    expect(said(['E', 'AE', 'Z', 'G'].map(free)).lines.map(({ tax }) => tax)).toEqual(['vrijgesteld', 'verlegd', '0%', '0%']) // prettier-ignore
  })

  const cents = (amount: string) => Number(amount.replace(/[^\d-]/g, ''))
  it('add up to what is printed below them, in any document', () => {
    const some = fc.record({
      price: fc.integer({ min: 0, max: 9_999_999 }).map((n) => (n / 10_000).toFixed(4)),
      count: fc.integer({ min: -30_000, max: 90_000 }).map((n) => (n / 10_000).toFixed(4)),
      discount: fc.constantFrom('0', '0', '5', '12.5', '100'),
      taxes_included: fc.boolean(),
      rate: fc.constantFrom('21', '9', '0'),
      // Two kinds of VAT that the office keeps apart, and nobody else.
      kind: fc.integer({ min: 1, max: 2 }),
    })
    fc.assert(
      fc.property(fc.array(some, { minLength: 1, maxLength: 12 }), fc.boolean(), (drawn, isCompany) => {
        const lines = drawn.map(({ price, count, rate, discount, taxes_included }, i) =>
          line(`Regel ${i}`, count, price, rate, { discount, taxes_included }),
        )
        const { taxes, base, total } = totalsOf(
          drawn.map((one) => ({ ...one, tax: `${one.rate} ${one.kind}`, amount: amountOf({ ...one, discount_type: 'percentage' }) })), // prettier-ignore
        )
        const told = taxes.map(({ rate, ...sums }) => ({
          ...{ tax: rate, category: rate === '0' ? 'E' : 'S', name: rate, reason: null },
          ...{ base: Number(sums.base), vat: Number(sums.vat) },
        }))
        const facts: Partial<SaleFacts> = {
          ...{ lines, taxes: told, base: Number(base), vat: Number(total - base), total: Number(total) },
          ...{ buyer: isCompany ? BUYER : consumer },
        }
        const { lines: read, totals } = paperOf({ sale: sale([], facts) })
        const whole = isCompany ? totals[0]! : totals.at(-1)!
        expect(read.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(cents(whole.amount))
      }),
    )
  })
})

describe('how an invoice is paid', () => {
  const asked = { text: 'Betaal binnen 30 dagen.', reference: 'F2026-0001', total: 12_100 }
  const TO = 'Rekening NL91 ABNA 0417 1643 00 ten name van Voorbeeld Opleidingen B.V., onder vermelding van F2026-0001.'

  it('is told with the account, the number and a code', () => {
    const told = paymentOf(HOUSE, asked)!
    expect(told.sentences).toEqual([TO, 'Betaal binnen 30 dagen.'])
    expect(told.code!.split('\n').slice(5)).toEqual(['Voorbeeld Opleidingen B.V.', 'NL91ABNA0417164300', 'EUR121.00', '', '', 'F2026-0001']) // prettier-ignore
    const withLink = paymentOf(HOUSE, { ...asked, link: 'https://x.example/p' })!
    expect(withLink.sentences.at(-1)).toBe('Online betalen: https://x.example/p')
  })

  it('is told of what is to be paid; what takes back says how it is settled instead, and nothing says nothing', () => {
    const told = (price: string, count: string, more: object = {}) =>
      plainSpaces([
        invoicePaper(
          invoiceOf([line('a', count, price, '21')], {
            ...{ payment: { days: 30, text: 'Te betalen binnen 30 dagen na de factuurdatum.' } },
            ...{ texts: { header: '', footer: '', payment: 'Vermeld het factuurnummer.' } },
            ...more,
          }),
          new Date(0),
        ).payment!.text,
      ])[0]
    expect(told('100', '1')).toBe(
      'Wij ontvangen € 121,00 graag uiterlijk op 21-12-2026. Te betalen binnen 30 dagen na de factuurdatum. Vermeld het factuurnummer.',
    )
    expect(told('100', '-1', { credits: { number: 'F2026-0012', invoiceDate: '2026-11-01' } })).toBe(
      'U hoeft niets te betalen. Wij verrekenen € 121,00 met wat van factuur F2026-0012 nog openstaat; wat u al betaald hebt, betalen wij aan u terug.',
    )
    expect(told('100', '-1')).toContain('met wat u ons nog moet betalen; wat u al betaald hebt')
    expect(told('0', '1')).toBe('')
  })

  it('has no account where nothing is to be paid or none is known, and is left out where nothing is said', () => {
    expect(paymentOf(HOUSE, null)).toBeNull()
    for (const [seller, payment] of [
      [HOUSE, { ...asked, total: 0 }],
      [HOUSE, { ...asked, total: -1 }],
      [{ ...HOUSE, iban: '' }, asked],
    ] as const) {
      expect(paymentOf(seller, payment)).toEqual({ sentences: ['Betaal binnen 30 dagen.'], code: null })
      expect(paymentOf(seller, { ...payment, text: '' })).toBeNull()
    }
    expect(paymentOf(HOUSE, { ...asked, total: 1 })!.code).not.toBeNull()
    expect(paperOf({ payment: asked }).payment!.sentences[0]).toBe(TO)
  })
})

describe('a letter', () => {
  const letter: LetterFacts = {
    title: 'Herinnering',
    seller: HOUSE,
    buyer: { ...BUYER },
    facts: [['Datum', '25-11-2026']],
    above: ['Geachte heer, mevrouw,'],
    columns: [{ label: 'Nog te betalen', of: 'amount', width: 84 }],
    lines: [{ name: 'Factuur F2026-0001', text: 'van 21-11-2026', amount: '€ 121,00' }],
    totals: [{ label: 'Te betalen', amount: '€ 121,00', strong: true }],
    below: ['Tot ziens.'],
    payment: { text: '', reference: 'F2026-0001', total: 12_100 },
    createdAt: '2026-11-25T12:00:00Z',
  }

  it('is drawn as a sale is, with the texts that it brings', () => {
    const { title, facts: own, above, columns, totals, below } = letter
    const told = letterOf(letter)
    expect(told).toMatchObject({ title, above, columns, totals, below, notice: '', signing: '', agreed: null })
    expect(told.facts).toEqual([...own, ['Klantnummer', '10001']])
    expect(told.recipient).toEqual(['Klant B.V.', 'Japiksestraat 1', '5611 AA Eindhoven'])
    expect([told.house, told.foot, told.reasons]).toEqual([houseOf(HOUSE), footOf(HOUSE), []])
    expect(told.payment).toEqual(paymentOf(HOUSE, letter.payment))
  })

  it('leaves empty what its lines do not say, and names a person below the company', () => {
    const NONE = { count: '', price: '', discount: '', tax: '' }
    expect(letterOf(letter).lines).toEqual([{ kind: 'product', ...NONE, ...letter.lines[0] }])
    const told = letterOf({ ...letter, buyer: { ...BUYER, contact: 'Jan Jansen', client_id: null } })
    expect(told.recipient.slice(0, 3)).toEqual(['Klant B.V.', 'T.a.v. Jan Jansen', 'Japiksestraat 1'])
    expect(told.facts).toEqual([['Datum', '25-11-2026']])
  })
})

describe('the kinds of papers', () => {
  it('have each a name of their own, for one and for many', () => {
    const names = PAPER_KINDS.flatMap((kind) => [PAPER_NAMES[kind].one, PAPER_NAMES[kind].many])
    expect(names).toEqual(['Offerte', 'Offertes', 'Orderbevestiging', 'Orderbevestigingen', 'Werkbon', 'Werkbonnen', 'Factuur', 'Facturen']) // prettier-ignore
  })
})

describe('the code for an app of a bank', () => {
  const IBAN = 'NL91 ABNA 0417 1643 00'
  const lines = (more: Partial<Parameters<typeof epcText>[0]> = {}) =>
    epcText({ name: 'Opleidingen Noord B.V.', iban: IBAN, cents: 123_405, text: 'F2026-0001', ...more })?.split('\n')

  it('has what EPC069-12 asks, line by line', () => {
    expect(lines()).toEqual(['BCD', '002', '1', 'SCT', '', 'Opleidingen Noord B.V.', 'NL91ABNA0417164300', 'EUR1234.05', '', '', 'F2026-0001']) // prettier-ignore
  })

  it('keeps names to 70 and texts to 140 characters, each on one line', () => {
    const told = lines({ name: `  ${'n'.repeat(80)}`, text: `${'t'.repeat(139)}\n\n ${'u'.repeat(9)}` })!
    expect([told[5], told[10]]).toEqual(['n'.repeat(70), `${'t'.repeat(139)} `])
  })

  it.each([
    [0, null],
    [-1, null],
    [1, 'EUR0.01'],
    [99_999_999_999, 'EUR999999999.99'],
    [100_000_000_000, null],
  ])('of %i cents asks %s', (cents, amount) => expect(lines({ cents })?.[7] ?? null).toBe(amount))

  it('stays within 331 characters for names and texts of any length', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.integer({ min: 1, max: 99_999_999_999 }), (name, text, cents) => {
        expect(lines({ name, text, cents })).toHaveLength(11)
        expect(epcText({ name, iban: IBAN, cents, text })!.length).toBeLessThan(331)
      }),
    )
  })
})
