import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seenIn, seenText } from '../../src/system/calendar/seen.contract.ts'
import { seenAs } from './use-seen.ts'
import { type CalendarState } from './state.ts'

const KEYS = ['course_id', 'status', 'company_id']
const word = fc.string({ minLength: 1, maxLength: 12 })

describe('how a calendar is looked at', () => {
  it('is read back as it was written', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('m', 'w', 'd', 'l'),
        fc.uniqueArray(fc.tuple(fc.constantFrom(...KEYS), word, word), { selector: ([key]) => key }),
        (view, chosen) => {
          const values = Object.fromEntries(chosen.map(([key, value]) => [key, value]))
          const names = Object.fromEntries(chosen.map(([key, , name]) => [key, name]))
          const seen = { view, filters: { values, names } }
          const text = new URLSearchParams(seenText(seen).toString())
          expect(seenIn(text, KEYS)).toEqual(seen)
          expect(seenIn(text)).toEqual(seen)
        },
      ),
    )
  })

  it('knows no other kinds of view and no filters of another calendar', () => {
    expect(seenIn(new URLSearchParams('type=x&kind=3&status='), KEYS)).toEqual({
      view: undefined,
      filters: { values: {}, names: {} },
    })
  })

  it('goes before where the calendar was left, but for the day', () => {
    const left: CalendarState = { view: 'l', day: 20_000, page: 4, count: 30, filters: { values: { status: 'x' }, names: {} }, activeId: null } // prettier-ignore
    expect(seenAs(undefined, left)).toBe(left)
    expect(seenAs({ view: undefined, filters: { values: {}, names: {} } }, left)).toEqual({
      ...left,
      page: 0,
      filters: { values: {}, names: {} },
    })
  })
})
