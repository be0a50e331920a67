import { describe, expect, it } from 'vitest'
import { isoDay } from '../../src/platform/format/days.ts'
import { type CookieJar } from '../shared/platform.ts'
import { restoreState, saveState } from './cookies.ts'
import { NO_FILTERS } from '../shared/filters.ts'
import { type CalendarState } from './state.ts'
import { day, epoch } from './test-support.ts'

const desk = { today: day('2026-11-18'), phone: false }

function jar(stored: Record<string, string> = {}): CookieJar & { stored: Record<string, string> } {
  return { stored, get: (name) => stored[name] ?? null, set: (name, value) => void (stored[name] = value) }
}

const state: CalendarState = {
  view: 'w',
  day: day('2027-01-01'),
  page: 3,
  count: 30,
  filters: { values: { course_id: '12' }, names: { course_id: 'BHV basis' } },
  activeId: 5,
}

const labels = { course_id: 'Opleiding' }

describe('the calendar state', () => {
  it('is kept in its nine cookies [P-123]', () => {
    const cookies = jar()
    saveState(cookies, state, labels)
    expect(cookies.stored).toEqual({
      'calendar-type': 'w',
      selected_year: '2026',
      selected_month: '1',
      selected_week: '53',
      selected_date: String(epoch('2027-01-01 00:00') * 1000),
      list_params: '{"count":30,"page":3}',
      'calendar-filters': '{"course_id":"12"}',
      'calendar-filter-names': '{"course_id":"Opleiding"}',
      'calendar-filters-values': '{"course_id":"BHV basis"}',
    })
  })

  it('comes back as it was, except for the active appointment [P-129]', () => {
    for (const view of ['m', 'w', 'd', 'l'] as const) {
      const cookies = jar()
      saveState(cookies, { ...state, view }, labels)
      expect(restoreState(cookies, desk)).toEqual({ ...state, view, activeId: null })
    }
  })

  it('starts with the month of today [P-124]', () => {
    expect(restoreState(jar(), desk)).toEqual({
      view: 'm',
      day: desk.today,
      page: 0,
      count: 30,
      filters: NO_FILTERS,
      activeId: null,
    })
  })

  it('starts with the list on a phone', () => {
    expect(restoreState(jar(), { ...desk, phone: true }).view).toBe('l')
  })

  it('keeps and reads the date as milliseconds [P-125]', () => {
    const cookies = jar()
    saveState(cookies, { ...state, day: day('2027-01-01') }, labels)
    expect(cookies.stored.selected_date).toBe('1798758000000')
    expect(isoDay(restoreState(jar({ selected_date: '1798758000000' }), desk).day)).toBe('2027-01-01')
  })

  it('can do with the week of a year, or the month', () => {
    const week = { 'calendar-type': 'w', selected_year: '2026', selected_week: '53', selected_month: '1' }
    expect(isoDay(restoreState(jar(week), desk).day)).toBe('2026-12-28')
    expect(isoDay(restoreState(jar({ ...week, 'calendar-type': 'm' }), desk).day)).toBe('2026-01-01')
  })

  it('survives cookies that make no sense', () => {
    const nonsense = jar({
      'calendar-type': 'x',
      selected_date: 'NaN',
      selected_year: '2026',
      selected_month: '13',
      list_params: '[1',
      'calendar-filters': '{"course_id":{"a":1},"status":"planned"}',
      'calendar-filters-values': 'null',
    })
    expect(restoreState(nonsense, desk)).toMatchObject({
      view: 'm',
      day: desk.today,
      page: 0,
      count: 30,
      filters: { values: { status: 'planned' }, names: {} },
    })
  })
})
