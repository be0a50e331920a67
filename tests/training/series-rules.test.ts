import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, instantOf, wallClock, weekday } from '../../src/platform/format/zone.ts'
import { dutchHolidays } from '../../src/system/holidays/index.ts'
import {
  MOST_OCCASIONS,
  type Pattern,
  daysBetween,
  laterByDays,
  nthOfMonth,
  seriesDays,
  seriesText,
  skippedText,
  usualPattern,
} from '../../src/training/planning/planning/series/series.rules.ts'

const pattern = (first: string, more: Partial<Pattern> = {}): Pattern => ({ ...usualPattern(first), ...more })
const open = () => undefined
const daysOf = (first: string, more: Partial<Pattern>, closure: (day: string) => string | undefined = open) =>
  seriesDays(pattern(first, more), first, [0], closure).days

const day = fc.integer({ min: 0, max: 365 * 12 }).map((days) => addDays('2024-01-01', days))
const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 })

describe('the days of a series', () => {
  it('are every so many weeks on the chosen days, counted in weeks from Monday', () => {
    expect(daysOf('2027-01-13', { every_weeks: 2, weekdays: [1, 3], count: 5 })).toEqual([
      '2027-01-13',
      '2027-01-25',
      '2027-01-27',
      '2027-02-08',
      '2027-02-10',
    ])
  })

  it('go on through the year with 53 weeks', () => {
    expect(daysOf('2026-12-22', { every_weeks: 1, weekdays: [2], count: 4 })).toEqual([
      '2026-12-22',
      '2026-12-29',
      '2027-01-05',
      '2027-01-12',
    ])
    expect(daysOf('2026-12-22', { every_weeks: 2, weekdays: [2], count: 3 })).toEqual([
      '2026-12-22',
      '2027-01-05',
      '2027-01-19',
    ])
  })

  it.each([
    ['1', 2, ['2027-02-02', '2027-03-02', '2027-04-06']],
    ['4', 1, ['2027-01-25', '2027-02-22', '2027-03-22']],
    ['last', 5, ['2027-01-29', '2027-02-26', '2027-03-26']],
  ] as const)('are the %s of a day of the week in each month', (nth, nth_weekday, expected) => {
    const which = nth === 'last' ? nth : (Number(nth) as 1 | 4)
    expect(daysOf('2027-01-12', { repeat: 'monthly', nth: which, nth_weekday, count: 3 })).toEqual(expected)
  })

  it('leave months out as often as was asked for', () => {
    expect(daysOf('2027-11-02', { repeat: 'monthly', every_months: 3, nth: 1, nth_weekday: 2, count: 3 })).toEqual([
      '2027-11-02',
      '2028-02-01',
      '2028-05-02',
    ])
  })

  it('are those that were typed, each once and in order', () => {
    const dates = ['2027-03-02', '2027-01-12', '2027-03-02']
    expect(daysOf('2027-02-01', { repeat: 'dates', dates, count: 1, until: '2027-01-01' })).toEqual([
      '2027-01-12',
      '2027-03-02',
    ])
  })

  it('end at the last day or at the number, whichever comes first', () => {
    expect(daysOf('2027-01-12', { count: 10, until: '2027-01-26' })).toHaveLength(3)
    expect(daysOf('2027-01-12', { count: 2, until: '2027-01-26' })).toHaveLength(2)
    expect(daysOf('2027-01-12', { count: null, until: '2027-01-25' })).toHaveLength(2)
  })

  it('pass a closed day and a day that was left out, and go on to the number', () => {
    const closure = (on: string) => dutchHolidays(Number(on.slice(0, 4)))[on]
    const found = seriesDays(
      pattern('2027-03-15', { weekdays: [1], count: 3, exceptions: ['2027-03-22'] }),
      '2027-03-15',
      [0],
      closure,
    )
    expect(found.days).toEqual(['2027-03-15', '2027-04-05', '2027-04-12'])
    expect(skippedText(found.skipped)).toBe(
      'Overgeslagen: ma 22-03-2027 (zelf overgeslagen), ma 29-03-2027 (Tweede paasdag).',
    )
  })

  it('pass a planning of which a later part is on a closed day, and say which', () => {
    const closure = (on: string) => (on === '2027-01-21' ? 'Studiedag' : undefined)
    const found = seriesDays(pattern('2027-01-12', { count: 2 }), '2027-01-12', [0, 2], closure)
    expect(found.days).toEqual(['2027-01-12', '2027-01-26'])
    expect(skippedText(found.skipped)).toBe('Overgeslagen: di 19-01-2027 (Studiedag op do 21-01-2027).')
  })

  it('stay on closed days where that was asked for', () => {
    expect(daysOf('2027-01-12', { count: 2, closed: 'show' }, () => 'Dicht')).toHaveLength(2)
    expect(daysOf('2027-01-12', { count: 2 }, () => 'Dicht')).toEqual([])
  })

  it('are at most sixty, which is told', () => {
    const found = seriesDays(pattern('2027-01-12', { count: null, until: '2099-01-01' }), '2027-01-12', [0], open)
    expect([found.days.length, found.isCut]).toEqual([MOST_OCCASIONS, true])
    const whole = seriesDays(pattern('2027-01-12', { count: 60 }), '2027-01-12', [0], open)
    expect([whole.days.length, whole.isCut]).toEqual([60, false])
  })

  it('are always in order, never before the first, on the days asked for and at whole distances', () => {
    fc.assert(
      fc.property(day, weekdays, fc.integer({ min: 1, max: 5 }), (first, wanted, every_weeks) => {
        const days = daysOf(first, { every_weeks, weekdays: wanted, count: 30 })
        const monday = addDays(first, 1 - weekday(first))
        expect(days).toHaveLength(30)
        days.forEach((found, i) => {
          expect(found >= first && (i === 0 || found > days[i - 1]!)).toBe(true)
          expect(wanted).toContain(weekday(found))
          expect(Math.floor(daysBetween(monday, found) / 7) % every_weeks).toBe(0)
        })
      }),
    )
  })

  it('are in each month on that day of the week, the last within a week of the end', () => {
    fc.assert(
      fc.property(
        day,
        fc.constantFrom<Pattern['nth'][]>(1, 2, 3, 4, 'last'),
        fc.integer({ min: 1, max: 7 }),
        (on, nth, wanted) => {
          const found = nthOfMonth(on, nth, wanted)
          expect([weekday(found), found.slice(0, 7)]).toEqual([wanted, on.slice(0, 7)])
          if (nth === 'last') expect(addDays(found, 7).slice(0, 7)).not.toBe(on.slice(0, 7))
          else expect(Math.ceil(Number(found.slice(8)) / 7)).toBe(nth)
        },
      ),
    )
  })
})

describe('a part of a series', () => {
  it('keeps its time of the clock on whatever day, and has none where the clock skips it', () => {
    const minute = fc.integer({ min: 0, max: 95 }).map((quarter) => {
      const [hours, minutes] = [Math.floor(quarter / 4), (quarter % 4) * 15]
      return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
    })
    fc.assert(
      fc.property(day, minute, fc.integer({ min: 0, max: 800 }), (first, time, days) => {
        const instant = instantOf(first, time)
        fc.pre(instant !== null)
        const later = laterByDays(instant, days)
        if (later === null) expect(time >= '02:00' && time < '03:00').toBe(true)
        else expect(wallClock(later)).toEqual({ day: addDays(first, days), time })
      }),
    )
    expect(laterByDays(instantOf('2027-03-27', '02:30')!, 1)).toBeNull()
    expect(laterByDays(instantOf('2027-03-27', '19:00')!, 1)).toEqual(instantOf('2027-03-28', '19:00'))
  })
})

describe('what is told of a series', () => {
  it.each([
    [[20455], 0, 'Planning 20455 toegevoegd'],
    [[20455, 20456, 20457], 0, 'Reeks van 3 planningen toegevoegd: 20455 t/m 20457'],
    [[20455, 20456], 1, 'Reeks van 2 planningen toegevoegd: 20455 t/m 20456, 1 planning nog zonder docent'],
  ])('counts %j', (ids, without, text) => expect(seriesText(ids, without)).toBe(text))
})
