import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SHORTEST, WORKDAY, freeSlots, freeText, longestOf } from './free-slots.ts'

const slot = fc
  .tuple(fc.integer({ min: 0, max: 1440 }), fc.integer({ min: 0, max: 600 }))
  .map(([start, length]) => ({ start, end: Math.min(1440, start + length) }))

describe('free time of a lane', () => {
  it('is the whole day while nothing is taken', () => {
    expect(freeSlots([])).toEqual([WORKDAY])
    expect(freeText(WORKDAY)).toBe('Vrij, hele dag')
  })

  it('is what lies before, between and after what is taken', () => {
    const taken = [
      { start: 660, end: 720 },
      { start: 870, end: 900 },
    ]
    expect(freeSlots(taken).map(freeText)).toEqual(['Vrij tot 11:00', 'Vrij 12:00–14:30', 'Vrij vanaf 15:00'])
    expect(freeSlots([{ start: 510, end: 960 }]).map(freeText)).toEqual(['Vrij vanaf 16:00'])
    expect(freeSlots([{ start: 0, end: 1440 }])).toEqual([])
  })

  it('is told from the least in which something is planned, and not a minute less', () => {
    const between = (minutes: number) =>
      freeSlots([
        { start: WORKDAY.start, end: 600 },
        { start: 600 + minutes, end: WORKDAY.end },
      ])
    expect(between(SHORTEST)).toEqual([{ start: 600, end: 600 + SHORTEST }])
    expect(between(SHORTEST - 1)).toEqual([])
    const [first, last] = [
      { start: WORKDAY.start + SHORTEST, end: WORKDAY.end },
      { start: 0, end: WORKDAY.end - SHORTEST },
    ]
    expect(freeSlots([first]).map(freeText)).toEqual(['Vrij tot 10:00'])
    expect(freeSlots([last]).map(freeText)).toEqual(['Vrij vanaf 16:00'])
  })

  it('is told once in a cell: the longest, of equal ones the first', () => {
    const slots = [480, 720, 900].map((start, i) => ({ start, end: start + [120, 150, 150][i]! }))
    expect(longestOf(slots)).toEqual([slots[1]])
    expect(longestOf([])).toEqual([])
  })

  it('never lies over anything that is taken, nor outside the day, and is long enough', () => {
    fc.assert(
      fc.property(fc.array(slot, { maxLength: 8 }), (taken) => {
        for (const free of freeSlots(taken)) {
          expect(free.end - free.start).toBeGreaterThanOrEqual(SHORTEST)
          expect(free.start).toBeGreaterThanOrEqual(WORKDAY.start)
          expect(free.end).toBeLessThanOrEqual(WORKDAY.end)
          expect(taken.filter((one) => one.start < free.end && free.start < one.end && one.end > one.start)).toEqual([])
        }
      }),
    )
  })

  it('leaves no long stretch out', () => {
    fc.assert(
      fc.property(fc.array(slot, { maxLength: 6 }), fc.integer({ min: 480, max: 960 }), (taken, start) => {
        const wanted = { start, end: start + SHORTEST }
        const isFree =
          wanted.end <= WORKDAY.end && taken.every((one) => one.end <= wanted.start || one.start >= wanted.end)
        if (!isFree) return
        expect(freeSlots(taken).some((free) => free.start <= wanted.start && free.end >= wanted.end)).toBe(true)
      }),
    )
  })
})
