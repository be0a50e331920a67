import { getISOWeek, getISOWeekYear } from 'date-fns'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addMonths,
  dayOf,
  formatDay,
  formatMinute,
  isoDay,
  isoWeekOf,
  mondayOf,
  partsOf,
  readDay,
  weekdayOf,
  weekStart,
} from '../../src/platform/format/days.ts'

const anyDay = fc.integer({ min: dayOf(1900, 1, 1), max: dayOf(2199, 12, 31) })

describe('weeks', () => {
  it('start on Monday [P-137]', () => {
    expect(weekdayOf(dayOf(2026, 11, 16))).toBe(0)
    expect(mondayOf(dayOf(2026, 11, 22))).toBe(dayOf(2026, 11, 16))
    expect(mondayOf(dayOf(2026, 11, 16))).toBe(dayOf(2026, 11, 16))
  })

  it('count from the one that holds the first four days of the year [P-138]', () => {
    // 1 January 2026 is a Thursday, so its week has four days in the year; 1 January 2027 is a Friday.
    expect(isoWeekOf(dayOf(2026, 1, 1))).toEqual({ year: 2026, week: 1 })
    expect(isoWeekOf(dayOf(2025, 12, 29))).toEqual({ year: 2026, week: 1 })
    expect(isoWeekOf(dayOf(2027, 1, 3))).toEqual({ year: 2026, week: 53 })
    expect(isoWeekOf(dayOf(2027, 1, 4))).toEqual({ year: 2027, week: 1 })
  })

  it('run to 53 in a long year and to 52 in others [P-139]', () => {
    expect(isoWeekOf(dayOf(2026, 12, 31)).week).toBe(53)
    expect(isoWeekOf(dayOf(2032, 12, 31)).week).toBe(53)
    expect(isoWeekOf(dayOf(2028, 12, 31)).week).toBe(52)
  })

  it('agree with date-fns on every day', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const { year, month, date } = partsOf(day)
        const local = new Date(year, month - 1, date)
        expect(isoWeekOf(day)).toEqual({ year: getISOWeekYear(local), week: getISOWeek(local) })
      }),
    )
  })

  it('lead back to their Monday', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const { year, week } = isoWeekOf(day)
        expect(weekStart(year, week)).toBe(mondayOf(day))
      }),
    )
  })
})

describe('months', () => {
  it('turn over into the next and the previous year', () => {
    expect(isoDay(addMonths(dayOf(2026, 12, 15), 1))).toBe('2027-01-15')
    expect(isoDay(addMonths(dayOf(2026, 1, 15), -1))).toBe('2025-12-15')
  })

  it('end on their last day where they are shorter', () => {
    expect(isoDay(addMonths(dayOf(2027, 1, 31), 1))).toBe('2027-02-28')
    expect(isoDay(addMonths(dayOf(2028, 1, 31), 1))).toBe('2028-02-29')
  })

  it('are left by exactly one in each step', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -30, max: 30 }), (day, months) => {
        const from = partsOf(day)
        const to = partsOf(addMonths(day, months))
        expect(to.year * 12 + to.month).toBe(from.year * 12 + from.month + months)
      }),
    )
  })
})

describe('texts', () => {
  it('write a date as DD-MM-YYYY', () => {
    expect(formatDay(dayOf(2026, 3, 5))).toBe('05-03-2026')
  })

  it('write the end of the day as midnight', () => {
    expect(formatMinute(1440)).toBe('00:00')
    expect(formatMinute(545)).toBe('09:05')
  })

  it('are read back as they are written, and only when they exist', () => {
    fc.assert(fc.property(fc.integer({ min: -25_000, max: 80_000 }), (day) => readDay(formatDay(day)) === day))
    for (const text of ['', '1-3-2026', '31-02-2026', '00-01-2026', '2026-03-01']) expect(readDay(text)).toBeNull()
  })
})
