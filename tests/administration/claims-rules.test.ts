import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AskingLetter,
  type BesideFacts,
  NOTICE_DAYS,
  askedUntil,
  besideOf,
  besideShown,
  besideText,
  columnsOf,
  divisionOf,
  goesBack,
  owedFrom,
  owedOn,
  owedThen,
  turned,
  waivingOf,
} from '../../src/administration/sales/claims/index.ts'
import { addDays } from '../../src/platform/format/zone.ts'
import { plainSpaces } from '../support/plain-spaces.ts'

const letter = (step: string, sent_on: string, costs = 4_000, interest = 0): AskingLetter => ({ step, sent_on, costs, interest }) // prettier-ignore
const facts = (letters: AskingLetter[], paid: BesideFacts['paid'] = [], open = 10_000): BesideFacts => ({ open, letters, paid }) // prettier-ignore

describe('what letters ask beside an invoice', () => {
  it('is owed of a fourteen-day letter from the day after its term, and nothing before', () => {
    expect(owedFrom({ step: 'notice', sent_on: '2026-11-01' })).toBe(addDays('2026-11-01', NOTICE_DAYS + 1))
    const asked = facts([letter('notice', '2026-11-01')])
    expect(owedOn(asked, '2026-11-16')).toEqual({ costs: 0, interest: 0 })
    expect(owedOn(asked, '2026-11-17')).toEqual({ costs: 4_000, interest: 0 })
  })

  it('is owed of the last letter from the day on which it left', () => {
    const asked = facts([letter('final', '2026-11-01', 4_000, 120)])
    expect(owedOn(asked, '2026-10-31')).toEqual({ costs: 0, interest: 0 })
    expect(owedOn(asked, '2026-11-01')).toEqual({ costs: 4_000, interest: 120 })
  })

  it('is less what was paid of it, whenever that was, and then as it was on that day', () => {
    const asked = facts(
      [letter('final', '2026-11-01', 4_000, 120)],
      [{ day: '2026-11-20', costs: 4_000, interest: 100 }],
    )
    expect(owedOn(asked, '2026-11-10')).toEqual({ costs: 0, interest: 20 })
    expect(owedThen(asked, '2026-11-10')).toEqual({ costs: 4_000, interest: 120 })
    expect(owedThen(asked, '2026-11-20')).toEqual({ costs: 0, interest: 20 })
    expect(owedOn(facts([], [{ day: '2026-11-20', costs: 4_000, interest: 1 }]), '2026-11-21')).toEqual({ costs: 0, interest: 0 }) // prettier-ignore
  })

  it('is owed as long as something of the invoice itself is open', () => {
    const letters = [letter('final', '2026-11-01'), letter('notice', '2026-11-01')]
    for (const open of [0, -1]) {
      expect(owedOn(facts(letters, [], open), '2026-11-10')).toEqual({ costs: 0, interest: 0 })
      const shown = besideShown(facts(letters, [], open), '2026-11-10')!
      expect([plainSpaces(shown.owed), plainSpaces(shown.lapsed!), shown.later]).toEqual(['€ 0,00', '€ 40,00', []])
    }
    expect(owedOn(facts(letters, [], 1), '2026-11-10').costs).toBe(4_000)
    // The list by age of a day knows by itself what was open then.
    expect(owedThen(facts(letters, [], 0), '2026-11-10').costs).toBe(4_000)
  })

  it('is told with what was paid of it and what is still to come', () => {
    const shown = besideShown(facts([letter('notice', '2026-11-01'), letter('final', '2026-10-01', 1_000, 120)], [{ day: '2026-11-02', costs: 300, interest: 0 }]), '2026-11-03') // prettier-ignore
    expect(shown && plainSpaces(Object.values(shown).flat().filter(Boolean).join(' | '))).toBe('€ 10,00 incassokosten en € 1,20 rente | € 3,00 | € 8,20 | € 40,00 incassokosten vanaf 17-11-2026') // prettier-ignore
    expect(besideShown(undefined, '2026-11-03')).toBeNull()
    expect(besideShown(facts([letter('notice', '2026-11-01')]), '2026-11-03')).toMatchObject({
      asked: null,
      paid: null,
    })
  })
})

describe('a payment', () => {
  it.each([
    [14_000, 4_000, 0, { costs: 4_000, interest: 0, principal: 10_000 }],
    [10_000, 4_000, 150, { costs: 4_000, interest: 150, principal: 5_850 }],
    [3_000, 4_000, 150, { costs: 3_000, interest: 0, principal: 0 }],
    [4_100, 4_000, 150, { costs: 4_000, interest: 100, principal: 0 }],
    [10_000, 0, 0, { costs: 0, interest: 0, principal: 10_000 }],
  ])('of %i with %i costs and %i interest goes to costs, interest and principal', (amount, costs, interest, parts) =>
    expect(divisionOf(amount, { costs, interest })).toEqual(parts),
  )

  const cents = fc.nat(2_000_000)
  const owed = fc.record({ costs: cents, interest: cents })

  it('is divided to the cent, in the order of the law, whatever is owed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000_000 }), owed, (amount, asked) => {
        const { costs, interest, principal } = divisionOf(amount, asked)
        expect(costs + interest + principal).toBe(amount)
        expect(Math.min(costs, interest, principal)).toBeGreaterThanOrEqual(0)
        if (interest > 0) expect(costs).toBe(asked.costs)
        if (principal > 0) expect([costs, interest]).toEqual([asked.costs, asked.interest])
      }),
    )
  })

  it('in parts comes to the same as at once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 900_000 }), { minLength: 1, maxLength: 6 }),
        owed,
        (parts, asked) => {
          const day = '2026-11-20'
          let paid: BesideFacts['paid'] = []
          const sums = { costs: 0, interest: 0, principal: 0 }
          for (const part of parts) {
            const own = divisionOf(part, owedOn(facts([letter('final', '2026-11-01', asked.costs, asked.interest)], paid), day)) // prettier-ignore
            paid = [...paid, { day, costs: own.costs, interest: own.interest }]
            for (const key of ['costs', 'interest', 'principal'] as const) sums[key] += own[key]
          }
          expect(sums).toEqual(divisionOf(parts.reduce((sum, part) => sum + part, 0), asked)) // prettier-ignore
        },
      ),
    )
  })

  it('that goes back gives all of it back, in whatever parts, the invoice first', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000_000 }),
        owed,
        fc.array(fc.nat(100), { maxLength: 4 }),
        (amount, asked, shares) => {
          const left = divisionOf(amount, asked)
          const back = (some: number) => {
            const own = goesBack(left, some)
            expect(own.costs + own.interest + own.principal).toBe(some)
            for (const key of ['costs', 'interest', 'principal'] as const) {
              expect([own[key] >= 0, own[key] <= left[key]]).toEqual([true, true])
              left[key] -= own[key]
            }
            if (own.costs > 0) expect([left.principal, left.interest]).toEqual([0, 0])
          }
          for (const share of shares) back(Math.floor((besideOf(left) + left.principal) * (share / 100)))
          back(besideOf(left) + left.principal)
          expect(left).toEqual({ costs: 0, interest: 0, principal: 0 })
        },
      ),
    )
  })

  it('stands with what is not nothing, on its own side', () => {
    expect(columnsOf({ costs: 0, interest: 5 })).toEqual({ costs: null, interest: 5 })
    expect(columnsOf(turned({ costs: 4_000, interest: 0, principal: 1 }))).toEqual({ costs: -4_000, interest: null })
    expect(turned({ costs: 1, interest: 0, principal: 2 })).toEqual({ costs: -1, interest: 0, principal: -2 })
  })

  it('is told with what of it did not go to the invoice', () => {
    const said = (costs: number | null, interest: number | null) => {
      const text = besideText({ costs, interest })
      return text && plainSpaces(text)
    }
    expect([said(4_000, 120), said(-4_000, null), said(null, 1), said(null, null)]).toEqual(['waarvan € 40,00 incassokosten en € 1,20 rente', 'waarvan € 40,00 incassokosten', 'waarvan € 0,01 rente', null]) // prettier-ignore
  })
})

describe('letting costs go', () => {
  const told = (moves: number, open: number, stays = 0) =>
    waivingOf(facts([letter('final', '2026-11-01', 4_000, 120)]), open, { moves, stays }).map(plainSpaces)

  it('says what is not asked any more, and what becomes of what was paid', () => {
    expect(waivingOf(undefined, 100, { moves: 0, stays: 0 })).toEqual([
      'Brieven over deze factuur vragen dan geen incassokosten en geen rente.',
    ])
    expect(told(0, 10_000)).toEqual(['Wij vragen € 40,00 incassokosten en € 1,20 rente niet meer, ook niet in volgende brieven.']) // prettier-ignore
    expect(told(4_000, 4_000)[1]).toBe(
      '€ 40,00 die daarvan is betaald, gaat naar de factuur zelf. Die is daarmee betaald.',
    )
    expect(told(4_000, 5_000)[1]).toContain('Daarvan staat dan nog € 10,00 open.')
    expect(told(4_000, 0)[1]).toContain('De klant krijgt dan € 40,00 terug.')
    expect(told(1_000, 5_000, 3_000).slice(1)).toEqual([
      '€ 10,00 die daarvan is betaald, gaat naar de factuur zelf. Daarvan staat dan nog € 40,00 open.',
      '€ 30,00 is betaald in een periode die is afgesloten, en blijft kosten en rente.',
    ])
    expect(askedUntil(facts([letter('final', '2026-11-01')]), '2026-11-02').costs).toBe(4_000)
  })
})
