import { describe, expect, it } from 'vitest'
import { planningTermsOf } from '../../src/training/planning/appointments/search-terms.rules.ts'

const on = (day: string, until: string, ...words: string[]) => ({ days: { from: day, until }, words })

describe('what is typed in search of a planning', () => {
  it.each([
    ['bhv', { days: null, words: ['bhv'] }],
    ['bhv 24-11', on('2026-11-24', '2026-11-25', 'bhv')],
    ['24/11 bhv zwolle', on('2026-11-24', '2026-11-25', 'bhv', 'zwolle')],
    ['bhv 5-1', on('2027-01-05', '2027-01-06', 'bhv')],
    ['bhv 24-11-2025', on('2025-11-24', '2025-11-25', 'bhv')],
    ['24-11-25', on('2025-11-24', '2025-11-25')],
    ['di 24 nov bhv', on('2026-11-24', '2026-11-25', 'bhv')],
    ['3 maart', on('2027-03-03', '2027-03-04')],
    ['vca Morgen', on('2026-11-23', '2026-11-24', 'vca')],
    ['gisteren', on('2026-11-21', '2026-11-22')],
    ['ehbo december', on('2026-12-01', '2027-01-01', 'ehbo')],
    ['november', on('2026-11-01', '2026-12-01')],
    ['bhv 31-2', { days: null, words: ['bhv', '31-2'] }],
    ['jan', { days: null, words: ['jan'] }],
    ['di', { days: null, words: ['di'] }],
    ['constructor', { days: null, words: ['constructor'] }],
    ['a b', { days: null, words: [] }],
    ['', { days: null, words: [] }],
  ])('%j is %j', (typed, terms) => {
    expect(planningTermsOf(typed, '2026-11-22')).toEqual(terms)
  })

  it('takes the year in which the day is nearest', () => {
    expect(planningTermsOf('28-12', '2027-01-03').days?.from).toBe('2026-12-28')
    expect(planningTermsOf('29-2', '2027-06-01').days?.from).toBe('2028-02-29')
    // Of a month that is by its middle.
    expect(planningTermsOf('juli', '2026-12-31').days?.from).toBe('2026-07-01')
    expect(planningTermsOf('juli', '2027-01-15').days?.from).toBe('2027-07-01')
  })
})
