import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantOf } from '../../src/platform/format/zone.ts'
import { conflictLine } from '../../src/system/occupations/conflicts.rules.ts'
import {
  awayText,
  bookingLine,
  gapBetween,
  onOtherDays,
  overlaps,
  periodText,
} from '../../src/system/occupations/occupations.rules.ts'
import { peakOf } from '../../src/system/occupations/peak.rules.ts'
import { NO_END } from '../../src/system/occupations/points.ts'

const at = (day: number, time: string) => instantOf(`2026-11-${day}`, time)!
const span = (day: number, from: string, to: string, last = day) => ({
  starts_at: at(day, from),
  ends_at: at(last, to),
})
const HOUR = 3_600_000

describe('two that want the same', () => {
  const nine = span(19, '09:00', '12:00')
  it('are in each other’s way as soon as they share a moment', () => {
    expect(overlaps(nine, span(19, '12:00', '13:00'))).toBe(false)
    expect(overlaps(span(19, '12:00', '13:00'), nine)).toBe(false)
    expect(overlaps(nine, span(19, '11:59', '13:00'))).toBe(true)
    expect(overlaps(span(19, '11:59', '13:00'), nine)).toBe(true)
    expect(overlaps(nine, span(19, '10:00', '11:00'))).toBe(true)
  })

  it('lie so far apart, whichever is named first', () => {
    const later = span(20, '08:30', '10:00')
    expect(gapBetween(nine, later)).toBe(20.5 * HOUR)
    expect(gapBetween(later, nine)).toBe(20.5 * HOUR)
    expect(gapBetween(nine, span(19, '12:00', '13:00'))).toBe(0)
  })

  it('are on other days where the one ends on an earlier day in Amsterdam than the other begins', () => {
    const evening = span(19, '20:00', '23:59')
    const early = span(20, '00:00', '03:00')
    expect([onOtherDays(evening, early), onOtherDays(early, evening)]).toEqual([true, true])
    expect([onOtherDays(nine, evening), onOtherDays(evening, nine)]).toEqual([false, false])
    const night = span(19, '22:00', '06:00', 20)
    expect([onOtherDays(night, span(20, '09:00', '10:00')), onOtherDays(span(20, '09:00', '10:00'), night)]).toEqual([
      false,
      false,
    ])
  })

  it('overlap exactly where there is no gap', () => {
    const any = fc
      .tuple(fc.nat(50), fc.integer({ min: 1, max: 20 }))
      .map(([from, long]) => ({ starts_at: new Date(from * HOUR), ends_at: new Date((from + long) * HOUR) }))
    fc.assert(
      fc.property(any, any, (a, b) => {
        expect(overlaps(a, b)).toBe(gapBetween(a, b) < 0)
      }),
    )
  })
})

describe('a period in words', () => {
  const endless = { starts_at: at(19, '00:00'), ends_at: instantOf(NO_END, '00:00')! }
  it.each([
    [span(19, '08:30', '16:30'), 'do 19-11-2026, 08:30–16:30'],
    [span(19, '00:00', '00:00', 20), '19-11-2026'],
    [span(19, '00:00', '00:00', 21), '19-11-2026 t/m 20-11-2026'],
    [span(19, '00:00', '12:00'), 'do 19-11-2026, 00:00–12:00'],
    [span(19, '12:00', '00:00', 20), 'do 19-11-2026, 12:00 – vr 20-11-2026, 00:00'],
    [endless, 'vanaf 19-11-2026'],
    [{ ...endless, starts_at: at(19, '13:00') }, 'vanaf 19-11-2026 13:00'],
  ])('%j is %s', (period, text) => {
    expect(periodText(period)).toBe(text)
    expect(bookingLine({ ...period, description: 'Theorie BHV' })).toBe(`Theorie BHV, ${text}`)
  })

  const away = { first_day: '2026-11-19', last_day: '2026-11-20', from_time: null, until_time: null }
  it.each([
    [away, '19-11-2026 t/m 20-11-2026'],
    [{ ...away, from_time: '13:00' }, '19-11-2026 13:00 t/m 20-11-2026'],
    [{ ...away, until_time: '12:00' }, '19-11-2026 t/m 20-11-2026 12:00'],
    [{ ...away, last_day: null }, 'vanaf 19-11-2026'],
    [{ ...away, last_day: null, from_time: '13:00' }, 'vanaf 19-11-2026 13:00'],
    [{ ...away, last_day: '2026-11-19' }, '19-11-2026'],
    [{ ...away, last_day: '2026-11-19', from_time: '13:00' }, '19-11-2026, 13:00–24:00'],
    [{ ...away, last_day: '2026-11-19', until_time: '12:00' }, '19-11-2026, 00:00–12:00'],
  ])('not there: %j is %s', (period, text) => expect(awayText(period)).toBe(text))
})

describe('why somebody cannot', () => {
  const theory = { description: 'Theorie', ...span(19, '09:00', '12:00') }
  const exam = { description: 'Examen', ...span(19, '13:00', '15:00') }
  const holiday = { description: 'Vakantie', ...span(19, '00:00', '00:00', 20), away: true }

  it('says what is planned and that they are away, as far as each is so', () => {
    expect(conflictLine('Jeroen', [theory, exam])).toBe(
      'Jeroen is bezet op de volgende planningen: Theorie, do 19-11-2026, 09:00–12:00; Examen, do 19-11-2026, 13:00–15:00.',
    )
    expect(conflictLine('Jeroen', [holiday, { ...holiday, description: 'Vrij' }])).toBe(
      'Jeroen is niet beschikbaar: Vakantie, 19-11-2026; Vrij, 19-11-2026.',
    )
    expect(conflictLine('Jeroen', [holiday, { ...theory, away: false }])).toBe(
      'Jeroen is bezet op de volgende planningen: Theorie, do 19-11-2026, 09:00–12:00. Jeroen is niet beschikbaar: Vakantie, 19-11-2026.',
    )
    expect(conflictLine('Jeroen', [])).toBe('')
  })

  it('names no reason where that they are away is all there is to say', () => {
    expect(conflictLine('Lokaal 2', [{ ...holiday, plain: true }])).toBe('Lokaal 2 is niet beschikbaar: 19-11-2026.')
  })
})

it('the most that is taken counts what is there at the same moment of the span', () => {
  const during = span(19, '10:00', '12:00')
  const taken = (from: string, to: string, units: number) => ({ ...span(19, from, to), units })
  expect(peakOf([], during)).toBe(0)
  expect(peakOf([taken('09:00', '10:00', 3), taken('12:00', '13:00', 5)], during)).toBe(0)
  expect(peakOf([taken('09:00', '11:00', 3), taken('11:00', '13:00', 4)], during)).toBe(4)
  expect(peakOf([taken('09:00', '11:01', 3), taken('11:00', '13:00', 4)], during)).toBe(7)
  expect(peakOf([taken('08:00', '09:30', 3), taken('09:00', '10:30', 4)], during)).toBe(4)
})
