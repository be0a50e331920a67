import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Asked,
  type Candidate,
  isMoved,
  lacking,
  ranked,
  whoIsNext,
  whyNotAsked,
  whyOver,
} from '../../src/training/planning/teacher-requests/teacher-requests.rules.ts'

const STATES = ['waiting', 'asked', 'yes', 'no', 'lapsed', 'withdrawn'] as const
const asked = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 200 }),
    place: fc.integer({ min: 1, max: 50 }),
    state: fc.constantFrom(...STATES),
  }),
  { selector: ({ id }) => id, maxLength: 30 },
)
const lack = fc.integer({ min: -1, max: 6 })

describe('who is asked next', () => {
  it.each<[string, Parameters<typeof whoIsNext>, number[]]>([
    ['the first in line', ['in_order', requests('wait', 'wait'), 1], [1]],
    ['nobody beside who is asked', ['in_order', requests('asked', 'wait'), 1], []],
    ['one more where two lack', ['in_order', requests('asked', 'wait', 'wait'), 2], [2]],
    ['the next after a no', ['in_order', requests('no', 'wait', 'wait'), 1], [2]],
    ['everybody at once', ['at_once', requests('wait', 'wait', 'wait'), 1], [1, 2, 3]],
    ['nobody where none lacks', ['at_once', requests('wait', 'wait'), 0], []],
  ])('is %s', (_what, input, next) => {
    expect(whoIsNext(...input)).toEqual(next)
  })

  it('are never more than lack, in the order of the list, and only who wait', () => {
    fc.assert(
      fc.property(asked, lack, (all, count) => {
        const next = whoIsNext('in_order', all, count)
        const outstanding = all.filter(({ state }) => state === 'asked').length
        const byId = new Map(all.map((one) => [one.id, one]))
        expect(next.every((id) => byId.get(id)!.state === 'waiting')).toBe(true)
        expect(next.length).toBeLessThanOrEqual(Math.max(0, count - outstanding))
        const places = next.map((id) => byId.get(id)!.place)
        expect(places).toEqual(places.toSorted((a, b) => a - b))
        // Nobody before them is passed by.
        const passed = all.filter(
          ({ id, state, place }) => state === 'waiting' && !next.includes(id) && place < (places.at(-1) ?? 0),
        )
        expect(passed).toEqual([])
        // As many as can be.
        const waiting = all.filter(({ state }) => state === 'waiting').length
        expect(next.length).toBe(Math.min(waiting, Math.max(0, count <= 0 ? 0 : count - outstanding)))
      }),
    )
  })
})

function requests(...states: ('wait' | 'asked' | 'no')[]): Asked[] {
  return states.map((state, i) => ({ id: i + 1, place: i + 1, state: state === 'wait' ? 'waiting' : state }))
}

describe('who is proposed', () => {
  const candidate = (id: number, more: Partial<Candidate> = {}): Candidate => ({
    ...{ id, name: `Docent ${id}`, red: [], orange: [], weekMinutes: 0, lately: 0, hasEmail: true },
    ...more,
  })
  const order = (...all: Candidate[]) => ranked(all).map(({ id }) => id)

  it('has who can be asked first, then who has little that week and was asked less lately', () => {
    expect(order(candidate(1, { red: ['Bezet'] }), candidate(2))).toEqual([2, 1])
    expect(order(candidate(1, { hasEmail: false }), candidate(2))).toEqual([2, 1])
    expect(order(candidate(1, { orange: ['Weinig rust'] }), candidate(2, { weekMinutes: 900 }))).toEqual([2, 1])
    expect(order(candidate(1, { weekMinutes: 60 }), candidate(2, { lately: 9 }))).toEqual([2, 1])
    expect(order(candidate(1, { lately: 1 }), candidate(2))).toEqual([2, 1])
    expect(order(candidate(2, { name: 'Bosman' }), candidate(1, { name: 'Zwart' }))).toEqual([2, 1])
  })

  it('is the same in whatever order they are given, and loses nobody', () => {
    const any = fc.uniqueArray(
      fc.record({
        id: fc.integer({ min: 1, max: 100 }),
        name: fc.constantFrom('Bosman', 'El Amrani', 'Van Dijk'),
        red: fc.constantFrom([], ['Bezet']),
        orange: fc.constantFrom([], ['Weinig rust'], ['Weinig rust', 'Reistijd']),
        weekMinutes: fc.constantFrom(0, 480, 960),
        lately: fc.integer({ min: 0, max: 3 }),
        hasEmail: fc.boolean(),
      }),
      { selector: ({ id }) => id, maxLength: 20 },
    )
    fc.assert(
      fc.property(any, (all) => {
        const once = ranked(all)
        expect(ranked(all.toReversed())).toEqual(once)
        expect(once.length).toBe(all.length)
        const first = once.findIndex((one) => whyNotAsked(one) !== null)
        if (first >= 0) expect(once.slice(first).every((one) => whyNotAsked(one) !== null)).toBe(true)
      }),
    )
  })
})

describe('a part', () => {
  const starts_at = new Date('2027-01-05T08:30:00Z')
  const ends_at = new Date('2027-01-05T15:00:00Z')
  const before = new Date(starts_at.getTime() - 1)

  it.each([
    ['planned', before, null],
    ['option', before, null],
    ['confirmed', before, null],
    ['planned', starts_at, 'Het onderdeel is begonnen'],
    ['cancelled', before, 'Het onderdeel is geannuleerd'],
    ['executed', before, 'Het onderdeel is gegeven'],
    ['done', before, 'Het onderdeel is gegeven'],
  ])('that is %s at %s is over: %s', (status, now, why) => {
    expect(whyOver({ status, starts_at, ends_at }, now)).toBe(why)
  })

  it('has moved when it begins or ends at another time than was asked for', () => {
    const other = new Date(ends_at.getTime() + 60_000)
    expect(isMoved({ starts_at, ends_at }, { starts_at, ends_at })).toBe(false)
    expect(isMoved({ starts_at, ends_at }, { starts_at, ends_at: other })).toBe(true)
    expect(isMoved({ starts_at: before, ends_at }, { starts_at, ends_at })).toBe(true)
    expect(isMoved({ starts_at: null, ends_at: null }, { starts_at, ends_at })).toBe(false)
  })

  it('lacks what it needs and has not, and never less than none', () => {
    expect([lacking(2, 0), lacking(2, 1), lacking(2, 2), lacking(1, 3), lacking(0, 0)]).toEqual([2, 1, 0, 0, 0])
  })
})
