import { describe, expect, it } from 'vitest'
import { type ViewType } from '../../src/system/calendar/calendar.contract.ts'
import { isoDay } from '../../src/platform/format/days.ts'
import { NO_FILTERS } from '../shared/filters.ts'
import { daysOf, rangeOf } from './range.ts'
import { allows, hasNextPage, reduce, type CalendarState } from './state.ts'
import { day } from './test-support.ts'

const at = (view: ViewType, date: string, page = 0): CalendarState => ({
  view,
  day: day(date),
  page,
  count: 30,
  filters: NO_FILTERS,
  activeId: null,
})
const step = (state: CalendarState, direction: 1 | -1): CalendarState => reduce(state, { type: 'step', direction })
const steps = (state: CalendarState): string[] => [isoDay(step(state, -1).day), isoDay(step(state, 1).day)]

describe('previous and next', () => {
  it('move by one month in the month view [P-130]', () => {
    expect(steps(at('m', '2026-11-18'))).toEqual(['2026-10-18', '2026-12-18'])
  })

  it('move by one week in the week view [P-131]', () => {
    expect(steps(at('w', '2026-11-18'))).toEqual(['2026-11-11', '2026-11-25'])
  })

  it('move by one day in the day view [P-132]', () => {
    expect(steps(at('d', '2026-11-30'))).toEqual(['2026-11-29', '2026-12-01'])
  })

  it('move by one page in the list view, which has none before page 0 [P-133]', () => {
    const list = at('l', '2026-11-18', 2)
    expect([step(list, -1).page, step(list, 1).page]).toEqual([1, 3])
    expect(step(list, 1).day).toBe(list.day)
    expect(step(at('l', '2026-11-18'), -1).page).toBe(0)
  })

  it('wrap from December to January and change the year [P-134]', () => {
    expect(isoDay(step(at('m', '2026-12-31'), 1).day)).toBe('2027-01-31')
    expect(isoDay(step(at('m', '2027-01-31'), -1).day)).toBe('2026-12-31')
  })

  it('never skip a short month', () => {
    expect(isoDay(step(at('m', '2027-01-31'), 1).day)).toBe('2027-02-28')
  })
})

describe('jumping to a day', () => {
  it('keeps the view [P-135]', () => {
    for (const view of ['m', 'w', 'd', 'l'] as const) {
      const jumped = reduce(at(view, '2026-01-01'), { type: 'jump', day: day('2026-11-18') })
      expect([jumped.view, isoDay(jumped.day)]).toEqual([view, '2026-11-18'])
    }
  })

  it('starts the list at page 0 [P-136]', () => {
    expect(reduce(at('l', '2026-11-18', 4), { type: 'jump', day: day('2026-11-18') }).page).toBe(0)
  })
})

it('other filters start the list at its first page', () => {
  const filters = { values: { course_id: '1' }, names: {} }
  expect(reduce(at('l', '2026-11-18', 4), { type: 'filters', filters })).toMatchObject({ page: 0, filters })
})

it('one appointment is the active one', () => {
  const once = reduce(at('m', '2026-11-18'), { type: 'activate', id: 7 })
  expect(reduce(once, { type: 'activate', id: 8 }).activeId).toBe(8)
})

it('only an action that the allow attribute names is allowed [P-202]', () => {
  expect(allows('add edit', 'add')).toBe(true)
  expect(allows('add edit', 'remove')).toBe(false)
  expect(allows('', 'add')).toBe(false)
  expect(allows('address', 'add')).toBe(false)
})

it('there is a next page as long as the total reaches past this one', () => {
  const answer = { appointments: [], total: 60 }
  expect(hasNextPage(at('l', '2026-11-18', 0), answer)).toBe(true)
  expect(hasNextPage(at('l', '2026-11-18', 1), answer)).toBe(false)
  expect(hasNextPage(at('l', '2026-11-18', 0), null)).toBe(false)
})

describe('the month grid', () => {
  const grid = (date: string): string[] => daysOf(rangeOf('m', day(date))).map(isoDay)

  it('is six weeks from the Monday on or before the first', () => {
    expect(grid('2026-11-18')).toHaveLength(42)
    expect([grid('2026-11-18')[0], grid('2026-11-18').at(-1)]).toEqual(['2026-10-26', '2026-12-06'])
  })

  it('is six weeks too where four would do', () => {
    // February 2027 starts on a Monday and has 28 days.
    expect([grid('2027-02-10')[0], grid('2027-02-10').at(-1)]).toEqual(['2027-02-01', '2027-03-14'])
  })
})
