import { describe, expect, it } from 'vitest'
import { type Cell, NOTHING } from '../../src/training/proof/matrix/matrix.rules.ts'
import { matrixModel } from '../../src/training/proof/matrix/view.rules.ts'

const TODAY = '2026-11-23'
const until = (day: string | null, booked: Cell['booked'] = null): Cell => ({
  certificateId: 6,
  holds: true,
  until: day,
  booked,
})
const booked = (day: string, done = day) => ({ id: 9, day, done })
const person = (id: number, companies = [10], jobTitle = 'Magazijn') => ({
  id,
  companies,
  jobTitle,
  name: `Cursist ${id}`,
})
const need = (more: object = {}) => ({
  id: 1,
  company_id: 10,
  company: 'De Linde',
  kind: 5,
  job_title: '',
  needed: null as number | null,
  course: 'BHV',
  ...more,
})
const BHV = [{ id: 5, description: 'BHV' }]

interface Given {
  people?: ReturnType<typeof person>[]
  needs?: ReturnType<typeof need>[]
  cells?: Record<number, Cell>
  on?: string
  company?: number | null
  job?: string
}
function model({ people = [person(1)], needs = [], cells = {}, on = TODAY, company = null, job = '' }: Given) {
  const cell = (id: number) => cells[id] ?? NOTHING
  return matrixModel({ people, needs, columns: BHV, cell }, { on, today: TODAY, company, job })
}
const cellOf = (cell: Cell, more: Given = {}) => model({ cells: { 1: cell }, ...more }).rows[0]!.cells[0]!

describe('a certificate in the matrix', () => {
  it.each<[string, Cell, Given, string, string, string]>([
    ['is valid', until('2028-01-01'), {}, 'ok', '', 'Geldig t/m 01-01-2028'],
    ['has no end', until(null), {}, 'ok', '', 'Geldig, zonder einde'],
    ['ends soon', until('2026-12-01'), {}, 'soon', 'light--soon', 'Verloopt 01-12-2026'],
    ['has ended', until('2026-11-01'), {}, 'late', 'light--late', 'Verlopen 01-11-2026'],
    ['is missing', NOTHING, { needs: [need()] }, 'missing', 'light--late', 'Ontbreekt'],
    ['is not needed', NOTHING, {}, 'none', '', ''],
  ])('that %s is told by colour and word', (_what, cell, more, state, light, text) => {
    expect(cellOf(cell, more)).toEqual({
      state,
      light,
      text,
      certificateId: cell.certificateId,
      booked: null,
      inTime: false,
    })
  })

  it('is judged on the day that is looked at', () => {
    expect(cellOf(until('2026-12-01'), { on: '2026-12-02' }).state).toBe('late')
    expect(cellOf(until('2026-12-01'), { on: '2026-08-01' }).state).toBe('ok')
  })
})

describe('who is enrolled', () => {
  it('is on the way, looked at today, whenever that is', () => {
    const cell = cellOf(until('2026-11-01', booked('2027-03-01', '2027-03-02')))
    expect(cell).toMatchObject({ state: 'late', light: 'light--booked', inTime: true })
    expect(cell.booked).toEqual({ id: 9, text: 'Ingepland op 01-03-2027' })
  })

  it('is in time for a later day where it is over by then, and else it says when it is', () => {
    const own = until('2026-11-01', booked('2027-03-01', '2027-03-08'))
    expect(cellOf(own, { on: '2027-03-08' })).toMatchObject({ inTime: true, light: 'light--booked' })
    expect(cellOf(own, { on: '2027-03-07' })).toMatchObject({
      inTime: false,
      light: 'light--late',
      booked: { text: 'Ingepland op 01-03-2027, klaar op 08-03-2027' },
    })
    // What begins after that day says its own day: that is late enough.
    expect(cellOf(own, { on: '2027-02-01' }).booked!.text).toBe('Ingepland op 01-03-2027')
    expect(cellOf(own, { on: '2027-03-01' }).booked!.text).toBe('Ingepland op 01-03-2027, klaar op 08-03-2027')
  })

  it('looks as any other where all is well or nothing is asked', () => {
    expect(cellOf(until('2029-01-01', booked('2027-03-01')))).toMatchObject({ light: '', inTime: true })
    expect(cellOf({ ...NOTHING, booked: booked('2027-03-01') })).toMatchObject({ state: 'none', light: '', text: '' })
  })
})

describe('who is shown', () => {
  const people = [person(1), person(2, [10, 11]), person(3, [11], 'Kantoor')]
  const shown = (more: Given) => model({ people, ...more }).rows.map(({ id }) => id)

  it('are all, or those of a company and function', () => {
    expect(shown({})).toEqual([1, 2, 3])
    expect(shown({ company: 10 })).toEqual([1, 2])
    expect(shown({ job: 'Kantoor' })).toEqual([3])
    expect(shown({ company: 11, job: 'Magazijn' })).toEqual([2])
    expect(model({ people, company: 12 }).rows).toEqual([])
  })

  it('keep what is known of them', () => expect(model({ people }).rows[0]!.name).toBe('Cursist 1'))
})

describe('the needs', () => {
  const needs = [
    need(),
    need({ id: 2, company_id: 11, company: 'Van Oort', job_title: 'Kantoor', needed: 1 }),
    need({ id: 3, job_title: 'Magazijn', needed: 2 }),
  ]
  const people = [person(1), person(2), person(3, [11], 'Kantoor')]
  const told = (more: Given) => model({ people, needs, ...more }).needs.map(({ id, who, told }) => [id, who, told])

  it('say for whom, how many and how many are valid on the day', () => {
    expect(told({ cells: { 1: until('2027-01-01') } })).toEqual([
      [1, 'De Linde', '2 nodig (iedereen), 1 geldig op 23-11-2026'],
      [2, 'Kantoor, Van Oort', '1 nodig, 0 geldig op 23-11-2026'],
      [3, 'Magazijn, De Linde', '2 nodig, 1 geldig op 23-11-2026'],
    ])
    expect(told({ cells: { 1: until('2027-01-01') }, on: '2027-01-02' })[0]![2]).toContain('0 geldig op 02-01-2027')
  })

  it('are those of the company and function that are looked at, with what all functions need', () => {
    expect(told({ company: 11 }).map(([id]) => id)).toEqual([2])
    expect(told({ job: 'Magazijn' }).map(([id]) => id)).toEqual([1, 3])
    expect(told({ company: 10, job: 'Kantoor' }).map(([id]) => id)).toEqual([1])
  })

  it('count all people of theirs, whoever is shown', () => {
    expect(told({ job: 'Kantoor' })).toContainEqual([1, 'De Linde', '2 nodig (iedereen), 0 geldig op 23-11-2026'])
  })
})

it('the counts tell people once, those who are on the way apart', () => {
  const people = [1, 2, 3, 4, 5, 6].map((id) => person(id))
  const cells = {
    1: until('2026-11-01'),
    2: until('2026-12-01'),
    3: until('2026-11-01', booked('2026-12-01')),
    4: until('2026-12-01', booked('2026-12-01')),
    5: until('2029-01-01'),
  }
  expect(model({ people, cells, needs: [need()] }).counts).toEqual([
    '6 cursisten',
    '2 verlopen of ontbreekt',
    '1 verloopt binnen 3 maanden',
    '2 ingepland',
  ])
  expect(model({}).counts[0]).toBe('1 cursist')
})

it('who lacks one of several certificates is counted, and who is enrolled for one', () => {
  const columns = [...BHV, { id: 6, description: 'VCA' }]
  const cells: Record<number, Cell> = { 5: until('2029-01-01'), 6: until('2026-11-01') }
  const counts = (own: Record<number, Cell>) =>
    matrixModel(
      { people: [person(1)], needs: [], columns, cell: (_id, kind) => own[kind]! },
      { on: TODAY, today: TODAY, company: null, job: '' },
    ).counts
  expect(counts(cells)[1]).toBe('1 verlopen of ontbreekt')
  expect(counts({ ...cells, 6: until('2026-11-01', booked('2026-12-01')) }).slice(1)).toEqual([
    '0 verlopen of ontbreekt',
    '0 verloopt binnen 3 maanden',
    '1 ingepland',
  ])
})
