import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DaySpan,
  LAST_MINUTE,
  drop,
  minutesOf,
  overlapsAny,
  startBehind,
  timeOf,
  withEnd,
  withStart,
} from '../../src/inspections/planning/visits/board-times.contract.ts'

/** '08:00-09:00 …' as spans. */
const spans = (text: string): DaySpan[] =>
  text.split(' ').filter(Boolean).map((one) => ({ start: minutesOf(one.slice(0, 5)), end: minutesOf(one.slice(6)) })) // prettier-ignore
const span = (text: string) => spans(text)[0]!
const text = ({ start, end }: DaySpan) => `${timeOf(start)}-${timeOf(end)}`

/** Among which, where, for how long; what comes of it. */
const DROPS: [string, string | null, number | undefined, string][] = [
  ['', null, undefined, '08:00-09:00'],
  ['', '13:00', undefined, '13:00-14:00'],
  ['08:00-09:00', '08:30', undefined, '09:00-10:00'],
  ['08:00-09:00 10:00-11:00', '08:00', undefined, '09:00-10:00'],
  ['08:00-09:00 10:00-11:00', null, 90, '11:00-12:30'],
  ['08:00-09:00', '07:45', undefined, '07:45-08:00 from 60 to 15'],
  ['08:00-09:00 09:45-11:00', '08:30', undefined, '09:00-09:45 from 60 to 45'],
  ['08:00-09:00 10:30-11:00', '09:00', 120, '09:00-10:30 from 120 to 90'],
  ['08:00-09:00 09:00-11:00', '08:30', undefined, 'Dit gaat helaas niet passen.'],
  ['20:00-23:59', null, undefined, 'Dit gaat helaas niet passen.'],
]

describe('a visit', () => {
  it.each([
    ['09:00-10:30', '09:30', '09:30-10:30'],
    ['09:00-10:30', '10:30', '10:30-12:00'],
    ['09:00-10:30', '13:00', '13:00-14:30'],
    ['09:00-10:30', '23:00', '22:29-23:59'],
  ])('%s whose start moves to %s is %s: at or after the end it keeps its duration [A-103]', (was, start, becomes) => {
    expect(text(withStart(span(was), minutesOf(start)))).toBe(becomes)
  })

  it.each([
    ['09:00-10:30', '10:00', '09:00-10:00'],
    ['09:00-10:30', '09:00', '07:30-09:00'],
    ['09:00-10:30', '08:00', '06:30-08:00'],
    ['09:00-10:30', '01:00', '00:00-01:30'],
  ])('%s whose end moves to %s is %s: at or before the start that shifts [A-104]', (was, end, becomes) => {
    expect(text(withEnd(span(was), minutesOf(end)))).toBe(becomes)
  })

  it.each([
    ['08:59-10:00', true],
    ['09:00-10:00', false],
    ['10:00-12:00', false],
    ['09:30-12:01', true],
    ['07:00-14:00', true],
    ['08:15-08:30', true],
  ])('beside 08:00-09:00 and 12:00-13:00, from %s, overlaps: %s [A-106] [A-107]', (own, expected) => {
    expect(overlapsAny(span(own), spans('08:00-09:00 12:00-13:00'))).toBe(expected)
  })

  it.each([
    ['', '08:00'],
    ['10:00-11:30 08:00-09:00', '11:30'],
  ])('behind "%s" begins at %s [A-113]', (others, start) => {
    expect(timeOf(startBehind(spans(others)))).toBe(start)
  })

  it.each(DROPS)(
    'dropped among "%s" at %s (minutes: %s) gives %s [A-109] [A-110] [A-112] [M-086]',
    (others, at, minutes, expected) => {
      const dropped = drop(spans(others), at === null ? null : minutesOf(at), minutes)
      const told =
        'refusal' in dropped
          ? dropped.refusal
          : text(dropped.span) + ('shorten' in dropped ? ` from ${dropped.shorten.from} to ${dropped.shorten.to}` : '')
      expect(told).toBe(expected)
    },
  )

  it('that is dropped or moved never overlaps and stays within its day', () => {
    const minute = fc.integer({ min: 0, max: LAST_MINUTE - 1 })
    const day = fc.uniqueArray(minute, { maxLength: 10 }).map((cuts) => {
      const sorted = cuts.sort((a, b) => a - b)
      return sorted.flatMap((start, i) => (i % 2 === 0 && sorted[i + 1] !== undefined ? [{ start, end: sorted[i + 1]! }] : [])) // prettier-ignore
    })
    fc.assert(
      fc.property(day, fc.option(minute), fc.integer({ min: 1, max: 600 }), minute, (others, at, duration, moved) => {
        const dropped = drop(others, at, duration)
        if ('refusal' in dropped) return
        const found = [dropped.span, withStart(dropped.span, moved), withEnd(dropped.span, moved)]
        for (const { start, end } of found)
          expect([start >= 0, start < end, end <= LAST_MINUTE]).toEqual([true, true, true])
        expect(overlapsAny(dropped.span, others)).toBe(false)
      }),
    )
  })
})
