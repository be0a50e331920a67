import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divisionOf, goesBack, turned, NOTICE_DAYS } from '../../src/administration/sales/claims/index.ts'
import { type Owed, type Paid, claimOf, principalOf } from '../../src/administration/payments/reminders/claims.rules.ts'
import { collectionCosts, sharesOf, vatOver } from '../../src/administration/payments/reminders/costs.rules.ts'
import { type Sent, STEP_NAMES, isDue, nextStep } from '../../src/administration/payments/reminders/steps.rules.ts'
import { addDays } from '../../src/platform/format/zone.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

describe('the costs of collecting', () => {
  it.each([
    [100, 40],
    [266, 40],
    [1_000, 150],
    [2_500, 375],
    [5_000, 625],
    [10_000, 875],
    [200_000, 2_775],
    [1_000_000, 6_775],
    [5_000_000, 6_775],
  ])('over € %i are € %i', (principal, costs) => expect(collectionCosts(principal * 100)).toBe(costs * 100))

  it('are nothing where nothing is owed, and never less for more', () => {
    expect(collectionCosts(0)).toBe(0)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200_000_000 }), fc.nat(5_000_000), (principal, more) => {
        const costs = collectionCosts(principal)
        expect(costs).toBeGreaterThanOrEqual(4_000)
        expect(costs).toBeLessThanOrEqual(677_500)
        expect(collectionCosts(principal + more)).toBeGreaterThanOrEqual(costs)
      }),
    )
  })

  it('of invoices together are never more than of each alone', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 2_000_000 }), { minLength: 1, maxLength: 8 }), (principals) => {
        expect(collectionCosts(sum(principals))).toBeLessThanOrEqual(sum(principals.map(collectionCosts)))
      }),
    )
  })

  it('bear VAT where that cannot be deducted, to the cent', () => {
    expect(vatOver(4_000, '21.00')).toBe(840)
    expect(vatOver(15_050, '21')).toBe(3_161)
  })

  it.each([
    [100, [1_000, 1_000, 1_000], [34, 33, 33]],
    [100, [1_000, 2_000], [33, 67]],
    [100, [2_000, 1_000], [67, 33]],
    [101, [1_000, 1_000, 2_000], [25, 25, 51]],
    [7, [3, 3, 3, 3], [2, 2, 2, 1]],
    [100, [0, 0], [100, 0]],
    [100, [0, 5], [0, 100]],
  ])(
    'of %i over %j are %j: what is left goes to the largest rest, of equal ones the first',
    (amount, weights, shares) => {
      // prettier-ignore
      expect(sharesOf(amount, weights)).toEqual(shares)
    },
  )

  it('are divided over invoices without losing a cent', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.array(fc.nat(500_000), { minLength: 1, maxLength: 9 }), (amount, weights) => {
        const shares = sharesOf(amount, weights)
        expect(sum(shares)).toBe(amount)
        expect(Math.min(...shares)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('what is owed of an invoice', () => {
  const owed = (more: Partial<Owed> = {}): Owed => ({
    principal: 100_000,
    expiresAt: '2025-01-31',
    payments: [],
    ...more,
  })
  const rates = [{ from: '2024-01-01', percentage: '6.00' }]
  interface Told {
    day: string
    cents: number
  }
  /** Payments as they are booked: each divided by what is owed on its day, and what goes back is of what was paid last. */
  function booked(
    payments: readonly Told[],
    { costs = [], principal = 100_000 }: { costs?: Told[]; principal?: number } = {},
  ): Paid[] {
    const done: Paid[] = []
    const of = (key: 'costs' | 'interest') => sum(done.map((one) => one[key] ?? 0))
    for (const { day, cents } of [...payments].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))) {
      const asked = sum(costs.filter((one) => one.day <= day).map((one) => one.cents))
      const { interest } = claimOf(owed({ principal, payments: done }), rates, day)
      const left = { costs: of('costs'), interest: of('interest'), principal: sum(done.map(principalOf)) }
      const { principal: _, ...parts } = cents < 0 ? turned(goesBack(left, -cents)) : divisionOf(cents, { costs: asked - left.costs, interest }) // prettier-ignore
      done.push({ day, cents, ...parts })
    }
    return done
  }
  const paidBy = (payments: readonly Paid[]) => ({
    costs: sum(payments.map(({ costs }) => costs ?? 0)),
    interest: sum(payments.map(({ interest }) => interest ?? 0)),
    principal: sum(payments.map(principalOf)),
  })

  it('bears interest from the day after its last day, and none without a rate', () => {
    expect(claimOf(owed(), rates, '2025-02-01').interest).toBe(0)
    expect(claimOf(owed(), rates, '2025-04-15').interest).toBe(1_200)
    expect(claimOf(owed(), [], '2025-04-15')).toEqual({ principal: 100_000, interest: 0 })
  })

  it('bears interest over the interest of each full year', () => {
    expect(claimOf(owed(), rates, '2026-02-01').interest).toBe(6_000)
    expect(claimOf(owed(), rates, '2027-02-01').interest).toBe(12_360)
  })

  it('that ran out on 28 February of a leap year bears interest over interest from 1 March', () => {
    const leap = owed({ expiresAt: '2024-02-28' })
    const found = (day: string) => claimOf(leap, [{ from: '2020-01-01', percentage: '6' }], day).interest
    expect([found('2025-03-01'), found('2025-03-02'), found('2026-03-01')]).toEqual([6_016, 6_034, 12_377])
    expect(found('2025-03-31')).toBe(Math.round(100_000 * 0.06 * (366 / 365) + 106_016 * 0.06 * (30 / 365)))
  })

  it('is the same in whatever order rates and payments are told', () => {
    const many = [...rates, { from: '2025-03-03', percentage: '12' }, { from: '2025-03-20', percentage: '3' }]
    const payments = [{ day: '2025-02-10', cents: 30_000, interest: 150 }, { day: '2025-03-10', cents: 7_000, costs: 4_000 }] // prettier-ignore
    const told = claimOf(owed({ payments }), many, '2025-06-01')
    expect(claimOf(owed({ payments: payments.toReversed() }), many.toReversed(), '2025-06-01')).toEqual(told)
    expect(told.principal).toBe(100_000 - 29_850 - 3_000)
  })

  it('knows nothing of a payment of a day that is still to come', () => {
    const later = owed({ payments: [{ day: '2025-03-02', cents: 500 }] })
    expect([claimOf(later, [], '2025-03-01').principal, claimOf(later, [], '2025-03-02').principal]).toEqual([100_000, 99_500]) // prettier-ignore
  })

  it('bears interest again over interest that was paid and taken back on the day that it began to', () => {
    const day = '2026-02-01'
    const payments = [3_000, -3_000].map((cents) => ({ day, cents, interest: cents }))
    expect(claimOf(owed({ payments }), rates, '2027-02-01')).toEqual(claimOf(owed(), rates, '2027-02-01'))
    const twice = [...payments, ...payments]
    expect(claimOf(owed({ payments: twice }), rates, '2027-02-01').interest).toBe(12_360)
  })

  it('bears interest again over what comes back of interest that bore it, and over no more', () => {
    const never = claimOf(owed(), rates, '2027-02-01')
    const paid = (day: string, cents: number) => ({ day, cents, interest: cents })
    const dayLater = [paid('2026-02-01', 3_000), paid('2026-02-02', -3_000)]
    expect(claimOf(owed({ payments: dayLater }), rates, '2027-02-01').interest).toBe(Math.round(6_000 + (103_000 * 0.06) / 365 + (106_000 * 0.06 * 364) / 365)) // prettier-ignore
    const both = [...[3_000, -3_000].map((cents) => paid('2026-02-01', cents)), ...[3_154, -3_154].map((cents) => paid('2026-08-01', cents))] // prettier-ignore
    expect(claimOf(owed({ payments: both }), rates, '2027-02-01')).toEqual(never)
  })

  it('is not less later because a cent was rounded when its interest was paid', () => {
    // Two days are 32.88 cents, and eight more are 131.51.
    const payments = [{ day: '2025-02-03', cents: 33, interest: 33 }]
    expect(claimOf(owed({ payments }), rates, '2025-02-11').interest).toBe(132)
  })

  it('knows nothing of a rate that is still to come', () => {
    const coming = [...rates, { from: '2025-03-03', percentage: '12.00' }, { from: '2025-06-01', percentage: '1' }]
    expect(claimOf(owed(), coming, '2025-02-20')).toEqual(claimOf(owed(), rates, '2025-02-20'))
  })

  it('bears no interest over interest that was paid', () => {
    const paid = (cents: number) => [{ day: '2026-02-01', cents, interest: cents }]
    expect(claimOf(owed({ payments: paid(6_000) }), rates, '2027-02-01')).toEqual({ interest: 6_000, principal: 100_000 }) // prettier-ignore
    expect(claimOf(owed({ payments: paid(4_000) }), rates, '2027-02-01').interest).toBe(8_120)
  })

  it('is more than the invoice where more was taken back than ever was paid, and below zero where more was paid', () => {
    const payments = [{ day: '2025-02-10', cents: 1_000 }, { day: '2025-02-12', cents: -1_500 }] // prettier-ignore
    expect(claimOf(owed({ payments }), [], '2025-03-01').principal).toBe(100_500)
    expect(claimOf(owed({ payments: [{ day: '2025-02-10', cents: 100_700 }] }), rates, '2026-03-01')).toEqual({ principal: -700, interest: 149 }) // prettier-ignore
  })

  it('follows a rate that changes on its day', () => {
    const two = [...rates, { from: '2025-03-03', percentage: '12.00' }]
    // 30 days of 6 % and 30 days of 12 %.
    expect(claimOf(owed(), two, '2025-04-02').interest).toBe(Math.round((100_000 * (0.06 * 30 + 0.12 * 30)) / 365))
  })

  it('is paid in the order of the law: costs, interest, principal', () => {
    const payments = booked([{ day: '2025-04-15', cents: 50_000 }], { costs: [{ day: '2025-03-01', cents: 15_000 }] })
    expect(paidBy(payments)).toEqual({ costs: 15_000, interest: 1_200, principal: 33_800 })
    expect(claimOf(owed({ payments }), rates, '2025-04-15')).toEqual({ interest: 0, principal: 100_000 - 33_800 })
  })

  it('is open again as far as a payment is taken back', () => {
    const back = owed({ payments: booked([{ day: '2025-02-10', cents: 120_000 }, { day: '2025-02-12', cents: -120_000 }]) }) // prettier-ignore
    expect(claimOf(back, [], '2025-03-01').principal).toBe(100_000)
  })

  it('is what it was where a payment of everything is taken back: costs and interest are no principal', () => {
    const costs = [{ day: '2026-03-01', cents: 15_000 }]
    const day = '2026-04-15'
    const payments = booked([{ day, cents: 60_000 }, { day, cents: -60_000 }], { costs }) // prettier-ignore
    expect(payments[0]!.costs).toBe(15_000)
    expect(paidBy(payments)).toEqual({ costs: 0, interest: 0, principal: 0 })
    expect(claimOf(owed({ payments }), rates, '2027-03-01')).toEqual(claimOf(owed(), rates, '2027-03-01'))
    expect(claimOf(owed({ payments }), rates, day).principal).toBe(100_000)
  })

  const moment = fc.integer({ min: -40, max: 900 }).map((days) => addDays('2025-01-31', days))
  const amount = fc.integer({ min: 1, max: 60_000 })
  const dated = fc.record({ day: moment, cents: amount })
  const paying = fc.record({ day: moment, cents: amount, later: fc.nat(90), share: fc.nat(100) })

  it('never has more principal than the invoice, however much of what was paid is taken back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.array(paying, { maxLength: 5 }),
        fc.array(dated, { maxLength: 2 }),
        (principal, made, costs) => {
          const told = made.flatMap(({ day: on, cents, later, share }) => [
            { day: on, cents },
            { day: addDays(on, later), cents: -Math.floor((cents * share) / 100) },
          ])
          const payments = booked(told, { costs, principal })
          const claim = claimOf(owed({ principal, payments }), rates, addDays('2025-01-31', 1_001))
          const paid = paidBy(payments)
          expect(claim.principal).toBeLessThanOrEqual(principal)
          expect(Math.min(...Object.values(paid), claim.interest)).toBeGreaterThanOrEqual(0)
          expect(claim.principal + paid.principal).toBe(principal)
          expect(paid.costs).toBeLessThanOrEqual(sum(costs.map(({ cents }) => cents)))
          expect(sum(Object.values(paid))).toBe(sum(told.map(({ cents }) => cents)))
        },
      ),
    )
  })
})

describe('the letters about an invoice', () => {
  const days = { first_days: 7, next_days: 14, notice_days: 15, collection_days: 14 }
  const next = (sent: Sent, consumer = false) => nextStep('2026-10-01', sent, consumer, days)

  it('begin with a reminder, and go on by the days of the settings', () => {
    expect(next({})).toEqual({ step: 'reminder', from: '2026-10-08' })
    expect(next({ reminder: '2026-10-08' })).toEqual({ step: 'final', from: '2026-10-22' })
    expect(next({ reminder: '2026-10-08', final: '2026-10-22' })).toEqual({ step: 'collection', from: '2026-11-05' })
    expect(next({ collection: '2026-11-05' })).toBeNull()
  })

  it('are due on their first day and after it', () => {
    const coming = next({})
    expect([isDue(coming, '2026-10-07'), isDue(coming, '2026-10-08'), isDue(coming, '2026-10-09'), isDue(null, '2026-10-09')]).toEqual([false, true, true, false]) // prettier-ignore
    expect(STEP_NAMES).toEqual({ reminder: 'Herinnering', notice: '14-dagenbrief', final: 'Aanmaning', collection: 'Incasso' }) // prettier-ignore
  })

  it('ask costs of a consumer only once fifteen days after the fourteen-day letter are over', () => {
    expect(next({ reminder: '2026-10-08' }, true)).toEqual({ step: 'notice', from: '2026-10-22' })
    expect(next({ reminder: '2026-10-08', notice: '2026-10-22' }, true)).toEqual({ step: 'final', from: '2026-11-07' })
  })

  it('never give a consumer less time than the law, whatever the settings say', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(40), (notice_days, next_days) => {
        const found = nextStep('2026-10-01', { reminder: '2026-10-08', notice: '2026-10-22' }, true, {
          ...days,
          notice_days,
          next_days,
        })
        expect(found!.step).toBe('final')
        expect(found!.from > addDays('2026-10-22', NOTICE_DAYS)).toBe(true)
      }),
    )
  })
})
