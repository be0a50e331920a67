import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PostedLine, type PostingRule, entryOf, turnoverOf } from '../../src/administration/ledger/ledger.rules.ts'
import { totalsOf } from '../../src/administration/prices/index.ts'

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
