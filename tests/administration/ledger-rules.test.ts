import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { besideEntry } from '../../src/administration/books/ledger/charges.rules.ts'
import type { InvoiceEntry } from '../../src/administration/books/ledger/entries.queries.ts'
import {
  EXPORT_HEAD,
  besideRows,
  dutchCents,
  exportRows,
  periodSums,
} from '../../src/administration/books/ledger/export.rules.ts'
import {
  type PostedLine,
  type PostingRule,
  MOST_DAYS,
  entryOf,
  ruleProblem,
  turnoverOf,
} from '../../src/administration/books/ledger/ledger.rules.ts'
import { totalsOf } from '../../src/administration/catalogue/prices/index.ts'
import { line as sold, said } from './snapshot-support.ts'

const rule = (kind: PostingRule['kind'], ledger_account_id: number, of: Partial<PostingRule> = {}): PostingRule => ({
  kind,
  product_id: null,
  category_id: null,
  tax_type_id: null,
  ledger_account_id,
  ...of,
})
const [HIGH, LOW, EXEMPT] = [1, 2, 4]
const RULES = [
  rule('debtors', 1300),
  rule('vat', 1500, { tax_type_id: HIGH }),
  rule('vat', 1501, { tax_type_id: LOW }),
  rule('turnover', 8000, { tax_type_id: HIGH }),
  rule('turnover', 8010, { tax_type_id: LOW }),
  rule('turnover', 8030, { tax_type_id: EXEMPT }),
  rule('turnover', 8110, { category_id: 7 }),
]
const RATES: Record<number, string> = { [HIGH]: '21.00', [LOW]: '9.00', [EXEMPT]: '0.00' }
const line = (tax_type_id: number, amount: number, more: Partial<PostedLine> = {}): PostedLine => ({
  product_id: null,
  category_id: null,
  tax_type_id,
  tax_type: `Btw ${tax_type_id}`,
  tax: RATES[tax_type_id]!,
  taxes_included: false,
  amount,
  ...more,
})
const totals = (lines: PostedLine[]) => {
  const { base, vat } = totalsOf(
    lines.map((one) => ({
      tax: String(one.tax_type_id),
      rate: one.tax,
      taxes_included: one.taxes_included,
      amount: BigInt(one.amount),
    })),
  )
  return { base: Number(base), vat: Number(vat) }
}
const entry = (lines: PostedLine[], rules = RULES) => entryOf(lines, totals(lines), rules)
const of = (made: ReturnType<typeof entry>) => made.lines.map((one) => [one.ledger_account_id, one.amount])

const lines = fc.array(
  fc.record({
    tax: fc.constantFrom(HIGH, LOW, EXEMPT),
    amount: fc.integer({ min: -50_000, max: 2_000_000 }),
    taxes_included: fc.boolean(),
    category_id: fc.constantFrom(null, 7, 8),
  }),
  { minLength: 1, maxLength: 12 },
)
const asLines = (told: { tax: number; amount: number; taxes_included: boolean; category_id: number | null }[]) =>
  told.map(({ tax, amount, ...more }) => line(tax, amount, more))

describe('the entry of an invoice', () => {
  it('is what the customer owes against turnover per account and VAT', () => {
    const made = entry([line(HIGH, 10_000), line(LOW, 2_000, { category_id: 7 }), line(EXEMPT, 5_000)])
    expect(of(made)).toEqual([
      [1300, 19_280],
      [8000, -10_000],
      [8110, -2_000],
      [8030, -5_000],
      [1500, -2_100],
      [1501, -180],
    ])
    expect(made.lacking).toEqual([])
  })

  it('balances, and each side is the invoice to the cent', () => {
    fc.assert(
      fc.property(lines, (told) => {
        const own = asLines(told)
        const { base, vat } = totals(own)
        const made = entry(own)
        const sum = (kind: string, what: 'amount' | 'vat' = 'amount') =>
          made.lines.filter((one) => one.kind === kind).reduce((all, one) => all + one[what], 0)
        expect(sum('debtors') + sum('turnover') + sum('vat')).toBe(0)
        expect([sum('debtors'), sum('turnover'), sum('vat')]).toEqual([base + vat, 0 - base, 0 - vat])
        expect(sum('turnover', 'vat')).toBe(0 - vat)
      }),
    )
  })

  it('is turned around by its credit, line by line', () => {
    fc.assert(
      fc.property(lines, (told) => {
        const own = asLines(told)
        const turned = own.map((one) => ({ ...one, amount: 0 - one.amount }))
        const sides = (made: ReturnType<typeof entry>, sign: 1 | -1) =>
          made.lines.map((one) => [one.kind, one.ledger_account_id, 0 + sign * one.amount, 0 + sign * one.vat])
        // Of a document that comes to nothing neither is the credit.
        fc.pre(totals(own).base + totals(own).vat !== 0)
        expect(sides(entry(turned), -1)).toEqual(sides(entry(own), 1).map((row) => row.map((v) => (v === 0 ? 0 : v))))
      }),
    )
  })

  it('says what has no account yet instead of leaving it out', () => {
    const made = entry([line(HIGH, 10_000)], [rule('debtors', 1300)])
    expect(of(made)).toEqual([[1300, 12_100], [null, -10_000], [null, -2_100]]) // prettier-ignore
    expect(made.lacking).toEqual([
      'Kies op welke grootboekrekening omzet met Btw 1 komt.',
      'Kies op welke grootboekrekening de btw van Btw 1 komt.',
    ])
  })

  it('refuses lines that are not those of the invoice', () => {
    expect(() => entryOf([line(HIGH, 10_000)], { base: 9_999, vat: 2_100 }, RULES)).toThrow(RangeError)
  })
})

describe('the account of turnover', () => {
  it('is that of the product, else of its category, else of the VAT type', () => {
    const own = { product_id: 3, category_id: 7, tax_type_id: LOW }
    const narrow = [
      rule('turnover', 8120, { product_id: 3 }),
      rule('turnover', 8121, { product_id: 3, tax_type_id: LOW }),
      rule('turnover', 8111, { category_id: 7, tax_type_id: LOW }),
    ]
    expect(turnoverOf([...RULES, ...narrow], own)).toBe(8121)
    expect(turnoverOf([...RULES, ...narrow], { ...own, tax_type_id: HIGH })).toBe(8120)
    expect(turnoverOf([...RULES, ...narrow], { ...own, product_id: 4 })).toBe(8111)
    expect(turnoverOf(RULES, { ...own, category_id: null })).toBe(8010)
    expect(turnoverOf([], own)).toBeNull()
  })
})

describe('a rule of the ledger', () => {
  const problem = (kind: PostingRule['kind'], product: boolean, category: boolean, tax: boolean) =>
    ruleProblem({ kind, product_id: product ? 3 : null, category_id: category ? 7 : null, tax_type_id: tax ? LOW : null })?.field ?? null // prettier-ignore

  it('is about turnover by product or category, VAT by its type, and debtors as a whole', () => {
    for (const [product, category, tax] of [
      [true, false, true],
      [false, true, true],
      [false, false, true],
      [false, false, false],
      [true, false, false],
    ] as const)
      // prettier-ignore
      expect(problem('turnover', product, category, tax)).toBeNull()
    expect([problem('vat', false, false, true), problem('debtors', false, false, false)]).toEqual([null, null])
    expect(problem('turnover', true, true, false)).toBe('category_id')
    expect([problem('vat', true, false, true), problem('vat', false, true, true), problem('debtors', true, false, false)]).toEqual(['product_id', 'category_id', 'product_id']) // prettier-ignore
    expect([problem('vat', false, false, false), problem('debtors', false, false, true)]).toEqual(['tax_type_id', 'tax_type_id']) // prettier-ignore
  })

  it('that cannot be says why, in Dutch', () => {
    const of = (rule: Partial<PostingRule>) => ruleProblem({ kind: 'turnover', product_id: null, category_id: null, tax_type_id: null, ...rule })?.message // prettier-ignore
    expect(of({ product_id: 3, category_id: 7 })).toBe('Kies een product of een categorie, niet allebei.')
    expect(of({ kind: 'debtors', product_id: 3 })).toBe('Dit geldt alleen voor omzet.')
    expect(of({ kind: 'vat' })).toBe('Kies een btw-soort.')
    expect(of({ kind: 'debtors', tax_type_id: 1 })).toBe('Wat klanten schuldig zijn, heeft geen btw-soort.')
    expect(of({ kind: 'costs', tax_type_id: 1 })).toBe('Ontvangen incassokosten hebben geen btw-soort.')
    expect(of({ kind: 'interest', category_id: 3 })).toBe('Dit geldt alleen voor omzet.')
  })
})

describe('the entry of an invoice, line by line', () => {
  it('has VAT that is nothing on no line, and shares what it is over accounts', () => {
    const made = entry([line(HIGH, 1_000), line(HIGH, 2_001, { category_id: 7 }), line(HIGH, 1_000), line(EXEMPT, 0)])
    expect(made.lines).toEqual([
      { kind: 'debtors', ledger_account_id: 1300, tax_type_id: null, tax_type: null, tax: null, amount: 4_841, vat: 0 },
      { kind: 'turnover', ledger_account_id: 8000, tax_type_id: HIGH, tax_type: 'Btw 1', tax: '21.00', amount: -2_000, vat: -420 }, // prettier-ignore
      { kind: 'turnover', ledger_account_id: 8110, tax_type_id: HIGH, tax_type: 'Btw 1', tax: '21.00', amount: -2_001, vat: -420 }, // prettier-ignore
      { kind: 'vat', ledger_account_id: 1500, tax_type_id: HIGH, tax_type: 'Btw 1', tax: '21.00', amount: -840, vat: 0 }, // prettier-ignore
    ])
  })

  it('gives a cent of VAT that is left to the account with the largest rest, of equal ones the first', () => {
    const vats = (...amounts: [number, number | null][]) =>
      entry(amounts.map(([amount, category_id]) => line(HIGH, amount, { category_id })))
        .lines.filter(({ kind }) => kind === 'turnover')
        .map(({ vat }) => 0 - vat)
    expect(vats([2, null], [3, 7])).toEqual([0, 1])
    expect(vats([3, null], [2, 7])).toEqual([1, 0])
    expect(vats([2, null], [2, 7])).toEqual([1, 0])
  })

  it('is turned around by its credit also where a cent of VAT could go to either account', () => {
    const vats = (sign: 1 | -1) => entry([line(HIGH, sign * 2), line(HIGH, sign * 2, { category_id: 7 })]).lines.map(({ amount, vat }) => [amount, vat]) // prettier-ignore
    expect(vats(1)).toEqual([[5, 0], [-2, -1], [-2, 0], [-1, 0]]) // prettier-ignore
    expect(vats(-1)).toEqual([[-5, 0], [2, 1], [2, 0], [1, 0]]) // prettier-ignore
  })

  it('keeps VAT where accounts cancel out, and an invoice of nothing owes nothing', () => {
    const made = entry([line(HIGH, 1_000), line(HIGH, -1_000, { category_id: 7 }), line(LOW, 500)])
    expect(made.lines.filter(({ kind }) => kind === 'turnover').map(({ amount, vat }) => [amount, vat])).toEqual([[-1_000, 0], [1_000, 0], [-500, -45]]) // prettier-ignore
    expect(entry([]).lines).toMatchObject([{ kind: 'debtors', amount: 0 }])
    expect(entry([], []).lacking).toEqual(['Kies op welke grootboekrekening komt wat klanten schuldig zijn.'])
  })

  it('says once what has no account, and the same of a credit', () => {
    const lines = [line(HIGH, 1_000, { category_id: 8 }), line(HIGH, 1_000)]
    const rules = [rule('debtors', 1300), rule('vat', 1500, { tax_type_id: HIGH })]
    expect(entry(lines, rules).lacking).toEqual(['Kies op welke grootboekrekening omzet met Btw 1 komt.'])
    expect(entry(lines.map((one) => ({ ...one, amount: -one.amount })), rules).lacking).toEqual(entry(lines, rules).lacking) // prettier-ignore
  })

  it('divides VAT as its accounts are, also where one of them goes the other way', () => {
    const shares = (...amounts: [number, number][]) =>
      entry(amounts.map(([amount, category_id]) => line(HIGH, amount, { category_id })), RULES.concat([1, 2, 3].map((id) => rule('turnover', 8_200 + id, { category_id: id })))) // prettier-ignore
        .lines.filter(({ kind }) => kind === 'turnover')
        .map(({ vat }) => 0 - vat)
    expect(shares([10_003, 1], [-1_001, 2])).toEqual([2_100, -210])
    expect(shares([10_006, 1], [-1_004, 2])).toEqual([2_101, -211])
    expect(shares([-1_004, 2], [10_006, 1])).toEqual([-211, 2_101])
    expect(shares([3, 1], [3, 2], [3, 3])).toEqual([1, 1, 0])
    expect(shares([1, 1], [1, 2], [1, 3])).toEqual([1, 0, 0])
  })

  it('tells apart what one kind of VAT was before and after its rate changed', () => {
    const made = entry([line(LOW, 10_000, { tax: '6.00' }), line(LOW, 10_000), line(HIGH, 10_000)])
    expect(made.lines.filter(({ kind }) => kind === 'vat').map(({ tax, amount }) => [tax, amount])).toEqual([['6.00', -600], ['9.00', -900], ['21.00', -2_100]]) // prettier-ignore
    expect(made.lines.filter(({ kind }) => kind === 'turnover').map(({ tax, amount, vat }) => [tax, amount, vat])).toEqual([['6.00', -10_000, -600], ['9.00', -10_000, -900], ['21.00', -10_000, -2_100]]) // prettier-ignore
  })

  it('has the account of its own kind, whatever else has one for the same VAT', () => {
    const rules = [rule('turnover', 8_000, { tax_type_id: HIGH }), rule('vat', 1_500, { tax_type_id: HIGH }), rule('turnover', 8_999), rule('debtors', 1_300)] // prettier-ignore
    expect(entry([line(HIGH, 100)], rules).lines.map(({ ledger_account_id }) => ledger_account_id)).toEqual([1_300, 8_000, 1_500]) // prettier-ignore
  })

  it('refuses a total whose VAT is another', () => {
    expect(() => entryOf([line(HIGH, 10_000)], { base: 10_000, vat: 2_101 }, RULES)).toThrow('the lines do not come to what the invoice says') // prettier-ignore
    expect(MOST_DAYS).toBe(550)
  })
})

describe('the file of sales entries', () => {
  const names = new Map([
    [1300, { code: '1300', name: 'Debiteuren' }],
    [8000, { code: '8000', name: 'Omzet' }],
    [1500, { code: '1500', name: 'Btw' }],
  ])
  const snapshot = said([sold('BHV', '1', '100', '21')], { number: 'F2026-0001' })
  const booked = (more: Partial<InvoiceEntry> = {}): InvoiceEntry => ({ id: 1, snapshot, ...entry([line(HIGH, 10_000)]), ...more }) // prettier-ignore
  const HEAD = ['Verkoop', 'F2026-0001', '21-11-2026', '21-12-2026', '10001', 'Klant B.V.', 'PO-4711']

  it('has amounts that spreadsheets in Dutch read', () => {
    expect([dutchCents(123_450), dutchCents(5), dutchCents(0)]).toEqual(['1234,50', '0,05', '0,00'])
  })

  it('has a row for each line, debit or credit, under its heads', () => {
    expect(exportRows(booked(), names)).toEqual([
      [...HEAD, '1300', 'Debiteuren', '', '', '121,00', ''],
      [...HEAD, '8000', 'Omzet', 'Btw 1', '21', '', '100,00'],
      [...HEAD, '1500', 'Btw', 'Btw 1', '21', '', '21,00'],
    ])
    expect(EXPORT_HEAD).toEqual(['Dagboek', 'Factuurnummer', 'Factuurdatum', 'Vervaldatum', 'Debiteurnummer', 'Debiteur', 'Referentie', 'Grootboekrekening', 'Naam rekening', 'Btw-soort', 'Btw-percentage', 'Debet', 'Credit']) // prettier-ignore
  })

  it('says what has no account, no number and no reference, and leaves out what is nothing', () => {
    const bare = { ...snapshot, reference: null, buyer: { ...snapshot.buyer, client_id: null } }
    const [debtors, turnover] = booked().lines
    const rows = exportRows(booked({ snapshot: bare, lines: [{ ...turnover!, ledger_account_id: null, tax: '6.50' }, { ...debtors!, ledger_account_id: 9 }, { ...turnover!, amount: 0 }] }), names) // prettier-ignore
    expect(rows.map((row) => row.slice(4))).toEqual([
      ['', 'Klant B.V.', '', '', 'Nog geen grootboekrekening', 'Btw 1', '6,5', '', '100,00'],
      ['', 'Klant B.V.', '', '', 'Nog geen grootboekrekening', '', '', '121,00', ''],
    ])
  })

  it('comes to sums per account, in the order of their codes', () => {
    const sums = periodSums(names)
    sums.add(booked({ lacking: ['Kies.', 'Kies ook.'] }))
    sums.add(booked({ lacking: ['Kies.'] }))
    const [debtors] = booked().lines
    sums.add(booked({ lacking: [], lines: [{ ...debtors!, amount: -100 }] }))
    expect(sums.sum()).toEqual({
      ...{ invoices: 3, beside: 0, base: 30_000, vat: 6_300, total: 36_300, lacking: ['Kies.', 'Kies ook.'] },
      accounts: [
        { code: '1300', name: 'Debiteuren', debit: 24_200, credit: 100 },
        { code: '1500', name: 'Btw', debit: 0, credit: 4_200 },
        { code: '8000', name: 'Omzet', debit: 0, credit: 20_000 },
      ],
    })
  })
})

describe('costs and interest that were paid beside an invoice', () => {
  const paid = { number: 'F2026-0001', day: '2026-11-20', client_id: 10_001, customer: 'Klant B.V.' }
  const rules = [rule('debtors', 1), rule('costs', 8), rule('interest', 9)]
  const accounts = new Map([[1, { code: '1300', name: 'Debiteuren' }], [8, { code: '8900', name: 'Kosten' }], [9, { code: '8910', name: 'Rente' }]]) // prettier-ignore

  it('stand against what is owed, without VAT, and what went back is turned around', () => {
    const rows = (costs: number, interest: number) =>
      besideRows(besideEntry({ ...paid, costs, interest }, rules), accounts)
    expect(rows(4_000, 120)[0]).toEqual(['Memoriaal', 'F2026-0001', '20-11-2026', '', '10001', 'Klant B.V.', 'Incassokosten en rente', '1300', 'Debiteuren', '', '', '41,20', '']) // prettier-ignore
    expect(rows(4_000, 120).map((row) => row.slice(7))).toEqual([['1300', 'Debiteuren', '', '', '41,20', ''], ['8900', 'Kosten', '', '', '', '40,00'], ['8910', 'Rente', '', '', '', '1,20']]) // prettier-ignore
    expect(rows(-4_000, 0).map((row) => row.slice(7))).toEqual([['1300', 'Debiteuren', '', '', '', '40,00'], ['8900', 'Kosten', '', '', '40,00', '']]) // prettier-ignore
  })

  it('come to nothing together whatever they are, and say which account is not told', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (costs, size) => {
          const { lines } = besideEntry({ ...paid, costs, interest: costs < 0 ? -size : size }, rules)
          expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
        },
      ),
    )
    const { lacking } = besideEntry({ ...paid, costs: 1, interest: 1 }, [rule('debtors', 1)])
    expect(lacking).toEqual(['Kies op welke grootboekrekening ontvangen incassokosten komen.', 'Kies op welke grootboekrekening ontvangen rente komt.']) // prettier-ignore
    const sums = periodSums(accounts)
    sums.addBeside(besideEntry({ ...paid, costs: 4_000, interest: 120 }, rules))
    expect(sums.sum()).toMatchObject({ invoices: 0, beside: 4_120, accounts: [{ code: '1300', debit: 4_120, credit: 0 }, { code: '8900', credit: 4_000 }, { code: '8910', credit: 120 }] }) // prettier-ignore
  })
})
