import { describe, expect, it } from 'vitest'
import type { RowChange } from '../../src/platform/undo/net-changes.ts'
import type { Reference } from '../../src/platform/undo/tables.ts'
import { unitsOf } from '../../src/platform/undo/units.rules.ts'

type Kind = RowChange['kind']
const row = (table: string, id: number, kind: Kind = 'created', more: Partial<RowChange> = {}): RowChange => ({
  table,
  id,
  kind,
  record: null,
  before: {},
  after: {},
  ...more,
})
const of = (type: string, id: number) => ({ record: { type, id } })
const reference = (table: string, column: string, to: string, more: Partial<Reference> = {}): Reference => ({
  table,
  columns: [column],
  to,
  toColumns: ['id'],
  type: null,
  ...more,
})
const names = (...args: Parameters<typeof unitsOf>) =>
  unitsOf(...args).map((unit) => unit.map(({ table, id }) => `${table} ${id}`))

describe('what is given back whole or not at all', () => {
  it('is each row alone where nothing ties them', () => {
    expect(names([row('notes', 1), row('notes', 2), row('tags', 1)], [])).toEqual([
      ['notes 1'],
      ['notes 2'],
      ['tags 1'],
    ])
    expect(names([], [])).toEqual([])
  })

  it('is all of one record', () => {
    const rows = [
      row('parts', 1, 'changed', of('part', 5)),
      row('people', 2, 'created', of('part', 5)),
      row('people', 3, 'created', of('part', 6)),
      row('people', 4, 'created', of('person', 5)),
    ]
    expect(names(rows, [])).toEqual([['parts 1', 'people 2'], ['people 3'], ['people 4']])
  })
})

describe('a row that came or went, and those that name it', () => {
  const toPlans = [reference('parts', 'plan_id', 'plans')]

  it('come back together: of a new one by what is there, of one that is gone by what was', () => {
    const made = [row('plans', 7), row('parts', 1, 'created', { after: { plan_id: 7 } })]
    expect(names(made, toPlans)).toEqual([['plans 7', 'parts 1']])
    const gone = [
      row('plans', 7, 'deleted', { before: { title: 'x' } }),
      row('parts', 1, 'deleted', { before: { plan_id: 7 } }),
    ]
    expect(names(gone, toPlans)).toEqual([['plans 7', 'parts 1']])
  })

  it('are together too where a row changed from or to it', () => {
    const moved = row('parts', 1, 'changed', { before: { plan_id: 7 }, after: { plan_id: 8 } })
    expect(names([row('plans', 7, 'deleted'), moved], toPlans)).toEqual([['plans 7', 'parts 1']])
    expect(names([row('plans', 8), moved], toPlans)).toEqual([['plans 8', 'parts 1']])
    expect(names([row('plans', 7, 'deleted'), row('plans', 8), moved], toPlans)).toEqual([
      ['plans 7', 'plans 8', 'parts 1'],
    ])
  })

  it('are apart from a row that only changed, from other rows and other tables', () => {
    const part = row('parts', 1, 'created', { after: { plan_id: 7 } })
    expect(names([row('plans', 7, 'changed'), part], toPlans)).toHaveLength(2)
    expect(names([row('plans', 8), part], toPlans)).toHaveLength(2)
    expect(names([row('rooms', 7), part], toPlans)).toHaveLength(2)
    expect(names([row('plans', 7), row('tags', 1, 'created', { after: { plan_id: 7 } })], toPlans)).toHaveLength(2)
    expect(names([row('plans', 7), row('parts', 1)], toPlans)).toHaveLength(2)
  })

  it('are told by all columns that name it', () => {
    const wide = [
      reference('parts', 'plan_id', 'plans', { columns: ['plan_id', 'year'], toColumns: ['number', 'year'] }),
    ]
    const plan = row('plans', 7, 'created', { after: { number: 3, year: 2026 } })
    const part = (plan_id: number, year: number) => row('parts', 1, 'created', { after: { plan_id, year } })
    expect(names([plan, part(3, 2026)], wide)).toHaveLength(1)
    expect(names([plan, part(3, 2025)], wide)).toHaveLength(2)
    expect(names([plan, part(7, 2026)], wide)).toHaveLength(2)
  })

  it('are told by the type that a row says, where it says one', () => {
    const typed = [reference('notes', 'object_id', 'plans', { type: { column: 'object_type', value: 'plan' } })]
    const note = (object_type: string) => row('notes', 1, 'created', { after: { object_type, object_id: 7 } })
    expect(names([row('plans', 7), note('plan')], typed)).toHaveLength(1)
    expect(names([row('plans', 7), note('room')], typed)).toHaveLength(2)
    const turned = row('notes', 1, 'changed', {
      before: { object_type: 'plan', object_id: 7 },
      after: { object_type: 'room', object_id: 9 },
    })
    expect(names([row('plans', 7, 'deleted'), turned], typed)).toHaveLength(1)
    expect(names([row('plans', 9), turned], typed)).toHaveLength(2)
  })

  it('are one with all that hangs on them in turn', () => {
    const chain = [...toPlans, reference('people', 'part_id', 'parts')]
    const rows = [
      row('people', 3, 'created', { after: { part_id: 1 } }),
      row('plans', 7),
      row('parts', 1, 'created', { after: { plan_id: 7 } }),
      row('tags', 5, 'created', of('person', 9)),
      row('people', 4, 'created', { after: { part_id: 1 }, ...of('person', 9) }),
    ]
    expect(names(rows, chain)).toEqual([['people 3', 'plans 7', 'parts 1', 'tags 5', 'people 4']])
  })
})

describe('what modules say of their rows', () => {
  const together = ({ before, after }: RowChange) => after.group ?? before.group
  const rows = [
    row('places', 1, 'created', { after: { group: 'a' } }),
    row('places', 2, 'deleted', { before: { group: 'a' } }),
    row('places', 3, 'created', { after: { group: 'b' } }),
    row('places', 4, 'changed', { after: { group: 'a' } }),
    row('others', 5, 'created', { after: { group: 'a' } }),
  ]

  it('ties those of their table that came or went', () => {
    expect(names(rows, [], [{ table: 'places', together }])).toEqual([
      ['places 1', 'places 2'],
      ['places 3'],
      ['places 4'],
      ['others 5'],
    ])
    expect(names(rows, [], [{ table: 'places' }])).toHaveLength(5)
  })

  it('ties a row to what it is part of, as far as that is in the set', () => {
    const wholes = [
      [
        { table: 'places', id: 1 },
        { table: 'others', id: 5 },
      ],
      [
        { table: 'places', id: 3 },
        { table: 'others', id: 6 },
      ],
    ] as const
    expect(names(rows, [], [], wholes)).toEqual([['places 1', 'others 5'], ['places 2'], ['places 3'], ['places 4']])
  })
})
