import { describe, expect, it } from 'vitest'
import { chipsOf, narrowing, without } from './filters.ts'

const labels = {
  course_id: 'Opleiding',
  status: 'Status',
  tasks: 'Taken',
  room_id: 'Lokaal',
  not_full: 'Niet vol',
  company_id: 'Bedrijf',
  incompany: 'Incompany',
}
const chips = (values: Record<string, string>): string[] => chipsOf({ values, names: {} }, labels).map(({ key }) => key)

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
    const filters = { values: { course_id: '12', tasks: 'x' }, names: { course_id: 'BHV basis' } }
    expect(chipsOf(filters, labels)).toEqual([
      { key: 'course_id', label: 'Opleiding', text: 'BHV basis' },
      { key: 'tasks', label: 'Taken', text: 'x' },
    ])
  })

  it('are not there for what was chosen in another calendar', () => {
    expect(chips({ device_id: '3', course_id: '12' })).toEqual(['course_id'])
  })

  it('go with their value and display string', () => {
    const filters = { values: { course_id: '12', status: 'planned' }, names: { course_id: 'BHV', status: 'Gepland' } }
    expect(without(filters, 'course_id')).toEqual({ values: { status: 'planned' }, names: { status: 'Gepland' } })
  })
})

it('only what narrows the result goes to the server', () => {
  expect(narrowing({ status: 'all', room_id: '-1', course_id: '12' })).toEqual({ course_id: '12' })
})
