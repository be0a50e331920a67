import { describe, expect, it } from 'vitest'
import { costsAfter, isWhole, partOf, payersOf } from '../../src/training/ordering/ordering.rules.ts'
import type { ChargedPlanning, ChargedStudent } from '../../src/training/invoicing/index.ts'

describe('what leaving late costs', () => {
  const steps = [
    { days: 7, percentage: 100 },
    { days: 28, percentage: 25 },
    { days: 14, percentage: 50 },
  ]
  it.each([
    [29, 0],
    [28, 25],
    [15, 25],
    [14, 50],
    [8, 50],
    [7, 100],
    [0, 100],
    [-3, 100],
  ])('is with %i days to go %i%%, whatever the order of the steps', (daysLeft, percentage) => {
    expect(costsAfter(steps, daysLeft)).toBe(percentage)
    expect(costsAfter([...steps].reverse(), daysLeft)).toBe(percentage)
  })

  it('is nothing where the course says nothing, and is rounded half away from zero', () => {
    expect(costsAfter([], 0)).toBe(0)
    expect([partOf(101, 50), partOf(-101, 50), partOf(100, 33)]).toEqual([51, -51, 33])
  })
})

const student = (contact_id: number, fields: Partial<ChargedStudent> = {}): ChargedStudent => ({
  ...{ contact_id, name: `P${contact_id}`, company_id: 1, company: 'Een' },
  ...{ use_invoice_relation: true, invoice_relation_id: null },
  ...fields,
})

describe('who pays', () => {
  it('is each company once, who pays alone each on their own, and apart what is invoiced elsewhere', () => {
    const students = [
      student(1),
      student(2),
      student(3, { company_id: null, company: null }),
      student(4, { company_id: null, company: null }),
      student(5, { invoice_relation_id: 9 }),
      student(6, { use_invoice_relation: false }),
    ]
    const told = (by: 'company' | 'enrolment') =>
      payersOf(students, by).map((payer) => [payer.company_id, payer.contact_id, payer.students.length])
    expect(told('company')).toEqual([
      [1, null, 2],
      [null, 3, 1],
      [null, 4, 1],
      [1, null, 1],
      [1, null, 1],
    ])
    expect(told('enrolment').map(([, contact]) => contact)).toEqual([1, 2, 3, 4, 5, 6])
  })
})

describe('a planning as a whole', () => {
  const planning: ChargedPlanning = {
    ...{ group_id: 1, course_id: 1, course: 'BHV', incompany: true, companies: [{ id: 1, name: 'Een' }] },
    ...{ days: [], product_id: 1, group_product_id: 2, group_max_count: 10, group_extra_price: null },
    whole_charged: false,
  }
  it('is one in-company with a price for that, whose customer is known and which was not charged before', () => {
    expect(isWhole(planning)).toBe(true)
    for (const change of [{ incompany: false }, { group_product_id: null }, { companies: [] }, { whole_charged: true }])
      expect(isWhole({ ...planning, ...change })).toBe(false)
  })
})
