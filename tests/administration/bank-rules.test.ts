import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divide, onlySum, propose } from '../../src/administration/bank/matching.rules.ts'
import type { EntryFacts, Known, KnownInvoice, KnownPayment } from '../../src/administration/bank/matching.types.ts'
import { namesAgree } from '../../src/administration/bank/names.rules.ts'
import { listedNumbersIn } from '../../src/administration/bank/numbers.rules.ts'

const invoice = (sequence: number, open: number, more: Partial<KnownInvoice> = {}): KnownInvoice => ({
  ...{ id: sequence, uid: `F2026-${String(sequence).padStart(4, '0')}`, year: 2026, sequence, open, total: open },
  ...{ customer: 'company-1', name: 'Zorggroep De Linde', invoice_date: '2026-10-01', isClosed: false },
  ...more,
})

const knowing = (
  invoices: KnownInvoice[],
  more: { ibans?: Record<string, string[]>; payments?: KnownPayment[] } = {},
): Known => ({
  invoices,
  byNumber: (year, sequence) => invoices.find((one) => one.year === year && one.sequence === sequence),
  customersOf: (iban) => more.ibans?.[iban] ?? [],
  openOf: (customer) => invoices.filter((one) => one.customer === customer && one.open > 0),
  withOpen: (amount) => invoices.filter((one) => one.open === amount),
  paymentsOf: (id) => (more.payments ?? []).filter((payment) => payment.invoice_id === id),
  paymentsFrom: (iban, end) =>
    (more.payments ?? []).filter((one) => (iban !== null && one.counter_iban === iban) || (end !== null && one.end_to_end === end)), // prettier-ignore
  payouts: [{ id: '1', reference: 'PO-4471', amount: 24_310, text: '3 betalingen' }],
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
    expect(said(entry(24_311, 'Uitbetaling PO-4471'), knowing([]))).toBeNull()
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
    expect(onlySum([invoice(1, 100), invoice(2, 100)], 100)).toBeNull()
    expect(onlySum([invoice(1, 100), invoice(2, 200), invoice(3, 400)], 500)).toHaveLength(2)
    expect(divide([invoice(1, -100)], 50)).toEqual([])
  })
})
