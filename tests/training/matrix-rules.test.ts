import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../src/platform/format/zone.ts'
import {
  type Cell,
  NOTHING,
  type Need,
  type Person,
  cellOf,
  hasToHold,
  isValid,
  meet,
  soonFrom,
  stateOf,
} from '../../src/training/proof/matrix/matrix.rules.ts'

const DAY = '2026-11-23'
const days = { on: DAY, soon: soonFrom(DAY) }
const until = (day: string | null): Cell => ({ certificateId: 1, holds: true, until: day, booked: null })

describe('what counts of the certificates of somebody', () => {
  it('is the one that ends last', () => {
    const held = [
      { id: 1, until: '2026-01-01' },
      { id: 2, until: '2028-01-01' },
      { id: 3, until: '2027-01-01' },
    ]
    expect(cellOf(held, null, null)).toMatchObject({ certificateId: 2, until: '2028-01-01' })
  })

  it('is to be refreshed by the day of the refresher where it has no end, and ends with itself otherwise', () => {
    expect(cellOf([{ id: 1, until: null }], '2027-02-01', null).until).toBe('2027-02-01')
    expect(cellOf([{ id: 1, until: null }], null, null)).toMatchObject({ holds: true, until: null })
    expect(cellOf([{ id: 1, until: '2027-05-01' }], '2027-02-01', null).until).toBe('2027-05-01')
  })

  it('is the day of the refresher of who came with one of another school', () => {
    expect(cellOf([], '2027-02-01', null)).toEqual({
      certificateId: null,
      holds: true,
      until: '2027-02-01',
      booked: null,
    })
    expect(cellOf([], null, null)).toEqual(NOTHING)
  })
})

describe('how it is told', () => {
  it.each([
    ['2026-11-22', 'late'],
    ['2026-11-23', 'soon'],
    ['2027-02-23', 'soon'],
    ['2027-02-24', 'ok'],
    [null, 'ok'],
  ])('until %s is %s', (day, state) => {
    expect(stateOf(until(day), days, false)).toBe(state)
  })

  it('is missing for who has to have it alone', () => {
    expect([stateOf(NOTHING, days, true), stateOf(NOTHING, days, false)]).toEqual(['missing', 'none'])
  })
})

describe('a need', () => {
  const people: Person[] = [
    { id: 1, companies: [10], jobTitle: 'Magazijn' },
    { id: 2, companies: [10, 11], jobTitle: 'magazijn ' },
    { id: 3, companies: [10, 11], jobTitle: 'Kantoor' },
  ]
  const need: Need = { companyId: 10, kind: 5, jobTitle: 'Magazijn', count: null }

  it('of a function is about each who has it, at the company and below it', () => {
    expect(people.map((person) => hasToHold([need], person, 5))).toEqual([true, true, false])
    expect(hasToHold([{ ...need, companyId: 11 }], people[0]!, 5)).toBe(false)
    expect(hasToHold([need], people[0]!, 6)).toBe(false)
    // So many of them is nothing that one person has to hold.
    expect(hasToHold([{ ...need, count: 1 }], people[0]!, 5)).toBe(false)
  })

  it('counts who is valid on the day, and proposes who held one before first, without who is enrolled', () => {
    const cells: Record<number, Cell> = {
      1: NOTHING,
      2: until('2026-01-01'),
      3: { ...until('2026-01-01'), booked: { id: 9, day: '2026-11-24', done: '2026-12-01' } },
    }
    const all = { ...need, jobTitle: '', count: 3 }
    const of = (day: string) => meet(all, people, ({ id }) => cells[id]!, day)
    expect(of('2026-12-01')).toEqual({ needed: 3, valid: 0, booked: 1, short: 3, candidates: [2, 1] })
    expect(of('2026-11-30')).toMatchObject({ booked: 0, candidates: [2, 1] })
    expect(of('2025-12-31')).toMatchObject({ valid: 2, short: 1, candidates: [1] })
    expect(meet({ ...all, count: 1 }, people, ({ id }) => cells[id]!, '2026-11-23').candidates).toEqual([2])
  })

  const someDay = fc.integer({ min: 0, max: 900 }).map((days) => addDays('2026-01-01', days))
  const someCell = fc.record({
    certificateId: fc.constant(1),
    holds: fc.boolean(),
    until: fc.option(someDay),
    booked: fc.option(fc.record({ id: fc.nat(), day: someDay, done: someDay })),
  })
  const some = fc.array(someCell, { maxLength: 30 })
  const asked = (count: number | null): Need => ({ companyId: 1, kind: 1, jobTitle: '', count })
  const peopleOf = (cells: unknown[]): Person[] => cells.map((_, id) => ({ id, companies: [1], jobTitle: '' }))

  it('proposes nobody who is valid or enrolled, nobody twice, and never more than are short', () => {
    fc.assert(
      fc.property(some, fc.option(fc.integer({ min: 1, max: 40 })), someDay, (cells, count, day) => {
        const met = meet(asked(count), peopleOf(cells), ({ id }) => cells[id]!, day)
        expect(new Set(met.candidates).size).toBe(met.candidates.length)
        expect(met.candidates.length).toBeLessThanOrEqual(met.short)
        for (const id of met.candidates) {
          expect(isValid(cells[id]!, day)).toBe(false)
          expect(cells[id]!.booked).toBe(null)
        }
        expect(met.short).toBe(Math.max(0, met.needed - cells.filter((cell) => isValid(cell, day)).length))
      }),
    )
  })

  it('is never met better on a later day, as long as nobody passes', () => {
    fc.assert(
      fc.property(some, someDay, fc.nat(400), (cells, day, days) => {
        const at = (on: string) => meet(asked(10), peopleOf(cells), ({ id }) => cells[id]!, on).valid
        expect(at(addDays(day, days))).toBeLessThanOrEqual(at(day))
      }),
    )
  })
})
