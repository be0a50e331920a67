import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { depositOf, settlementOf, stepOf } from '../../src/administration/invoices/deposits.rules.ts'
import { type TotalledLine, totalsOf } from '../../src/administration/prices/index.ts'

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
