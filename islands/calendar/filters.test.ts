import { describe, expect, it } from 'vitest'
import { appointmentsQuery, calendarFilters } from '../../src/training/calendar/calendar.contract.ts'
import { chipsOf, FILTER_LABELS, narrowing, without } from './filters.ts'

const chips = (values: Record<string, string>): string[] => chipsOf({ values, names: {} }).map(({ key }) => key)

describe('filter chips', () => {
  it('show only for values that are not empty [P-170]', () => {
    expect(chips({ status: '', tasks: '  ', course_id: '12' })).toEqual(['course_id'])
  })

  it('show numbers only above 0 [P-171]', () => {
    expect(chips({ room_id: '-1', not_full: '0', company_id: '0', incompany: 'yes' })).toEqual(['incompany'])
  })

  it("skip the value 'all' [P-172]", () => {
    expect(chips({ status: 'all', tasks: 'mine' })).toEqual(['tasks'])
  })

  it('show the display string, and the value where there is none', () => {
    const filters = { values: { course_id: '12', other: 'x' }, names: { course_id: 'BHV basis' } }
    expect(chipsOf(filters)).toEqual([
      { key: 'course_id', label: 'Opleiding', text: 'BHV basis' },
      { key: 'other', label: 'other', text: 'x' },
    ])
  })

  it('go with their value and display string', () => {
    const filters = { values: { course_id: '12', status: 'planned' }, names: { course_id: 'BHV', status: 'Gepland' } }
    expect(without(filters, 'course_id')).toEqual({ values: { status: 'planned' }, names: { status: 'Gepland' } })
  })
})

it('the calendar knows these filters by name, beside the period and the page of its list [T-015][P-101]', () => {
  const keys = [
    'course_id',
    'instructor_id',
    'not_full',
    'incompany',
    'status',
    'establishment_id',
    'room_id',
    'tasks',
    'company_id',
    'appointment_group_id',
  ]
  expect(Object.keys(FILTER_LABELS)).toEqual(keys)
  expect(Object.keys(calendarFilters.shape)).toEqual(keys)
  const asked = { type: 'l', from: '10', to: '20', course_id: '12' }
  expect(appointmentsQuery.parse(asked)).toEqual({ type: 'l', from: 10, to: 20, course_id: 12, count: 30, page: 0 })
  expect(appointmentsQuery.parse({ ...asked, count: '50', page: '2' })).toMatchObject({ count: 50, page: 2 })
  expect(appointmentsQuery.safeParse({ ...asked, from: '21' }).success).toBe(false)
  const named = { values: { course_id: '12' }, names: { course_id: 'BHV basis' } }
  expect(chipsOf(named).map(({ text }) => text)).toEqual(['BHV basis'])
})

it('only what narrows the result goes to the server', () => {
  expect(narrowing({ status: 'all', room_id: '-1', course_id: '12' })).toEqual({ course_id: '12' })
})
