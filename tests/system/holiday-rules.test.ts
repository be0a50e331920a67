import { describe, expect, it } from 'vitest'
import { dutchHolidays, workingDaysBefore } from '../../src/system/holidays/holidays.rules.ts'

describe('the Dutch holidays', () => {
  it('of a year stand in its order', () => {
    expect(Object.entries(dutchHolidays(2026))).toEqual([
      ['2026-01-01', 'Nieuwjaarsdag'],
      ['2026-04-05', 'Eerste paasdag'],
      ['2026-04-06', 'Tweede paasdag'],
      ['2026-04-27', 'Koningsdag'],
      ['2026-05-05', 'Bevrijdingsdag'],
      ['2026-05-14', 'Hemelvaartsdag'],
      ['2026-05-24', 'Eerste pinksterdag'],
      ['2026-05-25', 'Tweede pinksterdag'],
      ['2026-12-25', 'Eerste kerstdag'],
      ['2026-12-26', 'Tweede kerstdag'],
    ])
  })

  // Easter as astronomers list it: early, late, on the edges of March, and where the corrections of the algorithm count.
  it.each([
    [1818, '1818-03-22'],
    [1900, '1900-04-15'],
    [1943, '1943-04-25'],
    [1954, '1954-04-18'],
    [1961, '1961-04-02'],
    [1981, '1981-04-19'],
    [2000, '2000-04-23'],
    [2008, '2008-03-23'],
    [2018, '2018-04-01'],
    [2019, '2019-04-21'],
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2038, '2038-04-25'],
    [2049, '2049-04-18'],
    [2076, '2076-04-19'],
    [2100, '2100-03-28'],
    [2200, '2200-04-06'],
    [2285, '2285-03-22'],
    [2298, '2298-04-03'],
    [2300, '2300-04-08'],
    [4200, '4200-04-20'],
  ])('of %i follow Easter on %s', (year, easter) => {
    expect(Object.entries(dutchHolidays(year)).find(([, name]) => name.startsWith('Eerste paasdag'))?.[0]).toBe(easter)
  })

  it('move the day of the king off a Sunday', () => {
    expect(dutchHolidays(2025)['2025-04-26']).toBe('Koningsdag')
    expect(dutchHolidays(2025)['2025-04-27']).toBeUndefined()
    expect(dutchHolidays(2024)['2024-04-27']).toBe('Koningsdag')
  })

  it('hold Goede Vrijdag only for who chose it', () => {
    expect(dutchHolidays(2026)['2026-04-03']).toBeUndefined()
    expect(dutchHolidays(2026, { good_friday: true, liberation_day: 'never' })['2026-04-03']).toBe('Goede Vrijdag')
  })

  it.each([
    ['always', 2025, true],
    ['always', 2026, true],
    ['lustrum', 2025, true],
    ['lustrum', 2026, false],
    ['never', 2025, false],
  ] as const)('hold Bevrijdingsdag as chosen: %s in %i is %s', (liberation_day, year, expected) => {
    expect(`${year}-05-05` in dutchHolidays(year, { good_friday: false, liberation_day })).toBe(expected)
  })

  it('share a day by both names, Bevrijdingsdag first', () => {
    expect(dutchHolidays(2016)['2016-05-05']).toBe('Bevrijdingsdag en Hemelvaartsdag')
  })
})

describe('working days', () => {
  const isClosed = (day: string) => dutchHolidays(Number(day.slice(0, 4)))[day] !== undefined
  it.each([
    ['2026-11-27', 3, '2026-11-24'],
    ['2026-11-30', 3, '2026-11-25'],
    // Over Christmas, which is on a Friday and a Saturday.
    ['2026-12-28', 3, '2026-12-22'],
    ['2026-11-29', 0, '2026-11-29'],
  ])('before %s are counted without weekends and days off: %i before it is %s', (day, count, expected) => {
    expect(workingDaysBefore(day, count, isClosed)).toBe(expected)
  })

  it('come to an end where all is closed', () => {
    expect(workingDaysBefore('2026-11-27', 3, () => true) < '2026-11-27').toBe(true)
  })
})
