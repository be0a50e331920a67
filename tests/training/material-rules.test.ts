import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { peakOf } from '../../src/system/occupations/peak.rules.ts'
import { needText, shortageOf, unitsOf } from '../../src/training/catalogue/material-needs/needs.rules.ts'

const at = (minute: number) => new Date(Date.UTC(2027, 0, 1, 0, minute))
const taken = (from: number, to: number, units = 1, description = 'EHBO') => ({
  description,
  starts_at: at(from),
  ends_at: at(to),
  units,
})

describe('how much a part needs', () => {
  it.each([
    [{ count: 2, per_students: null }, 30, 2, '2 per onderdeel'],
    [{ count: 1, per_students: 2 }, 12, 6, '1 per 2 cursisten'],
    [{ count: 1, per_students: 2 }, 13, 7, '1 per 2 cursisten'],
    [{ count: 2, per_students: 4 }, 9, 6, '2 per 4 cursisten'],
    [{ count: 3, per_students: 1 }, 0, 3, '3 per 1 cursist'],
  ])('is told of %j', (need, places, units, text) => {
    expect([unitsOf(need, places), needText(need)]).toEqual([units, text])
  })

  it('is at its most what is taken in the fullest minute', () => {
    const taking = fc
      .tuple(fc.nat(50), fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 5 }))
      .map(([from, long, units]) => taken(from, from + long, units))
    fc.assert(
      fc.property(
        fc.array(taking, { maxLength: 12 }),
        fc.nat(40),
        fc.integer({ min: 1, max: 30 }),
        (all, from, long) => {
          const minutes = Array.from({ length: long }, (_, i) =>
            all
              .filter(({ starts_at, ends_at }) => starts_at <= at(from + i) && at(from + i) < ends_at)
              .reduce((sum, { units }) => sum + units, 0),
          )
          expect(peakOf(all, { starts_at: at(from), ends_at: at(from + long) })).toBe(Math.max(0, ...minutes))
        },
      ),
    )
  })

  it('is not taken by what ends as it begins, or begins as it ends', () => {
    expect(peakOf([taken(0, 10), taken(20, 30)], { starts_at: at(10), ends_at: at(20) })).toBe(0)
    expect(peakOf([taken(0, 11), taken(19, 30)], { starts_at: at(10), ends_at: at(20) })).toBe(1)
    expect(peakOf([], { starts_at: at(10), ends_at: at(20) })).toBe(0)
  })
})

describe('what a part is short of', () => {
  const need = { component_id: 1, material_id: 4, name: 'Reanimatiepop', total: 6, count: 1, per_students: 2 }
  const part = { description: 'BHV', starts_at: at(60), ends_at: at(120), places: 12 }
  const others = [taken(0, 90, 2, 'EHBO'), taken(90, 180, 3, 'VCA')]

  it('is nothing where there is just enough', () => {
    expect(shortageOf(need, part, [], 0)).toBeNull()
    expect(shortageOf({ ...need, total: 9 }, part, others, 0)).toBeNull()
  })

  it('is told with what has it at the same time', () => {
    expect(shortageOf({ ...need, total: 5 }, part, [], 0)).toEqual({
      material_id: 4,
      short: 1,
      settled: false,
      text: 'Reanimatiepop: 6 nodig en 5 van 5 vrij.',
    })
    const beside = shortageOf(need, part, others, 0)!
    expect(beside.short).toBe(3)
    expect(beside.text).toBe(
      'Reanimatiepop: 6 nodig en 3 van 6 vrij, naast EHBO, vr 01-01-2027, 01:00–02:30; VCA, vr 01-01-2027, 02:30–04:00.',
    )
  })

  it('is never more than is needed, however much others took', () => {
    const more = shortageOf(need, part, [taken(60, 120, 9)], 0)!
    expect([more.short, more.text.includes('0 van 6 vrij')]).toEqual([6, true])
  })

  it('is settled as long as it is not more than a planner permitted', () => {
    const settled = (permitted: number) => shortageOf({ ...need, total: 4 }, part, [], permitted)!.settled
    expect([settled(1), settled(2), settled(3)]).toEqual([false, true, true])
  })
})
