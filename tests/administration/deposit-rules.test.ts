import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { depositOf, settlementOf, stepOf } from '../../src/administration/invoices/invoices/deposits/deposits.rules.ts'
import { type TotalledLine, totalsOf } from '../../src/administration/catalogue/prices/index.ts'

const RATES = ['21.00', '9.00', '0.00']
const lines = (modes: fc.Arbitrary<boolean>) =>
  fc.array(
    fc.record({
      rate: fc.constantFrom(...RATES),
      taxes_included: modes,
      amount: fc.integer({ min: 1, max: 2_000_000 }).map(BigInt),
    }),
    { minLength: 1, maxLength: 8 },
  )
const withTax = (own: Omit<TotalledLine, 'tax'>[]): TotalledLine[] => own.map((line) => ({ tax: line.rate, ...line }))

/** Base and VAT of documents together, by rate. */
function together(documents: TotalledLine[][]) {
  const sums = new Map<string, [bigint, bigint]>()
  for (const { rate, base, vat } of documents.flatMap((document) => totalsOf(document).taxes)) {
    const [b, v] = sums.get(rate) ?? [0n, 0n]
    sums.set(rate, [b + base, v + vat])
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** The lines that take deposits off. */
const turned = (settled: ReturnType<typeof settlementOf>): TotalledLine[] =>
  settled.map(({ part, amount }) => ({ tax: part.tax, rate: part.rate, taxes_included: part.taxes_included, amount: -amount })) // prettier-ignore

describe('a deposit, as rules have it', () => {
  it('and what is invoiced after it are the order to the cent, per kind of VAT', () => {
    fc.assert(
      fc.property(
        fc.oneof(lines(fc.constant(false)), lines(fc.constant(true)), lines(fc.boolean())),
        fc.integer({ min: 1, max: 100 }),
        (own, percentage) => {
          const order = withTax(own)
          const parts = depositOf(order, { percentage: String(percentage) })
          const open = parts.map((part, id) => ({ ...part, id, left: part.amount }))
          const last = settlementOf(order, open, { isLast: true })
          expect(last.map(({ amount }) => amount)).toEqual(parts.map(({ amount }) => amount))
          expect(together([parts, [...order, ...turned(last)]].filter((one) => one.length > 0))).toEqual(
            together([order]),
          )
        },
      ),
      {
        // What is typed without VAT comes to half a cent, and less than nothing of it is left.
        examples: [
          [
            [
              { rate: '9.00', taxes_included: true, amount: 580_829n },
              { rate: '9.00', taxes_included: false, amount: 1_034_250n },
            ],
            66,
          ],
        ],
      },
    )
  })

  it('of an amount asks exactly that where the lines are without VAT', () => {
    fc.assert(
      fc.property(lines(fc.constant(false)), fc.integer({ min: 1, max: 100 }), (own, part) => {
        const order = withTax(own)
        const amount = (totalsOf(order).total * BigInt(part)) / 100n
        fc.pre(amount > 0n)
        expect(totalsOf(depositOf(order, { amount })).total).toBe(amount)
      }),
    )
  })

  it('is taken off over any part deliveries, changing none of their cents and never more than was asked', () => {
    fc.assert(
      fc.property(
        fc.oneof(lines(fc.constant(false)), lines(fc.constant(true))),
        fc.integer({ min: 1, max: 100 }),
        fc.array(fc.nat(3), { minLength: 8, maxLength: 8 }),
        (own, percentage, at) => {
          const order = withTax(own)
          const parts = depositOf(order, { percentage: String(percentage) })
          const open = parts.map((part, id) => ({ ...part, id, left: part.amount }))
          const deliveries = [0, 1, 2, 3]
            .map((turn) => order.filter((_, i) => at[i] === turn))
            .filter(({ length }) => length > 0)
          const settled = deliveries.map((delivery, i) => {
            const taken = settlementOf(delivery, open.filter(({ left }) => left > 0n), { isLast: i === deliveries.length - 1 }) // prettier-ignore
            for (const { part, amount } of taken) part.left -= amount
            return [...delivery, ...turned(taken)]
          })
          expect(open.every(({ left }) => left >= 0n)).toBe(true)
          // What is left over never was more than some euros: a delivery of nothing but one kind of VAT came before.
          const rest = open.filter(({ left }) => left > 0n).map((part) => ({ ...part, amount: -part.left }))
          expect(together([parts, ...settled, rest].filter((one) => one.length > 0))).toEqual(together(deliveries))
        },
      ),
    )
  })

  it('counts in steps whose base and VAT come out whole', () => {
    expect([stepOf('21.00', true), stepOf('21.00', false), stepOf('9', true), stepOf('0', true)]).toEqual([
      121n,
      100n,
      109n,
      1n,
    ])
  })
})

describe('how much a deposit asks', () => {
  const line = (amount: number, rate = '21.00', taxes_included = false, tax = rate): TotalledLine => ({ tax, rate, taxes_included, amount: BigInt(amount) }) // prettier-ignore
  const parts = (own: TotalledLine[], asked: Parameters<typeof depositOf>[1]) =>
    depositOf(own, asked).map(({ tax, taxes_included, amount }) => [tax, taxes_included, Number(amount)])

  it('is a share of what is sold, in the other mode than its lines', () => {
    expect(parts([line(10_000)], { percentage: '50' })).toEqual([['21.00', true, 6_050]])
    expect(parts([line(12_100, '21.00', true)], { percentage: '50' })).toEqual([['21.00', false, 5_000]])
    expect(parts([line(10_000), line(5_000, '9.00')], { percentage: '12.5' })).toEqual([['21.00', true, 1_513], ['9.00', true, 681]]) // prettier-ignore
  })

  it('comes out without rounding where lines of both modes stand together', () => {
    const both = [line(10_000), line(12_100, '21.00', true)]
    expect(parts(both, { percentage: '33.33' })).toEqual([['21.00', true, 7_986]])
    expect(parts(both, { percentage: '0.1' })).toEqual([])
    expect(parts([line(12_100, '21.00', true), line(12_100, '21.00', true)], { percentage: '33.33' })).toEqual([['21.00', false, 6_666]]) // prettier-ignore
  })

  it('tells apart kinds of VAT of one rate, and one kind before and after its rate changed', () => {
    const kinds = [line(10_000, '21.00', false, 'a'), line(12_100, '21.00', true, 'b'), line(1_000, '6', true, 'low'), line(1_000, '9', false, 'low')] // prettier-ignore
    expect(parts(kinds, { percentage: '100' })).toEqual([['a', true, 12_100], ['b', false, 10_000], ['low', false, 943], ['low', true, 1_090]]) // prettier-ignore
  })

  it('is an amount that is divided in proportion to what is paid, without losing a cent', () => {
    expect(parts([line(10_000), line(10_000, '9.00')], { amount: 11_500n })).toEqual([['21.00', true, 6_050], ['9.00', true, 5_450]]) // prettier-ignore
    expect(parts([line(12_100, '21.00', true)], { amount: 6_050n })).toEqual([['21.00', false, 5_000]])
    const free = (...amounts: number[]) => amounts.map((amount, i) => line(amount, '0', false, `t${i}`))
    const cents = (...amounts: number[]) => parts(free(...amounts), { amount: 100n }).map(([, , amount]) => amount)
    expect(cents(1_000, 1_000, 1_000)).toEqual([34, 33, 33])
    expect(cents(1_000, 2_000)).toEqual([33, 67])
    expect(cents(2_000, 1_000)).toEqual([67, 33])
    expect(cents(500, 1_000, 500, 1_000)).toEqual([17, 33, 17, 33])
  })

  it('is nothing of nothing', () => {
    expect(parts([line(0)], { percentage: '50' })).toEqual([])
    expect(parts([line(0)], { amount: 100n })).toEqual([])
    expect(parts([line(10_000), line(0, '9.00')], { percentage: '50' })).toEqual([['21.00', true, 6_050]])
  })

  const part = (left: number, taxes_included: boolean, tax = '21.00') => ({ id: 1, tax, rate: '21.00', taxes_included, amount: BigInt(left), left: BigInt(left) }) // prettier-ignore
  const taken = (own: TotalledLine[], deposits: ReturnType<typeof part>[], isLast = false) =>
    settlementOf(own, deposits, { isLast }).map(({ amount }) => Number(amount))

  it('is taken off as it was asked, or as far as an invoice goes in whole steps', () => {
    expect(taken([line(10_000)], [part(6_050, true)])).toEqual([6_050])
    expect(taken([line(5_000)], [part(6_050, true)])).toEqual([6_050])
    expect(taken([line(5_010)], [part(12_100, true)])).toEqual([6_050])
    expect(taken([line(6_062, '21.00', true)], [part(9_000, false)])).toEqual([5_000])
    expect(taken([line(50)], [part(12_100, true)])).toEqual([])
  })

  it('is taken off with its last cents by the last invoice, and by no other', () => {
    const own = [line(5_010)]
    expect(taken(own, [part(6_065, true)])).toEqual([6_050])
    expect(taken(own, [part(6_065, true)], true)).toEqual([6_065])
    expect(taken(own, [part(7_271, true)], true)).toEqual([7_271])
    expect(taken(own, [part(7_272, true)], true)).toEqual([6_050])
    expect(taken([line(5_010, '21.00', false, 'b')], [part(5, true)], true)).toEqual([])
  })

  it('is never more than what is left of an invoice after the deposit before it, in either mode', () => {
    expect(taken([line(10_000)], [part(6_050, true), part(9_000, true)])).toEqual([6_050, 6_050])
    expect(taken([line(10_000)], [part(6_050, true), part(9_000, false)])).toEqual([6_050, 5_000])
    expect(taken([line(10_000)], [part(5_000, false), part(9_000, true)])).toEqual([5_000, 6_050])
    expect(taken([line(10_000)], [part(5_000, false), part(9_000, false)])).toEqual([5_000, 5_000])
    expect(taken([line(10_000)], [part(12_100, true), part(1, true)])).toEqual([12_100])
    expect(taken([line(-10_000)], [part(6_050, true)], true)).toEqual([])
  })
})
