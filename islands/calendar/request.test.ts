import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ENDS_LATER, viewFields, viewQuery } from '../../src/system/calendar/calendar.contract.ts'
import { NO_FILTERS } from '../shared/filters.ts'
import { addItemUrl, appointmentsUrl } from './request.ts'
import { LIST_COUNT, type CalendarState } from './state.ts'
import { day, epoch } from './test-support.ts'

const state: CalendarState = {
  view: 'm',
  day: day('2026-10-18'),
  page: 2,
  count: LIST_COUNT,
  filters: NO_FILTERS,
  activeId: null,
}

const queryOf = (changes: Partial<CalendarState>): Record<string, string> => {
  const url = appointmentsUrl('/ajax/getAppointments/courses', { ...state, ...changes })
  expect(url.startsWith('/ajax/getAppointments/courses?')).toBe(true)
  return Object.fromEntries(new URLSearchParams(url.split('?')[1]))
}

describe('the request for appointments', () => {
  it('gives from and to in Unix seconds of Amsterdam, over a change of the clock [P-100]', () => {
    expect(queryOf({})).toEqual({
      type: 'm',
      from: String(epoch('2026-09-28 00:00')),
      to: String(epoch('2026-11-09 00:00')),
    })
    expect(Number(queryOf({}).to) - Number(queryOf({}).from)).toBe(42 * 86_400 + 3600)
  })

  it('covers the week and the day', () => {
    expect(queryOf({ view: 'w' })).toMatchObject({ type: 'w', from: String(epoch('2026-10-12 00:00')) })
    expect(queryOf({ view: 'd' })).toMatchObject({
      from: String(epoch('2026-10-18 00:00')),
      to: String(epoch('2026-10-19 00:00')),
    })
  })

  it('gives count and page in the list view only [P-216]', () => {
    expect(queryOf({ view: 'l' })).toMatchObject({ type: 'l', count: '30', page: '2' })
    expect(queryOf({ view: 'w' })).not.toHaveProperty('page')
    expect(queryOf({ view: 'w' })).not.toHaveProperty('count')
  })

  it('carries the filters that narrow', () => {
    const filters = { values: { course_id: '12', status: 'all' }, names: {} }
    expect(queryOf({ filters })).toMatchObject({ course_id: '12' })
    expect(queryOf({ filters })).not.toHaveProperty('status')
  })

  it('is what the server reads, in every view', () => {
    const query = z.object({ ...viewFields, course_id: z.coerce.number() }).refine(...ENDS_LATER)
    for (const view of ['m', 'w', 'd', 'l'] as const) {
      const filters = { values: { course_id: '12', not_full: 'yes' }, names: {} }
      expect(query.parse(queryOf({ view, filters }))).toMatchObject({ type: view, course_id: 12 })
    }
  })
})

it('a list page holds 30 and the first is page 0 [P-246]', () => {
  expect(LIST_COUNT).toBe(30)
  expect(viewQuery.parse({ type: 'l', from: '0', to: '1' })).toMatchObject({ count: 30, page: 0 })
  expect(viewQuery.safeParse({ type: 'l', from: '0', to: '1', page: '-1' }).success).toBe(false)
})

it('an empty cell asks for its moment and view', () => {
  expect(addItemUrl('/calendar/add', epoch('2026-11-18 09:00'), 'w')).toBe(
    `/calendar/add?datetime=${epoch('2026-11-18 09:00')}&type=w`,
  )
  expect(addItemUrl('/calendar/add?module=inspections', 0, 'm')).toBe(
    '/calendar/add?module=inspections&datetime=0&type=m',
  )
})
