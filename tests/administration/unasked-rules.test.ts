import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Beside, divisionOf, goesBack, turned } from '../../src/administration/sales/claims/index.ts'
import { type DividedRow, withoutUnasked } from '../../src/administration/sales/claims/waived-before.rules.ts'

const row = (id: number, amount: number, [costs, interest]: [number, number], more: Partial<DividedRow> = {}): DividedRow => ({
  ...{ id, takes_back_id: null, paid_on: '2026-11-10', amount, costs, interest },
  ...more,
}) // prettier-ignore
const nothing = { costs: 0, interest: 0 }
const after = (rows: readonly DividedRow[], changed: readonly (Beside & { id: number })[]) =>
  rows.map((one) => ({ ...one, ...changed.find(({ id }) => id === one.id) }))

describe('what was paid of costs and interest that no letter asks any more', () => {
  it('goes to the invoice, of the last payments first and no more than is over', () => {
    const rows = [row(1, 3_000, [3_000, 0]), row(2, 7_000, [1_000, 120])]
    expect(withoutUnasked(rows, nothing, '')).toEqual([
      { id: 1, ...nothing },
      { id: 2, ...nothing },
    ])
    expect(withoutUnasked(rows, { costs: 4_000, interest: 0 }, '')).toEqual([{ id: 2, costs: 1_000, interest: 0 }])
    expect(withoutUnasked(rows, { costs: 2_500, interest: 120 }, '')).toEqual([
      { id: 1, costs: 2_500, interest: 0 },
      { id: 2, costs: 0, interest: 120 },
    ])
    expect(withoutUnasked(rows, { costs: 4_000, interest: 120 }, '')).toEqual([])
  })

  it('stays where it, or what went back of it, stands in the closed period', () => {
    const back = row(3, -4_500, [-1_500, 0], { takes_back_id: 1, paid_on: '2026-11-20' })
    const rows = [row(1, 7_000, [4_000, 0]), row(2, 500, [500, 0], { paid_on: '2026-11-21' }), back]
    expect(withoutUnasked(rows, nothing, '2026-11-10')).toEqual([{ id: 2, ...nothing }])
    expect(withoutUnasked(rows, nothing, '2026-11-21')).toEqual([])
  })

  it('is divided anew with what went back of it, the invoice first', () => {
    const back = row(2, -4_500, [-1_500, 0], { takes_back_id: 1 })
    const rows = [row(1, 7_000, [4_000, 0]), back]
    expect(withoutUnasked(rows, { costs: 1_000, interest: 0 }, '')).toEqual([
      { id: 1, costs: 1_000, interest: 0 },
      { id: 2, costs: 0, interest: 0 },
    ])
  })

  it('is never more than is asked, whatever was paid and went back', () => {
    const payment = fc.record({ amount: fc.integer({ min: 1, max: 9_000 }), costs: fc.nat(5_000), interest: fc.nat(500), back: fc.nat(9_000), again: fc.nat(9_000) }) // prettier-ignore
    fc.assert(
      fc.property(fc.array(payment, { maxLength: 4 }), fc.nat(6_000), fc.nat(600), (payments, costs, interest) => {
        let id = 0
        const rows = payments.flatMap(({ amount, back, again, ...owed }) => {
          const paid = divisionOf(amount, owed)
          const own = row(++id, amount, [paid.costs, paid.interest])
          const gone = Math.min(back, amount)
          if (gone === 0) return [own]
          const went = turned(goesBack(paid, gone))
          const took = row(++id, -gone, [went.costs, went.interest], { takes_back_id: own.id })
          const stays = Math.min(again, gone)
          if (stays === 0) return [own, took]
          const more = divisionOf(stays, { costs: -went.costs, interest: -went.interest })
          return [own, took, row(++id, stays, [more.costs, more.interest], { takes_back_id: own.id })]
        })
        const asked = { costs, interest }
        const done = after(rows, withoutUnasked(rows, asked, ''))
        for (const of of ['costs', 'interest'] as const) {
          const sum = (all: readonly Beside[]) => all.reduce((cents, one) => cents + one[of], 0)
          expect(sum(done)).toBe(Math.min(sum(rows), asked[of]))
          expect(done.every((one) => Math.sign(one.amount) * one[of] >= 0)).toBe(true)
        }
        expect(done.every((one) => Math.abs(one.costs + one.interest) <= Math.abs(one.amount))).toBe(true)
        expect(withoutUnasked(done, asked, '')).toEqual([])
      }),
    )
  })
})
