import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Booking, TheirEntry, TheirItem } from '../../src/administration/books/accounting/types.ts'
import {
  MOST_ATTEMPTS,
  bookingOf,
  debtorOf,
  differencesOf,
  isSame,
  pauseAfter,
  problemsOf,
  withDetails,
} from '../../src/administration/books/accounting/bookings/bookings.rules.ts'
import type { Choices, Ours } from '../../src/administration/books/accounting/settings/choices.queries.ts'
import { paidThere, receivedThere } from '../../src/administration/books/accounting/charges/open-charges.rules.ts'
import { likelyChoices } from '../../src/administration/books/accounting/settings/likely-choices.rules.ts'
import type { InvoiceEntry } from '../../src/administration/books/ledger/index.ts'
import { BUYER, line, said } from './snapshot-support.ts'

const turnover = (amount: number, vat: number, more: object = {}) => ({ kind: 'turnover' as const, ledger_account_id: 8000, tax_type_id: 1, tax_type: '21% btw', tax: '21.00', amount, vat, ...more }) // prettier-ignore
const snapshot = said([line('BHV', '1', '100', '21')], { number: 'F2026-0001' })
const entry = (
  more: Partial<InvoiceEntry> = {},
): InvoiceEntry & { company_id: number | null; contact_id: number | null } => ({
  // prettier-ignore
  ...{ id: 7, snapshot, lacking: [], company_id: 3, contact_id: null },
  lines: [
    { ...turnover(12_100, 0), kind: 'debtors', ledger_account_id: 1300, tax_type_id: null, tax_type: null },
    turnover(-10_000, -2_100),
    { ...turnover(-2_100, 0), kind: 'vat' },
  ],
  ...more,
})
const choices: Choices = { vat: new Map([[1, 'VH']]), account: new Map([[8000, 'A-8000']]), payment_condition: new Map([[2, 'P30']]) } // prettier-ignore
const accounts = new Map([[8000, '8000 Omzet']])

describe('what keeps an invoice from the books', () => {
  const problems = (
    more: Parameters<typeof entry>[0] & { company_id?: null; contact_id?: number } = {},
    chosen: Partial<Choices> = {},
  ) =>
    // prettier-ignore
    problemsOf({ ...entry(), ...more }, { ...choices, ...chosen }, accounts)

  it('is nothing where all was chosen', () => expect(problems()).toEqual([]))

  it('is what has no account here, once each, mended at the rules', () => {
    expect(problems({ lacking: ['Kies een rekening.', 'Kies een rekening.'] })).toEqual([
      { text: 'Kies een rekening.', href: '/settings/?tab=ledger-rules', label: 'Boekingsregels' },
    ])
  })

  it('is a customer without a number, mended where the customer is', () => {
    const unknown = { snapshot: { ...snapshot, buyer: { ...BUYER, client_id: null } } }
    const problem = { text: 'Klant B.V. heeft geen debiteurnummer.', label: 'Klant' }
    expect(problems(unknown)).toEqual([{ ...problem, href: '/company/edit/3' }])
    expect(problems({ ...unknown, company_id: null, contact_id: 4 })).toEqual([{ ...problem, href: '/contact/edit/4' }])
  })

  it('is that it says no amount', () => {
    expect(problems({ lines: [] })).toEqual([{ text: 'Er staat geen bedrag op.', href: '/administration/invoice/view/7', label: 'Factuur' }]) // prettier-ignore
  })

  it('is what was not chosen there, of each kind once', () => {
    const both = { lines: [turnover(-1, 0), turnover(-2, 0), turnover(-3, 0, { ledger_account_id: 9 })] }
    const link = { href: '/accounting/choices', label: 'Koppelen' }
    expect(problems(both, { vat: new Map(), account: new Map() })).toEqual([
      { text: 'Kies de btw-code voor 21% btw.', ...link },
      { text: 'Kies de rekening voor 8000 Omzet.', ...link },
      { text: 'Kies de rekening voor een grootboekrekening.', ...link },
    ])
    expect(problems({ lines: [turnover(-1, 0, { ledger_account_id: null, tax_type_id: null })] })).toEqual([])
  })
})

describe('an invoice as a package gets it', () => {
  const asked = { debtor: 'D-1', journal: '70', payment_condition_id: 2 }

  it('says its turnover the other way round, by what was chosen there', () => {
    expect(bookingOf(entry(), choices, asked)).toEqual({
      ...{ number: 'F2026-0001', date: '2026-11-21', due: '2026-12-21', description: 'PO-4711', isCredit: false },
      ...{ debtor: 'D-1', journal: '70', condition: 'P30', total: 12_100 },
      lines: [{ amount: 10_000, vat: 2_100, account: 'A-8000', vatCode: 'VH', description: '21% btw' }],
    })
  })

  it('is described by who buys without a reference, and is a credit below zero', () => {
    const credit = entry({ snapshot: { ...snapshot, reference: null, total: -12_100 }, lines: [turnover(10_000, 2_100)] }) // prettier-ignore
    const made = bookingOf(credit, choices, { ...asked, payment_condition_id: 9 })
    expect(made).toMatchObject({ description: 'Klant B.V.', isCredit: true, condition: null, total: -12_100 })
    expect(made.lines).toMatchObject([{ amount: -10_000, vat: -2_100 }])
    expect(bookingOf(entry({ snapshot: { ...snapshot, total: 0 } }), choices, asked).isCredit).toBe(false)
    expect(Object.is(bookingOf(entry({ lines: [turnover(0, 0)] }), choices, asked).lines[0]!.vat, 0)).toBe(true)
  })

  it('is for who it says itself', () => {
    expect(debtorOf(entry())).toEqual({
      ...{ client_id: 10_001, name: 'Klant B.V.', isCompany: true, vat_id: 'NL123456782B90', coc_no: '55505201' },
      ...{ street: 'Japiksestraat 1', postal_code: '5611 AA', city: 'Eindhoven', country_code: 'NL' },
    })
    const nowhere = { ...BUYER, street: null, street_no: null, postal_code: null, city: null }
    expect(debtorOf(entry({ snapshot: { ...snapshot, buyer: nowhere } }))).toMatchObject({ street: '', postal_code: '', city: '' }) // prettier-ignore
  })
})

describe('what differs of an invoice that is here and there', () => {
  const ours = (lines: [string, number, number][], more: Partial<Booking> = {}): Booking => ({
    ...bookingOf(entry(), choices, { debtor: 'D-1', journal: '70', payment_condition_id: 2 }),
    lines: lines.map(([vatCode, amount, vat]) => ({ vatCode, amount, vat, account: 'A', description: '' })),
    ...more,
  })
  const theirs = (lines: [string, number][], more: Partial<TheirEntry> = {}): TheirEntry => ({
    ...{ id: 'x', number: 'F2026-0001', date: '2026-11-21', debtor: 'D-1', total: 12_100 },
    lines: lines.map(([vatCode, amount]) => ({ vatCode, amount })),
    ...more,
  })
  const money = (cents: number) => `€ ${cents / 100}`
  const told = (here: Booking, there: TheirEntry, inclusive = false) => differencesOf(here, there, { inclusive, money })

  it('is nothing where codes and amounts are the same, however they are divided', () => {
    expect(
      told(
        ours([['VH', 10_000, 2_100]]),
        theirs([
          ['VH', 6_000],
          ['VH', 4_000],
        ]),
      ),
    ).toEqual([])
    expect(told(ours([['VL', 100, 9], ['VH', 10_000, 2_100], ['V0', 0, 0]]), theirs([['VH', 10_000], ['VL', 100]]))).toEqual([]) // prettier-ignore
    expect(told(ours([['VH', 10_000, 2_100]]), theirs([['VH', 12_100]]), true)).toEqual([])
    expect(isSame(ours([['VH', 10_000, 2_100]]), theirs([['VH', 10_000]]), false)).toBe(true)
    expect(isSame(ours([['VH', 10_000, 2_100]]), theirs([['VH', 10_000]]), true)).toBe(false)
  })

  it('is the amount, told once where the codes are the same', () => {
    expect(told(ours([['VH', 10_000, 0]]), theirs([['VH', 9_000]], { total: 11_000 }))).toEqual([{ field: 'amount', here: '€ 121', there: '€ 110' }]) // prettier-ignore
  })

  it('is the VAT: another code, or another share of the same total', () => {
    expect(told(ours([['VH', 10_000, 0]]), theirs([['VL', 10_000]]))).toEqual([{ field: 'vat', here: 'VH: € 100', there: 'VL: € 100' }]) // prettier-ignore
    expect(told(ours([['VH', 10_000, 0], ['VL', 500, 0]]), theirs([['VH', 9_000], ['VL', 1_500]]))).toEqual([{ field: 'vat', here: 'VH: € 100; VL: € 5', there: 'VH: € 90; VL: € 15' }]) // prettier-ignore
    expect(told(ours([['VH', 100, 0]]), theirs([['VL', 90]], { total: 1 })).map(({ field }) => field)).toEqual(['amount', 'vat']) // prettier-ignore
  })

  it('is the debtor', () => {
    expect(told(ours([['VH', 1, 0]]), theirs([['VH', 1]], { debtor: 'D-2' }))).toEqual([{ field: 'debtor', here: 'D-1', there: 'D-2' }]) // prettier-ignore
  })
})

describe('another attempt', () => {
  it('waits longer each time, to a quarter of an hour', () => {
    expect([0, 1, 3, 9].map(pauseAfter)).toEqual([1_000, 2_000, 8_000, 512_000])
    fc.assert(
      fc.property(fc.nat(2_000), (attempts) => {
        expect(pauseAfter(attempts + 1)).toBeGreaterThanOrEqual(pauseAfter(attempts))
        expect(pauseAfter(attempts)).toBeLessThanOrEqual(900_000)
      }),
    )
    expect([pauseAfter(10), pauseAfter(5_000), MOST_ATTEMPTS]).toEqual([900_000, 900_000, 10])
  })

  it('has what was refused beside what was said', () => {
    const row = { provider: 'Exact', errorCode: '400', message: 'Nee', details: '' }
    expect(withDetails(row, 'F2026-0001')).toEqual({ ...row, details: 'F2026-0001' })
  })
})

describe('what is likely meant there', () => {
  const none: Choices = { vat: new Map(), account: new Map(), payment_condition: new Map() }
  const ours = (of: Partial<Record<keyof Choices, Ours[]>>) => ({ vat: [], account: [], payment_condition: [], ...of })
  const there = (kind: TheirItem['kind'], their_id: string, more: Partial<TheirItem> = {}): TheirItem => ({ kind, their_id, code: '', label: '', percentage: null, days: null, ...more }) // prettier-ignore
  const high: Ours = { id: 1, label: 'Hoog', percentage: '21.00' }

  it('is VAT with the same percentage, accounts with the same code, conditions with the same days', () => {
    const found = likelyChoices(
      ours({ vat: [high], account: [{ id: 8, label: 'Omzet', code: '8000' }], payment_condition: [{ id: 2, label: '30', days: 30 }] }), // prettier-ignore
      [
        there('vat', 'VH', { percentage: '21' }),
        there('vat', 'V0'),
        there('account', 'A', { code: '8000' }),
        there('account', 'B', { code: '8010' }),
        there('payment_condition', 'P', { days: 30 }),
        there('payment_condition', 'Q', { days: 14 }),
        there('journal', 'J', { code: '8000', days: 30, percentage: '21' }),
      ],
      none,
    )
    expect(found).toEqual([
      { kind: 'vat', id: 1, their_id: 'VH' },
      { kind: 'account', id: 8, their_id: 'A' },
      { kind: 'payment_condition', id: 2, their_id: 'P' },
    ])
  })

  it('is nothing where more than one is like it, none is, or it was chosen', () => {
    const two = [there('vat', 'VH', { percentage: '21' }), there('vat', 'VI', { percentage: '21.0' })]
    expect(likelyChoices(ours({ vat: [high] }), two, none)).toEqual([])
    expect(likelyChoices(ours({ vat: [high] }), [], none)).toEqual([])
    expect(likelyChoices(ours({ vat: [high] }), two.slice(0, 1), { ...none, vat: new Map([[1, 'x']]) })).toEqual([])
  })

  it('is never VAT of nothing, which has many kinds', () => {
    const zero = [there('vat', 'V0', { percentage: '0' }), there('vat', 'VX', { percentage: null })]
    const free = [{ id: 3, label: 'Vrij', percentage: '0.00' }, { id: 4, label: 'Geen', percentage: null }, { id: 5, label: 'Niets' }] // prettier-ignore
    expect(likelyChoices(ours({ vat: free }), zero.slice(0, 1), none)).toEqual([])
    expect(likelyChoices(ours({ vat: free }), zero.slice(1), none)).toEqual([])
    expect(likelyChoices(ours({ payment_condition: [{ id: 2, label: 'Direct', days: 0 }] }), [there('payment_condition', 'P', { days: 0 })], none)).toHaveLength(1) // prettier-ignore
  })
})

describe('what came in there and not here, of an invoice with what is booked beside it', () => {
  const cents = fc.integer({ min: 0, max: 20_000 })
  it('is what more was paid there than here, however it was divided there', () => {
    fc.assert(
      fc.property(fc.tuple(cents, cents, cents, cents, cents), ([total, costs, principal, onInvoice, onCosts]) => {
        const here = { open: total - Math.min(principal, total), paidBeside: costs }
        const there = { total, there: { open: total - onInvoice, paidOn: null } }
        const beside = costs === 0 ? [] : [{ total: costs, there: { open: costs - onCosts, paidOn: null } }]
        const paidThere = Math.min(total + costs, onInvoice + (costs === 0 ? 0 : onCosts))
        const more = Math.max(0, paidThere - costs - (total - here.open))
        expect(receivedThere(here, there, beside)).toEqual({ amount: more, paidOn: null, doubt: null })
      }),
    )
  })

  it('is no more than is certain where nobody knows of what is beside it, which is doubted where it would matter', () => {
    const of = (doubts: ('missing' | number)[], paidBeside = 4_000) =>
      receivedThere(
        { open: 6_100, paidBeside },
        { total: 12_100, there: { open: 0, paidOn: '2026-11-01' } },
        doubts.map((one) => ({ total: 4_000, there: one === 'missing' ? { doubt: 'missing' } : { open: one, paidOn: '2026-11-03' } })), // prettier-ignore
      )
    expect(of(['missing'])).toEqual({ amount: 2_100, paidOn: '2026-11-01', doubt: 'missing' })
    expect(of([0])).toEqual({ amount: 6_100, paidOn: '2026-11-01', doubt: null })
    // Not booked there yet, so that nobody can have paid it there.
    expect(of([])).toMatchObject({ amount: 2_100, doubt: null })
    // Let go, and not taken back there yet.
    expect(of([4_000], 0)).toMatchObject({ amount: 2_100, doubt: null })
  })

  it('is of the day of the invoice itself where that explains it, and of the last of all documents otherwise', () => {
    const K1 = { total: 4_000, there: { open: 0, paidOn: '2026-11-09' } }
    const dayOf = (here: number, open: number, paidOn: string | null, beside = [K1]) =>
      receivedThere({ open: here, paidBeside: 4_000 }, { total: 12_100, there: { open, paidOn } }, beside)
    // Costs that were paid here are only known there later.
    expect(dayOf(6_100, 0, '2026-11-01')).toMatchObject({ amount: 6_100, paidOn: '2026-11-01' })
    expect(dayOf(6_100, 2_000, null)).toMatchObject({ amount: 4_100, paidOn: null })
    // More was paid on the costs than they come to.
    const more = { total: 4_000, there: { open: -1_000, paidOn: '2026-11-09' } }
    expect(dayOf(6_100, 0, '2026-11-01', [more])).toMatchObject({ amount: 6_100, paidOn: '2026-11-01' })
    expect(dayOf(6_100, 500, '2026-11-01', [more])).toMatchObject({ amount: 6_100, paidOn: '2026-11-09' })
    expect(dayOf(12_100, 12_100, null, [more])).toMatchObject({ amount: 1_000, paidOn: '2026-11-09' })
  })

  it('goes back by none of the answers by which it was taken over, whatever else was paid here', () => {
    const there = fc.oneof(
      { weight: 5, arbitrary: fc.integer({ min: -9_000, max: 20_000 }).map((open) => ({ open, paidOn: null })) },
      { weight: 1, arbitrary: fc.constant({ doubt: 'missing' as const }) },
    )
    const documents = fc.array(fc.record({ total: fc.integer({ min: -4_000, max: 8_000 }), there }), { maxLength: 4 })
    const open = fc.integer({ min: -9_000, max: 20_000 })
    fc.assert(
      fc.property(fc.tuple(cents, cents, cents, open, documents), ([total, other, paidBeside, open, beside]) => {
        const invoice = { total, there: { open, paidOn: null } }
        const here = { open: Math.max(0, total - other), paidBeside }
        const { amount } = receivedThere(here, invoice, beside)
        const paid = paidThere(here, invoice, beside)
        // As if all that was paid here came from there.
        if (amount > 0 && paid !== null) expect(paid).toBeGreaterThanOrEqual(total - here.open + amount)
        expect(paid === null).toBe(beside.some(({ there }) => 'doubt' in there))
      }),
      { numRuns: 500 },
    )
  })

  it('is still paid there by what went to costs beyond those that were paid here, and by nothing that is in doubt', () => {
    const invoice = (open: number) => ({ total: 12_100, there: { open, paidOn: null } })
    const beside = (total: number, open: number) => ({ total, there: { open, paidOn: null } })
    // A payment by hand was removed here, and its costs are not yet taken away there.
    expect(paidThere({ paidBeside: 0 }, invoice(12_100), [beside(4_000, 0), beside(-4_000, -4_000)])).toBe(4_000)
    expect(paidThere({ paidBeside: 4_000 }, invoice(12_100), [beside(4_000, -1_000)])).toBe(1_000)
    // Costs were paid here since, and are open there until the bookkeeper knows of it.
    expect(paidThere({ paidBeside: 4_000 }, invoice(6_100), [beside(4_000, 4_000)])).toBe(6_000)
    expect(paidThere({ paidBeside: 4_000 }, invoice(6_100), [])).toBe(6_000)
    // They account for no more than themselves where the invoice is open again.
    expect(paidThere({ paidBeside: 4_000 }, invoice(4_000), [beside(4_000, 0)])).toBe(8_100)
    expect(paidThere({ paidBeside: 0 }, invoice(12_100), [{ total: 4_000, there: { doubt: 'unproven' } }])).toBeNull()
    expect(paidThere({ paidBeside: 0 }, { total: 12_100, there: { doubt: 'amount' } }, [])).toBeNull()
  })
})
