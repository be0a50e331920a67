import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layOutDay, slicesOf, type Lane } from './overlap.ts'
import { type Piece } from './split.ts'
import { appointment, day } from './test-support.ts'

const today = day('2026-11-18')

function piece(start: number, end: number): Piece {
  const whole = appointment('2026-11-18 00:00', '2026-11-18 00:00')
  return { key: String(whole.id), appointment: whole, day: today, start, end, index: 0, count: 1 }
}

const hours = (from: number, to: number): Piece => piece(from * 60, to * 60)

function lanesOf(pieces: Piece[]): [number, number][] {
  const lanes = layOutDay(pieces)
  return pieces.map(({ key }) => [lanes.get(key)!.overlap, lanes.get(key)!.offset])
}

describe('the overlap layout', () => {
  it('counts the pieces of a time frame minus one [P-145]', () => {
    expect(lanesOf([hours(9, 10)]).map(([overlap]) => overlap)).toEqual([0])
    expect(lanesOf([hours(8.5, 12), hours(9, 12.5), hours(9.5, 11.5)]).map(([overlap]) => overlap)).toEqual([2, 2, 2])
  })

  it('gives overlapping pieces a place each, side by side [P-146]', () => {
    expect(lanesOf([hours(8.5, 12), hours(9, 12.5), hours(9.5, 11.5)]).map(([, offset]) => offset)).toEqual([0, 1, 2])
  })

  it('uses a place again once it is free', () => {
    expect(lanesOf([hours(8.5, 16.5), hours(9, 12.5), hours(13, 16)])).toEqual([
      [1, 0],
      [1, 1],
      [1, 1],
    ])
  })

  it('leaves pieces that only touch at their full width', () => {
    expect(lanesOf([hours(9, 10), hours(10, 11)])).toEqual([
      [0, 0],
      [0, 0],
    ])
  })

  it('sees time in slices of five minutes [P-144]', () => {
    expect(slicesOf({ start: 540, end: 602 })).toEqual({ first: 108, after: 121 })
    // 10:02 and 10:03 lie in one slice, 10:00 and 10:05 do not.
    expect(lanesOf([piece(540, 602), piece(603, 660)])).toEqual([
      [1, 0],
      [1, 1],
    ])
    expect(lanesOf([piece(540, 600), piece(605, 660)])).toEqual([
      [0, 0],
      [0, 0],
    ])
  })

  it('gives a piece without length a slice of its own', () => {
    expect(lanesOf([piece(600, 600), piece(600, 660)])).toEqual([
      [1, 1],
      [1, 0],
    ])
  })
})

const anyPiece = fc
  .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 0, max: 400 }))
  .map(([start, length]) => piece(start, Math.min(1440, start + length)))

/** The slices of a piece, one by one: another way to look at the same than the layout's own. */
function occupied(of: Piece): number[] {
  const { first, after } = slicesOf(of)
  return Array.from({ length: after - first }, (_, index) => first + index)
}

describe('whatever the appointments of a day', () => {
  it('no two pieces cover each other', () => {
    fc.assert(
      fc.property(fc.array(anyPiece, { maxLength: 40 }), (pieces) => {
        const lanes = layOutDay(pieces)
        const taken = new Map<number, Lane[]>()
        for (const one of pieces) {
          for (const slice of occupied(one)) taken.set(slice, [...(taken.get(slice) ?? []), lanes.get(one.key)!])
        }
        for (const together of taken.values()) {
          expect(new Set(together.map(({ offset }) => offset)).size).toBe(together.length)
          expect(new Set(together.map(({ overlap }) => overlap)).size).toBe(1)
          for (const { offset, overlap } of together) expect(offset).toBeLessThanOrEqual(overlap)
        }
      }),
    )
  })

  it('no piece is narrower than the busiest moment of its time frame asks for', () => {
    fc.assert(
      fc.property(fc.array(anyPiece, { minLength: 1, maxLength: 40 }), (pieces) => {
        const lanes = layOutDay(pieces)
        const load = new Map<number, number>()
        for (const one of pieces) for (const slice of occupied(one)) load.set(slice, (load.get(slice) ?? 0) + 1)
        for (const one of pieces) {
          let [from, to] = [occupied(one)[0]!, occupied(one).at(-1)!]
          while (pieces.some((other) => reaches(other, from - 1, from))) from -= 1
          while (pieces.some((other) => reaches(other, to, to + 1))) to += 1
          const frame = [...load].filter(([slice]) => slice >= from && slice <= to).map(([, count]) => count)
          expect(lanes.get(one.key)!.overlap).toBe(Math.max(...frame) - 1)
        }
      }),
    )
  })
})

/** Whether one piece holds both slices, so that a time frame runs on from one to the other. */
function reaches(of: Piece, one: number, next: number): boolean {
  const { first, after } = slicesOf(of)
  return first <= one && next < after
}
