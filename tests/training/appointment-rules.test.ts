import { describe, expect, it } from 'vitest'
import {
  OUTSIDE_PART,
  RESPONSIBLE_ROLES,
  addressOf,
  canBeFinished,
  inCompanyNames,
  isOutsidePart,
  mapQuery,
  placeLine,
  seenBy,
  summaryLine,
} from '../../src/training/planning/appointments/appointments.rules.ts'
import { bookingLine, overlaps } from '../../src/system/occupations/index.ts'
import { conflictLine } from '../../src/system/occupations/conflicts.rules.ts'
import { viewerWith } from '../support/viewer.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 19, hour))
const span = (from: number, to: number) => ({ starts_at: at(from), ends_at: at(to) })
const nowhere = {
  room_name: null,
  establishment_name: null,
  address_name: null,
  street: null,
  street_no: null,
  street_no_adding: null,
  postal_code: null,
  city: null,
  online: false,
}

describe('what roles see of an appointment', () => {
  it.each([
    [1, true, true],
    [2, true, true],
    [3, false, true],
    [4, false, true],
    [5, false, false],
    [6, false, false],
  ] as const)('role %i plans: %s, is staff: %s', (role, planner, staff) => {
    expect(seenBy(viewerWith([role]))).toEqual({ planner, staff })
  })
})

describe('where a part takes place', () => {
  it.each([
    [{}, ''],
    [{ online: true }, 'Online'],
    [{ room_name: 'Lokaal 1', establishment_name: 'Zwolle', city: 'Kampen', online: true }, 'Zwolle, Lokaal 1'],
    [{ room_name: 'Lokaal 1' }, 'Lokaal 1'],
    [
      {
        address_name: 'De Linde',
        street: 'Laan',
        street_no: '3',
        street_no_adding: 'b',
        postal_code: '8011 AB',
        city: 'Zwolle',
        online: true,
      },
      'De Linde, Laan 3 b, 8011 AB Zwolle',
    ],
    [{ city: 'Zwolle' }, 'Zwolle'],
    [{ street: 'Laan', city: 'Zwolle' }, 'Laan, Zwolle'],
  ])('%j reads %j', (place, line) => {
    expect(placeLine({ ...nowhere, ...place })).toBe(line)
  })

  it('stands in the summary of the part, which leaves out what is not known', () => {
    const part = { ...nowhere, group_id: 20418, ...span(8, 11) }
    expect(summaryLine({ ...part, room_name: 'Lokaal 1' }, ['Jeroen', 'Anouk'])).toBe(
      'Planning 20418 · do 19-11-2026, 09:00–12:00 · Lokaal 1 · Jeroen, Anouk',
    )
    expect(summaryLine(part, [])).toBe('Planning 20418 · do 19-11-2026, 09:00–12:00')
  })
})

describe('the address of a part', () => {
  const hall = {
    address_name: 'De Linde',
    street: 'Laan',
    street_no: '3',
    street_no_adding: 'b',
    postal_code: '8011 AB',
    city: 'Zwolle',
  }
  const school = {
    establishment_name: 'Kampen',
    establishment_street: 'Kade',
    establishment_street_no: '12',
    establishment_street_no_adding: 'a',
    establishment_postal_code: '8261 AA',
    establishment_city: 'Kampen aan de IJssel',
  }

  it('is its own without a room, and that of the establishment with one', () => {
    const { address_name, ...own } = hall
    expect(addressOf({ ...nowhere, ...hall, ...school })).toEqual({ name: address_name, ...own })
    expect(addressOf({ ...nowhere, ...hall, ...school, room_name: 'Lokaal 1' })).toEqual({
      name: 'Kampen',
      street: 'Kade',
      street_no: '12',
      street_no_adding: 'a',
      postal_code: '8261 AA',
      city: 'Kampen aan de IJssel',
    })
  })

  it.each([
    [{}, 'Laan 3 b, 8011 AB Zwolle'],
    [{ street_no_adding: null }, 'Laan 3, 8011 AB Zwolle'],
    [{ street: null, street_no: null, street_no_adding: null }, '8011 AB Zwolle'],
    [{ postal_code: null }, 'Laan 3 b, Zwolle'],
    [{ city: null }, 'Laan 3 b, 8011 AB'],
    [{ city: '', postal_code: '' }, null],
    [{ city: null, postal_code: null }, null],
  ])('with %j is asked of a map as %j', (change, query) => {
    expect(mapQuery({ name: 'De Linde', ...hall, ...change })).toBe(query)
  })
})

describe('the companies of a part', () => {
  it.each([
    [['Bakkerij Smit', 'De Vries'], 0, ['Bakkerij Smit', 'De Vries']],
    [[], 0, []],
    [[], 1, ['1 ander bedrijf']],
    [[], 2, ['2 andere bedrijven']],
    [['Bakkerij Smit'], 1, ['Bakkerij Smit en 1 ander bedrijf']],
    [['Bakkerij Smit', 'De Vries'], 3, ['Bakkerij Smit', 'De Vries en 3 andere bedrijven']],
  ])('%j and %i that must not be named read %j', (names, others, read) => {
    expect(inCompanyNames(names, others)).toEqual(read)
  })
})

describe('who is responsible for a part', () => {
  it('is there for the whole of it as a teacher, at own times as a lotus', () => {
    expect(RESPONSIBLE_ROLES).toEqual([
      { id: 3, name: 'Docent', title: 'Docenten', ownTimes: false },
      { id: 6, name: 'Lotus', title: 'Lotussen', ownTimes: true },
    ])
    expect(OUTSIDE_PART).toMatch(/binnen de tijden van het onderdeel/)
  })

  it.each([
    [null, null, false],
    [9, 11, false],
    [8, 12, false],
    [8, null, false],
    [null, 12, false],
    [7, 11, true],
    [9, 13, true],
    [13, null, true],
    [null, 7, true],
    [12, null, true],
    [null, 8, true],
  ])('from %s to %s lies outside 8 to 12: %s', (from, to, expected) => {
    const own = { starts_at: from === null ? null : at(from), ends_at: to === null ? null : at(to) }
    expect(isOutsidePart(own, { start_datetime: at(8), end_datetime: at(12) })).toBe(expected)
  })
})

describe('a planning', () => {
  it.each([
    [[], false],
    [['done'], false],
    [['cancelled', 'done'], false],
    [['cancelled', 'planned'], true],
    [['done', 'executed'], true],
  ])('of parts that are %j can be finished: %s', (statuses, expected) => {
    expect(canBeFinished(statuses.map((status) => ({ status })))).toBe(expected)
  })
})

describe('two bookings', () => {
  it.each([
    [1, 2, 2, 3, false],
    [1, 3, 2, 4, true],
    [2, 3, 1, 4, true],
    [1, 2, 3, 4, false],
    [1, 2, 1, 2, true],
  ])('from %i to %i and from %i to %i overlap: %s', (a, b, c, d, expected) => {
    expect(overlaps(span(a, b), span(c, d))).toBe(expected)
    expect(overlaps(span(c, d), span(a, b))).toBe(expected)
  })

  it('are named with their times', () => {
    const [theory, practice] = [
      { description: 'Theorie', ...span(8, 11) },
      { description: 'Praktijk', ...span(12, 15) },
    ]
    expect(bookingLine(theory)).toBe('Theorie, do 19-11-2026, 09:00–12:00')
    expect(conflictLine('Jeroen', [theory, practice])).toBe(
      'Jeroen is bezet op de volgende planningen: Theorie, do 19-11-2026, 09:00–12:00; Praktijk, do 19-11-2026, 13:00–16:00.',
    )
  })
})
