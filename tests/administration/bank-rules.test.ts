import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paysBeside } from '../../src/administration/payments/bank/bank.rules.ts'
import { divide, onlySum, propose } from '../../src/administration/payments/bank/matching/matching.rules.ts'
import type {
  EntryFacts,
  Known,
  KnownInvoice,
  KnownPayment,
} from '../../src/administration/payments/bank/matching/types.ts'
import {
  asTyped,
  changedOf,
  hrefOf,
  idsByKind,
  inOrder,
  keyOf,
  oldKey,
  typedNumbers,
} from '../../src/administration/payments/bank/matching/keys.rules.ts'
import { namesAgree } from '../../src/administration/payments/bank/matching/names.rules.ts'
import { namedInVain } from '../../src/administration/payments/bank/matching/outgoing.rules.ts'
import { listedNumbersIn } from '../../src/administration/payments/bank/matching/numbers.rules.ts'
import { plainSpaces } from '../support/plain-spaces.ts'

const invoice = (sequence: number, open: number, more: Partial<KnownInvoice> = {}): KnownInvoice => ({
  ...{ id: sequence, uid: `F2026-${String(sequence).padStart(4, '0')}`, year: 2026, sequence, open, total: open },
  ...{ customer: 'company-1', name: 'Zorggroep De Linde', invoice_date: '2026-10-01', isClosed: false },
  ...more,
})

const knowing = (
  invoices: KnownInvoice[],
  more: { ibans?: Record<string, string[]>; payments?: KnownPayment[]; credits?: Record<number, number> } = {},
): Known => ({
  invoices,
  byNumber: (year, sequence) => invoices.find((one) => one.year === year && one.sequence === sequence),
  oldIn: (text) => invoices.filter(({ id, uid }) => id < 0 && typedNumbers(text).includes(asTyped(uid))),
  creditedBy: (year, sequence) => invoices.find((one) => one.year === year && one.id === more.credits?.[sequence]),
  customersOf: (iban) => more.ibans?.[iban] ?? [],
  owedTo: (customer) => invoices.filter((one) => one.customer === customer && one.open < 0),
  openOf: (customer) => invoices.filter((one) => one.customer === customer && one.open > 0),
  withOpen: (amount) => invoices.filter((one) => one.open === amount || one.beside !== undefined),
  paymentsOf: (id) => (more.payments ?? []).filter((payment) => payment.invoice_id === id),
  paymentsFrom: (iban, end) =>
    (more.payments ?? []).filter((one) => (iban !== null && one.counter_iban === iban) || (end !== null && one.end_to_end === end)), // prettier-ignore
  payouts: [{ id: '1', reference: 'PO-4471', amount: 24_310, text: '3 betalingen', differences: [] }],
  byId: (id) => invoices.find((one) => one.id === id),
  remember: () => undefined,
  forgetPayment: () => undefined,
})

const entry = (amount: number, text = '', more: Partial<EntryFacts> = {}): EntryFacts => ({
  ...{ booked_on: '2026-11-18', amount, counter_iban: null, counter_name: null, text, end_to_end: null },
  return_reason: null,
  ...more,
})
const said = (facts: EntryFacts, known: Known, difference = 5) => propose(facts, known, { difference })
const IBAN = 'NL20INGB0001234567'
const DAY = '2026-11-18'

describe('the number of an invoice', () => {
  it.each([
    ['F2026-0041', 41, true],
    ['f2026 - 0041', 41, true],
    ['Factuur F2026/0041', 41, true],
    ['factuurnr: 2026-0041', 41, true],
    ['F20260041', 41, true],
    ['factuurnummer 2026 0041', 41, true],
    ['2026.0041', 41, false],
    ['20261118', 1118, false],
    ['fact 2026-41', 41, false],
  ])('is found in %j', (text, sequence, isSure) => {
    expect(listedNumbersIn(text, '2026-11-18')).toEqual([{ year: 2026, sequence, isSure }])
  })

  it('is found more than once, and not where it is none', () => {
    expect(listedNumbersIn('F2026-0041, 0042 en 0043', '2026-11-18').map(({ sequence }) => sequence)).toEqual([41, 42, 43]) // prettier-ignore
    for (const text of ['12026-0041', 'AF2026-0041', 'ref 99202600412', '2001-0041', 'voorjaar 2026', 'F2026-0000'])
      expect([text, listedNumbersIn(text, '2026-11-18')]).toEqual([text, []])
  })
})

describe('an entry', () => {
  const two = () => [invoice(41, 5995), invoice(42, 10_000)]

  it('with number and amount is certain, also of several together', () => {
    expect(said(entry(5995, 'F2026-0041'), knowing(two()))).toMatchObject({ confidence: 'certain' })
    expect(said(entry(15_995, 'F2026-0041 en 0042'), knowing(two()))).toMatchObject({
      confidence: 'certain',
      parts: [
        { invoice_id: 41, amount: 5995 },
        { invoice_id: 42, amount: 10_000 },
      ],
    })
  })

  it('that may be a slip is proposed and no more', () => {
    const known = knowing(two(), { ibans: { [IBAN]: ['company-9'] } })
    expect(said(entry(5995, 'F2026-0041', { counter_iban: IBAN }), known)).toMatchObject({ confidence: 'likely' })
    expect(said(entry(5995, '2026.0041'), knowing(two()))).toMatchObject({ confidence: 'likely' })
  })

  it('that is less is a part, more stays as credit, a few cents are let go', () => {
    expect(said(entry(5000, 'F2026-0041'), knowing(two()))).toMatchObject({
      confidence: 'likely',
      parts: [{ amount: 5000 }],
    })
    expect(said(entry(7000, 'F2026-0041'), knowing(two()))).toMatchObject({
      confidence: 'possible',
      parts: [{ amount: 7000 }],
    })
    expect(said(entry(5990, 'F2026-0041'), knowing(two()))).toMatchObject({
      confidence: 'certain',
      parts: [{ amount: 5990, difference: 5 }],
    })
    expect(said(entry(5990, 'F2026-0041'), knowing(two()), 4)).toMatchObject({
      confidence: 'likely',
      parts: [{ amount: 5990, difference: 0 }],
    })
    expect(said(entry(5995, 'F2026-0041'), knowing([invoice(41, 0)]))).toMatchObject({ confidence: 'possible' })
    // Several payments in one amount are for who is named only where these come to exactly that.
    const several = (amount: number, text: string, invoices = two()) => said(entry(amount, text, { payments: 2, counter_name: 'De Linde' }), knowing(invoices)) // prettier-ignore
    expect(several(15_995, 'F2026-0041, F2026-0042')).toMatchObject({ confidence: 'certain' })
    expect(several(15_990, 'F2026-0041, F2026-0042')).toMatchObject({ confidence: 'certain' })
    for (const [amount, text, invoices] of [
      [42_956, 'F2026-0041, F2026-0042', undefined],
      [42_956, 'F2026-0041', undefined],
      [7_000, 'F2026-0041, F2026-0042', undefined],
      [15_995, 'F2026-0041, F2026-0042', [invoice(41, 0), invoice(42, 10_000)]],
      [5_995, '', undefined],
    ] as const)
      expect([amount, text, several(amount, text, invoices && [...invoices])]).toEqual([amount, text, null])
    expect(said(entry(5995, 'F2026-0041'), knowing([invoice(41, 0, { isClosed: true })]))).toBeNull()
  })

  it('of a known account finds amount, sum, or the oldest', () => {
    const known = knowing([...two(), invoice(43, 20_000)], { ibans: { [IBAN]: ['company-1'] } })
    const from = (amount: number) => said(entry(amount, '', { counter_iban: IBAN }), known)
    expect(from(10_000)).toMatchObject({ confidence: 'likely', parts: [{ invoice_id: 42 }] })
    expect(from(25_995)).toMatchObject({ confidence: 'likely', parts: [{ invoice_id: 41 }, { invoice_id: 43 }] })
    expect(from(35_995)).toMatchObject({ confidence: 'likely' })
    expect(from(7_000)).toMatchObject({ confidence: 'possible', parts: [{ invoice_id: 41, amount: 5995 }, { invoice_id: 42, amount: 1005 }] }) // prettier-ignore
  })

  it('of a name with its amount is likely, of an amount alone possible', () => {
    expect(said(entry(5995, '', { counter_name: 'ZORGGROEP DE LINDE B.V.' }), knowing(two()))).toMatchObject({
      confidence: 'likely',
    })
    expect(said(entry(5995), knowing(two()))).toMatchObject({ confidence: 'possible' })
    expect(said(entry(123), knowing(two()))).toBeNull()
    expect(namesAgree('De Linde', 'J. van der Linden')).toBe(false)
  })

  it('that comes back reopens the payment that it was', () => {
    const payments = [
      { id: 7, invoice_id: 41, uid: 'F2026-0041', amount: 5995, counter_iban: IBAN, end_to_end: 'INC-1' },
    ]
    const known = knowing([invoice(41, 0)], { payments })
    const back = { return_reason: 'MD06' }
    expect(said(entry(-5995, 'F2026-0041', back), known)).toMatchObject({
      kind: 'return',
      confidence: 'certain',
      payment_id: 7,
    })
    expect(said(entry(-5995, '', { ...back, end_to_end: 'INC-1' }), known)).toMatchObject({ confidence: 'certain' })
    expect(said(entry(-5995, '', { ...back, counter_iban: IBAN }), known)).toMatchObject({ confidence: 'likely' })
    expect(said(entry(-5995, '', { counter_iban: IBAN }), known)).toBeNull()
    expect(said(entry(-1000, 'F2026-0041'), knowing([invoice(41, -1000)]))).toMatchObject({
      kind: 'payment',
      confidence: 'certain',
    })
  })

  it('of a provider names its payout', () => {
    expect(said(entry(24_310, 'Uitbetaling PO-4471'), knowing([]))).toMatchObject({
      kind: 'payout',
      confidence: 'certain',
    })
    // Of another amount it is somebody's to look at.
    expect(said(entry(24_311, 'Uitbetaling PO-4471'), knowing([]))).toMatchObject({ kind: 'payout', confidence: 'possible', reason: expect.stringContaining('volgens de betaaldienst') as string }) // prettier-ignore
  })
})

describe('an entry while letters asked costs', () => {
  const beside = (costs: number, interest = 0, paid: { day: string; costs: number; interest: number }[] = []) => ({ beside: { open: 1, letters: [{ step: 'final', sent_on: '2026-11-01', costs, interest }], paid } }) // prettier-ignore
  const told = (facts: EntryFacts, known: Known) => {
    const proposal = said(facts, known)
    return proposal?.kind === 'payment' ? [proposal.confidence, plainSpaces(proposal.reason), ...proposal.parts.map(({ invoice_id, amount, costs, interest }) => [invoice_id, amount, costs, interest])] : null // prettier-ignore
  }
  const one = (more = beside(4_000)) => knowing([invoice(41, 10_000, more)], { ibans: { [IBAN]: ['company-1'] } })

  it('is certain with the number and all of it, and doubted with the invoice alone', () => {
    expect(told(entry(14_000, 'F2026-0041'), one())).toEqual(['certain', 'Factuurnummer F2026-0041 en bedrag met € 40,00 incassokosten kloppen', [41, 14_000, 4_000, 0]]) // prettier-ignore
    expect(told(entry(14_120, 'F2026-0041'), one(beside(4_000, 120)))).toEqual(['certain', 'Factuurnummer F2026-0041 en bedrag met € 40,00 incassokosten en € 1,20 rente kloppen', [41, 14_120, 4_000, 120]]) // prettier-ignore
    expect(told(entry(10_000, 'F2026-0041'), one())).toEqual(['likely', 'Factuurnummer F2026-0041 en bedrag kloppen, zonder € 40,00 incassokosten: zoveel blijft open', [41, 10_000, 4_000, 0]]) // prettier-ignore
    expect(told(entry(10_000, 'F2026-0041', { booked_on: '2026-10-31' }), one())).toEqual(['certain', 'Factuurnummer F2026-0041 en bedrag kloppen', [41, 10_000, undefined, undefined]]) // prettier-ignore
    expect(told(entry(13_997, 'F2026-0041'), one())).toEqual(['certain', 'Factuurnummer F2026-0041 klopt, € 0,03 verschil wordt afgeboekt', [41, 13_997, 4_000, 0]]) // prettier-ignore
    expect(told(entry(5_000, 'F2026-0041'), one())?.[1]).toBe(
      'Factuurnummer F2026-0041, deelbetaling: € 90,00 blijft open',
    )
    expect(told(entry(15_000, 'F2026-0041'), one())?.[1]).toBe('Factuurnummer F2026-0041, € 10,00 te veel: blijft staan als tegoed') // prettier-ignore
  })

  it('may go to the invoice alone where that is no more than is open of it', () => {
    const chosen = (amount: number) => paysBeside(said(entry(amount, 'F2026-0041'), one()))
    expect([chosen(10_000), chosen(5_000), chosen(10_001), chosen(14_000)]).toEqual([true, true, false, false])
    expect([paysBeside(null), paysBeside(said(entry(5_995, 'F2026-0041'), knowing([invoice(41, 5_995)])))]).toEqual([false, false]) // prettier-ignore
  })

  it('finds none owed any more once the invoice itself is paid', () => {
    const paid = knowing([invoice(41, 0, beside(4_000))])
    expect(told(entry(4_000, 'F2026-0041'), paid)?.[1]).toContain('is al betaald')
  })

  it('of a known account or a name finds both amounts, each with its reason', () => {
    const from = (amount: number) => told(entry(amount, '', { counter_iban: IBAN }), one())
    expect(from(14_000)?.slice(0, 2)).toEqual(['likely', 'Rekening van Zorggroep De Linde, bedrag van F2026-0041 met € 40,00 incassokosten klopt']) // prettier-ignore
    expect(from(10_000)?.slice(0, 2)).toEqual(['likely', 'Rekening van Zorggroep De Linde, bedrag van F2026-0041 klopt, zonder € 40,00 incassokosten: zoveel blijft open']) // prettier-ignore
    const named = told(entry(14_000, '', { counter_name: 'Zorggroep De Linde' }), one())
    expect(named?.slice(0, 2)).toEqual(['likely', 'Naam en bedrag van F2026-0041 met € 40,00 incassokosten kloppen'])
  })
})

describe('an entry for the system before this one', () => {
  const old = (id: number, uid: string, open: number, more: Partial<KnownInvoice> = {}) => invoice(0, open, { id: oldKey(id), uid, year: 0, ...more }) // prettier-ignore
  const ibans = { [IBAN]: ['company-1'] }
  const told = (facts: EntryFacts, known: Known) => {
    const proposal = said(facts, known)
    return proposal?.kind === 'payment' ? [proposal.confidence, plainSpaces(proposal.reason), ...proposal.parts.map(({ invoice_id, amount }) => [invoice_id, amount])] : null // prettier-ignore
  }
  const WHAT = 'Nummer 2019-381 van het oude systeem'

  it('is certain with number, amount and customer, and likely where nobody knows who pays', () => {
    const known = knowing([old(5, '2019-381', 12_100)], { ibans })
    expect(told(entry(12_100, 'fact 2019.381', { counter_iban: IBAN }), known)).toEqual(['certain', `${WHAT} en bedrag kloppen`, [-5, 12_100]]) // prettier-ignore
    expect(told(entry(12_100, '2019 381', { counter_name: 'Zorggroep De Linde' }), known)?.[0]).toBe('certain')
    expect(told(entry(12_100, '2019-381'), known)?.[0]).toBe('likely')
    expect(told(entry(5_000, '2019-381', { counter_iban: IBAN }), known)).toEqual(['likely', `${WHAT}, deelbetaling: € 71,00 blijft open`, [-5, 5_000]]) // prettier-ignore
    const others = knowing([old(5, '2019-381', 12_100, { customer: 'company-2' })], { ibans })
    expect(told(entry(12_100, '2019-381', { counter_iban: IBAN }), others)).toEqual(['likely', `${WHAT} en bedrag kloppen, maar deze rekening is van een andere klant bekend`, [-5, 12_100]]) // prettier-ignore
  })

  it('with a number that several customers have is of who pays, or of nobody', () => {
    const both = knowing([old(5, '2019-381', 12_100), old(6, '2019-381', 12_100, { customer: 'company-2', name: 'Bakkerij Van Loon' })], { ibans }) // prettier-ignore
    expect(told(entry(12_100, '2019-381', { counter_iban: IBAN }), both)).toEqual(['certain', `${WHAT} en bedrag kloppen`, [-5, 12_100]]) // prettier-ignore
    expect(told(entry(12_100, '2019-381', { counter_name: 'BAKKERIJ VAN LOON' }), both)?.[2]).toEqual([-6, 12_100])
    expect(told(entry(999, '2019-381'), both)).toBeNull()
  })

  it('goes after our own numbers, and is found by account and name as ours are', () => {
    const known = knowing([invoice(41, 5_995), old(5, '2019-381', 12_100)], { ibans })
    expect(told(entry(5_995, 'F2026-0041 en 2019-381'), known)?.[2]).toEqual([41, 5_995])
    expect(told(entry(12_100, '', { counter_iban: IBAN }), known)).toEqual(['likely', 'Rekening van Zorggroep De Linde, bedrag van 2019-381 klopt', [-5, 12_100]]) // prettier-ignore
    expect(told(entry(18_095, '', { counter_iban: IBAN }), known)?.[1]).toContain('alles wat openstaat samen')
    expect(told(entry(12_100, '', { counter_name: 'Zorggroep De Linde' }), known)?.[0]).toBe('likely')
    expect(told(entry(12_100, '2019-381', { counter_iban: IBAN }), knowing([old(5, '2019-381', 12_100, { isClosed: true })]))).toEqual(['possible', 'Alleen het bedrag klopt: 2019-381', [-5, 12_100]]) // prettier-ignore
  })

  it('that goes out pays back what it has too much, and that comes back is its payment', () => {
    const back = knowing([old(5, '2019-381', -3_000)], { ibans })
    expect(told(entry(-3_000, '2019-381', { counter_iban: IBAN }), back)).toEqual(['likely', 'Terugbetaling van wat op 2019-381 tegoed staat', [-5, -3_000]]) // prettier-ignore
    const payments = [{ id: -9, invoice_id: -5, uid: '2019-381', amount: 12_100, counter_iban: null, end_to_end: null }]
    const paid = knowing([old(5, '2019-381', 0)], { payments })
    expect(said(entry(-12_100, 'storno 2019-381', { return_reason: 'MD06' }), paid)).toMatchObject({ kind: 'return', confidence: 'certain', payment_id: -9, invoice_id: -5 }) // prettier-ignore
  })

  it('is looked up however its number is typed', () => {
    expect(typedNumbers('Betaling 2019 - 381, dank!')).toEqual(['betaling2019', 'betaling2019381', '2019', '2019381', '2019381dank', '381dank']) // prettier-ignore
    expect(typedNumbers('dank u wel')).toEqual([])
    expect(typedNumbers(`${'9'.repeat(41)} 12 3`)).toEqual([])
    expect(['2019-381', 'VF 19/00381'].map(asTyped)).toEqual(['2019381', 'vf1900381'])
  })

  it('is known by a key that tells it from an invoice, and is locked after those', () => {
    expect([-3, 7, -1, 2].toSorted(inOrder)).toEqual([2, 7, -1, -3])
    expect(idsByKind([-3, 7, -1, 2])).toEqual({ invoices: [2, 7], old: [1, 3] })
    expect([hrefOf(7), hrefOf(-3)]).toEqual(['/administration/invoice/view/7', '/administration/opening-item/view/3'])
    expect(changedOf([7, -3])).toEqual([{ type: 'invoice', id: 7 }, { type: 'opening_item', id: 3 }]) // prettier-ignore
    const keys = [{ invoice_id: 7, opening_item_id: null }, { invoice_id: null, opening_item_id: 3 }, { invoice_id: null, opening_item_id: null }].map(keyOf) // prettier-ignore
    expect(keys).toEqual([7, -3, null])
  })
})

describe('an entry that went out', () => {
  const owed = (...more: KnownInvoice[]) => knowing([invoice(41, -10_000), ...more], { ibans: { [IBAN]: ['company-1'] }, credits: { 77: 41 } }) // prettier-ignore
  const told = (facts: EntryFacts, known: Known) => {
    const proposal = said(facts, known)
    return proposal?.kind === 'payment' ? [proposal.confidence, plainSpaces(proposal.reason), ...proposal.parts.map(({ invoice_id, amount }) => [invoice_id, amount])] : null // prettier-ignore
  }
  const BACK = 'Terugbetaling van wat op F2026-0041 tegoed staat'

  it('with the number of the invoice or of its credit and the amount is certain', () => {
    expect(told(entry(-10_000, 'F2026-0041'), owed())).toEqual(['certain', BACK, [41, -10_000]])
    expect(told(entry(-10_000, 'creditfactuur F2026-0077'), owed())).toEqual(['certain', BACK, [41, -10_000]])
    expect(told(entry(-12_000, 'F2026-0041 en F2026-0042'), owed(invoice(42, -2_000)))).toEqual(['certain', 'Terugbetaling van wat op F2026-0041, F2026-0042 tegoed staat', [41, -10_000], [42, -2_000]]) // prettier-ignore
  })

  it('that may be a slip, a part, or says no number is proposed and no more', () => {
    const other = knowing([invoice(41, -10_000)], { ibans: { [IBAN]: ['company-9'] } })
    expect(told(entry(-10_000, 'F2026-0041', { counter_iban: IBAN }), other)?.[0]).toBe('likely')
    expect(told(entry(-10_000, '2026.0041'), owed())?.[0]).toBe('likely')
    expect(told(entry(-4_000, 'F2026-0041'), owed())).toEqual(['likely', `${BACK}: € 60,00 blijft terug te betalen`, [41, -4_000]]) // prettier-ignore
    expect(told(entry(-10_000, '', { counter_iban: IBAN }), owed())).toEqual(['likely', 'Rekening van Zorggroep De Linde, terugbetaling van F2026-0041', [41, -10_000]]) // prettier-ignore
    expect(told(entry(-12_000, '', { counter_iban: IBAN }), owed(invoice(42, -2_000)))?.[1]).toBe('Rekening van Zorggroep De Linde, alles wat terug te betalen is samen') // prettier-ignore
    expect(told(entry(-10_000, '', { counter_name: 'Zorggroep De Linde' }), owed())?.[0]).toBe('likely')
  })

  it('is none of ours where only the amount agrees, or more goes out than is owed', () => {
    expect(told(entry(-10_000, 'huur'), owed())).toBeNull()
    expect(told(entry(-10_001, 'F2026-0041'), owed())).toBeNull()
    expect(told(entry(-10_000, 'F2026-0042'), owed(invoice(42, 10_000)))).toBeNull()
    expect(told(entry(-10_000, '', { counter_name: 'Zorggroep De Linde' }), owed(invoice(42, -10_000)))).toBeNull()
  })
})

describe('an entry that went out and of which nothing is proposed', () => {
  const known = knowing([invoice(41, -10_000), invoice(42, 5_000)], { ibans: { [IBAN]: ['company-1'] }, credits: { 77: 42 } }) // prettier-ignore
  const why = (text: string, more: Partial<EntryFacts> = {}) => plainSpaces(namedInVain(entry(-10_001, text, more), known)) // prettier-ignore

  it('says which invoice or credit of ours it names, and that so much is not owed on it', () => {
    expect(why('F2026-0041')).toBe('Noemt F2026-0041: daarop is niet meer dan € 100,00 terug te betalen')
    expect(why('huur, F2026-0042')).toBe('Noemt F2026-0042: daarop is niets terug te betalen')
    expect(why('credit F2026 - 0077')).toBe('Noemt F2026-0077, een creditfactuur van F2026-0042: daarop is niets terug te betalen') // prettier-ignore
  })

  it('without our letter is ours only where its customer agrees, since suppliers number so too', () => {
    for (const text of ['2026-0042', 'huur', '20260042', 'F2026-0099']) expect([text, why(text)]).toEqual([text, null])
    expect(why('2026-0042', { counter_iban: IBAN })).toContain('F2026-0042')
    expect(why('2026-0042', { counter_name: 'Zorggroep de Linde' })).toContain('F2026-0042')
  })
})

describe('whatever comes', () => {
  const invoices = fc.uniqueArray(fc.record({ sequence: fc.integer({ min: 1, max: 30 }), open: fc.integer({ min: -500, max: 20_000 }), who: fc.integer({ min: 1, max: 3 }) }), { selector: ({ sequence }) => sequence, maxLength: 12 }) // prettier-ignore
  const text = fc.oneof(
    fc.constantFrom('', 'F2026-0003', '2026.0004', 'F2026-0001 en 0002', 'factuur 2026-0005', '20260006'),
    fc.string(),
  )

  it('is divided to the cent, and certain only with a number and the amount of what is open', () => {
    fc.assert(
      fc.property(
        invoices,
        fc.integer({ min: 1, max: 60_000 }),
        text,
        fc.integer({ min: 0, max: 50 }),
        (found, amount, typed, difference) => {
          const all = found.map(({ sequence, open, who }) => invoice(sequence, open, { customer: `company-${who}` }))
          const known = knowing(all, { ibans: { [IBAN]: ['company-1'] } })
          const proposal = propose(entry(amount, typed, { counter_iban: IBAN }), known, { difference })
          if (proposal?.kind !== 'payment') return
          expect(proposal.parts.reduce((sum, part) => sum + part.amount, 0)).toBe(amount)
          if (proposal.confidence !== 'certain') return
          const named = new Set(listedNumbersIn(typed, '2026-11-18').map(({ sequence }) => sequence))
          for (const part of proposal.parts) {
            expect(named.has(part.invoice_id)).toBe(true)
            expect(part.amount + part.difference).toBe(part.open)
            expect(Math.abs(part.difference)).toBeLessThanOrEqual(difference)
          }
        },
      ),
    )
  })

  it('is no sum of several sets of invoices', () => {
    expect(onlySum([invoice(1, 100), invoice(2, 100)], 100, DAY)).toBeNull()
    expect(onlySum([invoice(1, 100), invoice(2, 200), invoice(3, 400)], 500, DAY)).toHaveLength(2)
    expect(divide([invoice(1, -100)], 50, DAY)).toEqual([])
  })
})

describe('a number that people type', () => {
  const found = (text: string) => listedNumbersIn(text, '2026-11-18').map(({ year, sequence, isSure }) => `${year}-${sequence}${isSure ? '!' : ''}`) // prettier-ignore

  it.each([
    'fact. 2026-0041',
    'factuur # F 2026-0041',
    'factnummer: 2026-0041',
    'factuurnr:F2026 0041',
    'f. 2026/0041',
    'F-2026-0041',
    'fact2026_0041',
    'FACTUUR  2026 – 0041',
    '2026 - 0041',
  ])('is ours in %j', (text) => expect(found(text)).toEqual(['2026-41!']))

  it.each([
    ['2026 0041', ['2026-41']],
    ['2026 / 41', ['2026-41']],
    ['202641', []],
    ['2026041', []],
    ['F2014-0001', ['2014-1!']],
    ['F2013-0001', []],
    ['F2038-0001', ['2038-1!']],
    ['F2039-0001', []],
    ['F2026-00000041', []],
    ['2026.0041 F2026-0041', ['2026-41!']],
    ['F2026-0041 2026.0041', ['2026-41!']],
    ['F2026-0041 F2026-0042 F2025-0041', ['2026-41!', '2026-42!', '2025-41!']],
  ])('in %j is %j', (text, numbers) => expect(found(text)).toEqual(numbers))

  it.each([
    ['F2026-0041, 0042 en 0043+0044;0045 / 0046 & 0047', [41, 42, 43, 44, 45, 46, 47]],
    ['20260041, 0042', [41, 42]],
    ['2026 0041,0042', [41, 42]],
    ['F2026-0041, 0041', [41]],
    ['F2026-0041, 0000', [41]],
    ['F2026-0041, 00423', [41]],
    ['F2026-0041, 0042 F2026-0042', [41, 42]],
  ])('of a list that names its year once: %j', (text, sequences) => {
    expect(listedNumbersIn(text, '2026-11-18').map(({ sequence }) => sequence)).toEqual(sequences)
  })

  it('is one of forty at most', () => {
    const many = Array.from({ length: 45 }, (_, i) => `F2026-${String(i + 1).padStart(4, '0')}`).join(' ')
    expect(found(many)).toHaveLength(40)
  })
})

describe('two names', () => {
  it.each([
    ['Zorggroep De Linde B.V.', 'ZORGGROEP LINDE'],
    ['Café René', 'CAFE RENE'],
    ['Stichting Het Anker', 'anker'],
    ['K.P.N. Zakelijk', 'KPN ZAKELIJK'],
    ["Van 't Harte", 'T HARTE'],
    ['Kuipers & Zn', 'Zn. Kuipers'],
    ['J. Jansen', 'Mevr. Jansen-de Vries'],
    ['Bouw 2000', 'bouw 2000 bv'],
    ['Meesters - Bakker', 'bakker meesters'],
  ])('agree: %j and %j', (ours, theirs) => expect(namesAgree(ours, theirs)).toBe(true))

  it.each([
    ['Vereniging Ster', 'Ster'],
    ['Ab Cd', 'Ab Cd'],
    ['De BV', 'De BV'],
    ['', ''],
    ['A B C D E F', 'A B C D E F'],
    ['Bakkerij Van Loon', 'Bakkerij Jansen'],
    ['Stichtse Groep', 'Groep Noord'],
    ['Bakkers Waarden', 'Bakkers Zwolle'],
    ['Zorggroep De Linde', 'Zorggroepdelinde'],
  ])('do not agree: %j and %j', (ours, theirs) => expect(namesAgree(ours, theirs)).toBe(false))
})

describe('why an entry is what it seems to be', () => {
  const LINDE = 'company-1'
  const other = { customer: 'company-2', name: 'Bakkerij Van Loon' }
  const why = (facts: EntryFacts, known: Known, difference = 5) => {
    const proposal = said(facts, known, difference)
    return proposal === null ? null : plainSpaces(`${proposal.confidence}: ${proposal.reason}`)
  }
  const three = () => [invoice(41, 5_995), invoice(42, 10_000), invoice(43, 20_000), invoice(44, 1_000)]
  const from = (more: Partial<EntryFacts> = {}) => ({ counter_iban: IBAN, ...more })
  const ibans = { [IBAN]: [LINDE] }

  it('is its number: with the amount, without it, or paid already', () => {
    const known = () => knowing(three(), { ibans })
    expect(why(entry(5_995, 'F2026-0041', from()), known())).toBe('certain: Factuurnummer F2026-0041 en bedrag kloppen')
    expect(why(entry(5_995, 'F2026-0041'), known())).toBe('certain: Factuurnummer F2026-0041 en bedrag kloppen')
    expect(why(entry(5_990, 'F2026-0041'), known())).toBe('certain: Factuurnummer F2026-0041 klopt, € 0,05 verschil wordt afgeboekt') // prettier-ignore
    expect(why(entry(6_000, 'F2026-0041'), known())).toBe('certain: Factuurnummer F2026-0041 klopt, € 0,05 verschil wordt afgeboekt') // prettier-ignore
    expect(why(entry(5_000, 'F2026-0041'), known())).toBe('likely: Factuurnummer F2026-0041, deelbetaling: € 9,95 blijft open') // prettier-ignore
    expect(why(entry(6_995, 'F2026-0041'), known())).toBe('possible: Factuurnummer F2026-0041, € 10,00 te veel: blijft staan als tegoed') // prettier-ignore
    expect(why(entry(5_995, 'F2026-0041'), knowing([invoice(41, 0)]))).toBe('possible: Factuurnummer F2026-0041 is al betaald, hier of in de boekhouding: dubbel betaald?') // prettier-ignore
  })

  it('is several numbers, of which three are named', () => {
    expect(why(entry(35_995, 'F2026-0041, 0042 en 0043'), knowing(three()))).toBe('certain: Factuurnummer F2026-0041, F2026-0042, F2026-0043 en bedrag kloppen') // prettier-ignore
    expect(why(entry(36_995, 'F2026-0041, 0042, 0043 en 0044'), knowing(three()))).toBe('certain: Factuurnummer F2026-0041, F2026-0042 en nog 2 en bedrag kloppen') // prettier-ignore
  })

  it('is no longer certain where one of the numbers is paid, or might be none', () => {
    const paid = [invoice(41, 0), invoice(42, 10_000)]
    expect(why(entry(10_000, 'F2026-0041 en F2026-0042'), knowing(paid))).toMatch(/^likely: .* en bedrag kloppen$/)
    expect(why(entry(15_995, 'F2026-0041 en 2026.0042'), knowing(three()))).toMatch(/^likely:/)
  })

  it('is doubted where another customer pays from this account, and not where one of several does', () => {
    const NOTE = ', maar deze rekening is van een andere klant bekend'
    const known = knowing([invoice(41, 5_995), invoice(42, 10_000, other)], { ibans })
    expect(why(entry(10_000, 'F2026-0042', from()), known)).toBe(`likely: Factuurnummer F2026-0042 en bedrag kloppen${NOTE}`) // prettier-ignore
    expect(why(entry(15_995, 'F2026-0041 en 0042', from()), known)).toMatch(new RegExp(`^likely: .*${NOTE}$`))
    expect(why(entry(9_999, 'F2026-0042', from()), known)).toBe(`likely: Factuurnummer F2026-0042 klopt, € 0,01 verschil wordt afgeboekt${NOTE}`) // prettier-ignore
    const shared = knowing([invoice(41, 5_995)], { ibans: { [IBAN]: ['company-9', LINDE] } })
    expect(why(entry(5_995, 'F2026-0041', from()), shared)).toMatch(/^certain:/)
    expect(why(entry(5_995, 'F2026-0041', from()), knowing([invoice(41, 5_995)]))).toMatch(/^certain:/)
  })

  it('lets cents go on the last of several, and never more than that one has', () => {
    expect(said(entry(15_990, 'F2026-0041 en 0042'), knowing(three()))).toMatchObject({ parts: [{ amount: 5_995, difference: 0 }, { amount: 9_995, difference: 5 }] }) // prettier-ignore
    const small = knowing([invoice(41, 5_995), invoice(42, 3)])
    expect(said(entry(5_995, 'F2026-0041 en 0042'), small)).toMatchObject({ confidence: 'likely', parts: [{ invoice_id: 41, amount: 5_995 }] }) // prettier-ignore
    expect(said(entry(6_003, 'F2026-0041'), knowing([invoice(41, 5_995)]), 8)).toMatchObject({ confidence: 'certain', parts: [{ amount: 6_003, difference: -8 }] }) // prettier-ignore
  })

  it('is its account: the amount, several of it, all of it, a sum, or the oldest first', () => {
    const known = knowing(three(), { ibans })
    expect(why(entry(10_000, '', from()), known)).toBe('likely: Rekening van Zorggroep De Linde, bedrag van F2026-0042 klopt') // prettier-ignore
    expect(why(entry(36_995, '', from()), known)).toBe('likely: Rekening van Zorggroep De Linde, alles wat openstaat samen') // prettier-ignore
    expect(why(entry(35_995, '', from()), known)).toBe('likely: Rekening van Zorggroep De Linde, F2026-0041, F2026-0042, F2026-0043 samen') // prettier-ignore
    expect(why(entry(123, '', from()), known)).toBe('possible: Rekening van Zorggroep De Linde, bedrag wijkt af: de oudste eerst') // prettier-ignore
    const twice = knowing([invoice(41, 500), invoice(42, 500)], { ibans })
    expect(why(entry(500, '', from()), twice)).toBe('possible: Rekening van Zorggroep De Linde, dit bedrag staat meer dan eens open: de oudste') // prettier-ignore
    expect(said(entry(500, '', from()), twice)).toMatchObject({ parts: [{ invoice_id: 41, uid: 'F2026-0041', name: 'Zorggroep De Linde', open: 500, amount: 500, difference: 0 }] }) // prettier-ignore
    expect((said(entry(500, '', from()), twice) as { parts: unknown[] }).parts).toHaveLength(1)
  })

  it('is no account that several pay from, or whose customer owes nothing', () => {
    const both = { [IBAN]: [LINDE, 'company-2'] }
    expect(said(entry(123, '', from()), knowing(three(), { ibans: both }))).toBeNull()
    expect(said(entry(123, '', from()), knowing([invoice(41, 0)], { ibans }))).toBeNull()
    expect(said(entry(123), knowing(three(), { ibans: { null: [LINDE] } }))).toBeNull()
  })

  it('is its amount and name, the amount alone, or nothing', () => {
    const named = { counter_name: 'DE LINDE ZORGGROEP' }
    expect(why(entry(5_995, '', named), knowing(three()))).toBe('likely: Naam en bedrag van F2026-0041 kloppen')
    expect(why(entry(5_995, 'namens zorggroep de linde'), knowing(three()))).toMatch(/^likely: Naam/)
    const twice = knowing([invoice(41, 500), invoice(42, 500), invoice(43, 500, other)])
    expect(why(entry(500, '', named), twice)).toBe('possible: Naam klopt, dit bedrag staat meer dan eens open: de oudste') // prettier-ignore
    expect(said(entry(500, '', named), twice)).toMatchObject({ parts: [{ invoice_id: 41, amount: 500 }] })
    expect(why(entry(500, '', { counter_name: 'Van Loon Bakkerij' }), twice)).toBe('likely: Naam en bedrag van F2026-0043 kloppen') // prettier-ignore
    expect(why(entry(5_995), knowing(three()))).toBe('possible: Alleen het bedrag klopt: F2026-0041')
    expect(why(entry(500), twice)).toBeNull()
  })

  const paid = (id: number, more: Partial<KnownPayment> = {}): KnownPayment => ({ id, invoice_id: 41, uid: 'F2026-0041', amount: 5_995, counter_iban: IBAN, end_to_end: `INC-${id}`, ...more }) // prettier-ignore
  const back = (more: Partial<EntryFacts> = {}) => ({ return_reason: 'MD06', ...more })

  it('is a payment that came back, by its number, its reference or its account', () => {
    const known = knowing([invoice(41, 0)], { payments: [paid(7), paid(8, { amount: 1_000 })] })
    expect(why(entry(-5_995, 'F2026-0041', back()), known)).toBe('certain: Betaling van F2026-0041 is teruggeboekt: betaler wil het geld terug (MD06)') // prettier-ignore
    expect(said(entry(-5_995, 'F2026-0041', back()), known)).toMatchObject({ payment_id: 7, invoice_id: 41, uid: 'F2026-0041', amount: 5_995 }) // prettier-ignore
    expect(why(entry(-5_995, '', back({ end_to_end: 'INC-7' })), known)).toMatch(/^certain: Betaling/)
    expect(why(entry(-5_995, '', back({ counter_iban: IBAN })), known)).toMatch(/^likely: Betaling/)
    expect(said(entry(-5_994, 'F2026-0041', back({ counter_iban: IBAN })), known)).toBeNull()
  })

  it('is only likely where several could have come back', () => {
    const two = knowing([invoice(41, 0)], { payments: [paid(7), paid(8)] })
    expect(said(entry(-5_995, 'F2026-0041', back()), two)).toMatchObject({ confidence: 'likely', payment_id: 7 })
    expect(said(entry(-5_995, '', back({ counter_iban: IBAN })), two)).toMatchObject({ confidence: 'likely', payment_id: 7 }) // prettier-ignore
    expect(said(entry(-5_995, '', back({ counter_iban: IBAN, end_to_end: 'INC-8' })), two)).toMatchObject({ confidence: 'certain', payment_id: 8 }) // prettier-ignore
    const nameless = knowing([invoice(41, 0)], { payments: [paid(7, { end_to_end: null })] })
    expect(said(entry(-5_995, '', back({ counter_iban: IBAN })), nameless)).toMatchObject({ confidence: 'likely' })
  })

  it('is nothing where no reason says that it came back', () => {
    const known = knowing([invoice(41, 0)], { payments: [paid(7)] })
    expect(said(entry(-5_995, 'F2026-0041', { end_to_end: 'INC-7' }), known)).toBeNull()
    expect(said(entry(-5_995, 'F2026-0041', { counter_iban: IBAN }), known)).toBeNull()
  })

  it('is what was paid too much and goes back', () => {
    const known = knowing([invoice(41, -1_000), invoice(42, 500)])
    expect(why(entry(-1_000, 'F2026-0041 en 0042'), known)).toBe('certain: Terugbetaling van wat op F2026-0041 tegoed staat') // prettier-ignore
    expect(said(entry(-1_000, 'F2026-0041'), known)).toMatchObject({ parts: [{ invoice_id: 41, amount: -1_000 }] })
    expect(why(entry(-999, 'F2026-0041'), known)).toBe('likely: Terugbetaling van wat op F2026-0041 tegoed staat: € 0,01 blijft terug te betalen') // prettier-ignore
    expect(said(entry(-1_001, 'F2026-0041'), known)).toBeNull()
    expect(said(entry(-1_000, 'F2026-0041', back()), known)).toBeNull()
    expect(said(entry(-1_000, 'F2026-0041 en 0042'), knowing([invoice(41, -1_000), invoice(42, -1_000)]))).toBeNull()
  })

  it('is the payout of a provider that its text names, before anything else', () => {
    const known = knowing([invoice(41, 24_310)])
    expect(why(entry(24_310, 'uitbetaling po-4471 F2026-0041'), known)).toBe('certain: Uitbetaling PO-4471: 3 betalingen') // prettier-ignore
    expect(said(entry(24_310, 'PO-4471'), known)).toMatchObject({ payout: '1', text: '3 betalingen' })
    expect(said(entry(24_310, 'PO-447'), known)).toMatchObject({ kind: 'payment' })
    const twice = { ...known, payouts: [...known.payouts, { ...known.payouts[0]!, id: '2' }] }
    expect(said(entry(24_310, 'PO-4471'), twice)).toMatchObject({ kind: 'payment', confidence: 'possible' })
  })

  it('is a payout with differences, which nobody books unseen, or one of which nothing was told', () => {
    const differs = { ...knowing([]), payouts: [{ id: '1', reference: 'PO-4471', amount: 24_310, text: '3 betalingen', differences: ['Eén.', 'Twee.', 'Drie.'] }] } // prettier-ignore
    expect(why(entry(24_310, 'PO-4471'), differs)).toBe('likely: Uitbetaling PO-4471: 3 betalingen. Eén. En nog 2 verschillen.') // prettier-ignore
    const untold = (text: string, name: string) => said(entry(100, text, { counter_name: name }), knowing([]))
    expect(untold('1234567.2611.03', 'Stichting Mollie Payments')).toMatchObject({ kind: 'payout', confidence: 'possible', payout: '1234567.2611.03' }) // prettier-ignore
    expect(untold('1234567.2611.03', 'Iemand anders')).toBeNull()
    expect(untold('zonder kenmerk', 'Stichting Mollie Payments')).toBeNull()
  })

  it('is a sum of fourteen invoices at most, and of one set of them', () => {
    const many = Array.from({ length: 16 }, (_, i) => invoice(i + 1, 2 ** i))
    expect(onlySum(many, 2 ** 13 + 1, DAY)?.map(({ sequence }) => sequence)).toEqual([1, 14])
    expect(onlySum(many, 2 ** 14, DAY)).toBeNull()
    expect(onlySum(many, 2 ** 14 - 1, DAY)).toHaveLength(14)
    expect(onlySum([], 0, DAY)).toBeNull()
    expect(onlySum([invoice(1, 100)], 50, DAY)).toBeNull()
  })

  it('is looked for by what each invoice comes to, computed once', () => {
    let asked = 0
    const many = Array.from({ length: 14 }, (_, i) => ({
      ...invoice(i + 1, 2 ** i),
      get beside() {
        asked++
        return undefined
      },
    })) as unknown as KnownInvoice[]
    expect(onlySum(many, 2 ** 14 - 1, DAY)).toHaveLength(14)
    expect(asked).toBe(14)
  })

  it('is divided over what is open, the oldest first, and what is over stays with the last', () => {
    const amounts = (amount: number) => divide([invoice(1, -50), invoice(2, 100), invoice(3, 0), invoice(4, 30), invoice(5, 9)], amount, DAY).map((part) => [part.invoice_id, part.amount]) // prettier-ignore
    expect([amounts(100), amounts(110), amounts(200)]).toEqual([[[2, 100]], [[2, 100], [4, 10]], [[2, 100], [4, 30], [5, 70]]]) // prettier-ignore
    expect(amounts(0)).toEqual([])
  })
})
