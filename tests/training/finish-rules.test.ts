import { describe, expect, it } from 'vitest'
import { documentsFor, filledIn, openPoints, studentsOf } from '../../src/training/desk/finish/finish.rules.ts'
import type { Choice } from '../../src/training/proof/results/results.contract.ts'

const row = (contactId: number, appointmentId: number, present: Choice, passed: Choice) => ({
  contactId,
  appointmentId,
  present,
  passed,
  name: `Cursist ${contactId}`,
  company: 'Particulier',
})
const rows = [row(1, 5, 1, 1), row(1, 6, 1, 1), row(2, 5, 1, 1), row(2, 6, 0, 0), row(3, 5, 1, 0)]
const students = studentsOf(rows)
const part = {
  description: 'Praktijk',
  starts_at: new Date('2026-11-23T08:00Z'),
  ends_at: new Date('2026-11-23T12:00Z'),
}
const after = new Date('2026-11-24T08:00Z')

describe('the people of a planning', () => {
  it('pass with both choices on yes in every row of theirs [T-078]', () => {
    expect(students.map(({ contactId, passed, absent }) => [contactId, passed, absent])).toEqual([
      [1, true, false],
      [2, false, true],
      [3, false, false],
    ])
  })

  it('stay open where the form says nothing about them', () => {
    const form = { present_students: { '1-5': 1 as const }, passed_students: {} }
    expect(filledIn(rows.slice(0, 2), form).map(({ present, passed }) => [present, passed])).toEqual([
      [1, null],
      [null, null],
    ])
  })
})

describe('documents', () => {
  it('are made per layout for who passed and holds none of it', () => {
    const all = studentsOf([row(1, 5, 1, 1), row(2, 5, 1, 1), row(3, 5, 1, 0)])
    const held = [
      { contact_id: 2, layout_id: 7, number: '2026-000012' },
      { contact_id: 3, layout_id: 7, number: '2026-000013' },
    ]
    const plan = documentsFor(all, [{ id: 7 }, { id: 8 }], held)
    expect(plan.map(({ layout, make }) => [layout.id, make.map(({ contactId }) => contactId)])).toEqual([
      [7, [1]],
      [8, [1, 2]],
    ])
    expect(plan[0]!.have.map(({ student, number }) => [student.contactId, number])).toEqual([[2, '2026-000012']])
  })
})

describe('what is open when a planning is finished', () => {
  const planning = { students, held: [], layoutIds: [7] }

  it('is nothing when all is over and everybody has what he should', () => {
    expect(openPoints([{ ...part, reserved_count: 0 }], planning, after)).toEqual([])
  })

  it('is a part that ends later than now, places that are kept and who has no document, each by its number', () => {
    const open = (parts: (typeof part & { reserved_count: number })[], changes = {}, now = after) =>
      openPoints(parts, { ...planning, ...changes }, now)
    expect(open([{ ...part, reserved_count: 0 }], {}, part.ends_at)).toEqual([])
    expect(open([{ ...part, reserved_count: 0 }], {}, new Date(part.ends_at.getTime() - 1))).toHaveLength(1)
    expect(open([{ ...part, reserved_count: 3 }])).toEqual(['3 gereserveerde plaatsen zijn niet ingevuld.'])
    const two = studentsOf([row(1, 5, 1, 1), row(2, 5, 1, 1), row(3, 5, 1, 0)])
    const none = { students: two, layoutIds: [] }
    expect(open([], none)).toEqual(['2 geslaagde cursisten hebben nog geen document.'])
    const held = [1, 2].map((id) => ({ contact_id: id, layout_id: 7, number: `2026-00000${id}` }))
    expect(open([], { ...none, held })).toEqual([])
    expect(open([], { ...none, held: held.slice(0, 1) })).toEqual(['1 geslaagde cursist heeft nog geen document.'])
    expect(open([], { ...none, layoutIds: [7] })).toEqual([])
  })

  it('is told in sentences', () => {
    const before = new Date('2026-11-23T10:00Z')
    const held = [{ contact_id: 3, layout_id: 7, number: '2026-000013' }]
    expect(openPoints([{ ...part, reserved_count: 1 }], { ...planning, held, layoutIds: [] }, before)).toEqual([
      'Praktijk (ma 23-11-2026, 09:00–13:00) is nog niet voorbij.',
      '1 gereserveerde plaats is niet ingevuld.',
      'Cursist 3 is niet geslaagd, maar heeft al 2026-000013.',
      '1 geslaagde cursist heeft nog geen document.',
    ])
  })
})
