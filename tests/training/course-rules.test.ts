import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  courseDays,
  durationInput,
  formatDuration,
  formatValidity,
  parseDuration,
} from '../../src/training/catalogue/courses/courses.rules.ts'

describe('the duration of a component', () => {
  it.each([
    ['8:00', 480],
    ['8', 480],
    ['7:30', 450],
    ['7,5', 450],
    ['0:45', 45],
    [' 2:05 ', 125],
    ['12', 720],
    ['13', 13],
    ['180', 180],
    ['180:00', 10_800],
    ['8 uur', 480],
    ['7,5 uur', 450],
    ['2 uur 30', 150],
    ['1 uur en 5 min', 65],
    ['45 minuten', 45],
  ])('reads %j', (typed, minutes) => {
    expect(parseDuration(typed)).toBe(minutes)
  })

  it.each(['', 'acht', '8:60', '8:5', '-1', '8.00', '1:2:3', '8 dagen', 'uur', '2 uur 75'])(
    'does not read %j',
    (typed) => {
      expect(parseDuration(typed)).toBe(null)
    },
  )

  it('is read as it is told', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 14_400 }), (minutes) => {
        expect(parseDuration(formatDuration(minutes))).toBe(minutes)
      }),
    )
  })

  it('stands in its field as it can be typed again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 14_400 }), (minutes) => {
        expect(parseDuration(durationInput(minutes))).toBe(minutes)
      }),
    )
  })

  it.each([
    [480, '8 uur'],
    [150, '2 uur 30'],
    [65, '1 uur 05'],
    [45, '45 minuten'],
    [1, '1 minuut'],
  ])('of %i minutes is shown as %s', (minutes, text) => {
    expect(formatDuration(minutes)).toBe(text)
  })
})

describe('the validity of a course', () => {
  it.each([
    [null, 'Geen einddatum'],
    [1, '1 maand'],
    [12, '1 jaar'],
    [18, '18 maanden'],
    [120, '10 jaar'],
  ])('of %s months is shown as %s', (months, text) => {
    expect(formatValidity(months)).toBe(text)
  })
})

describe('the day of each component', () => {
  const daysOf = (...gaps: number[]) => courseDays(gaps.map((days_after_previous) => ({ days_after_previous })))

  it('counts days of the course, not of the calendar', () => {
    expect(daysOf(0, 0, 7, 0, 1)).toEqual([1, 1, 2, 2, 3])
  })

  it('starts at one, whatever the first component says', () => {
    expect(daysOf(7, 0)).toEqual([1, 1])
  })
})
