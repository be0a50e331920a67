import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChargedPlanning, ChargedStudent } from '../../src/training/money/invoicing/index.ts'
import { costsAfter, isWhole, partOf, payersOf, placeOf } from '../../src/training/money/ordering/ordering.rules.ts'

const student = (contact_id: number, company_id: number | null = null): ChargedStudent => ({
  contact_id,
  name: `Cursist ${contact_id}`,
  company_id,
  company: null,
  use_invoice_relation: true,
  invoice_relation_id: null,
})
const planning: ChargedPlanning = {
  group_id: 20,
  course_id: 3,
  course: 'BHV basis',
  incompany: true,
  companies: [{ id: 8, name: 'De Linde' }],
  days: ['2026-11-19'],
  product_id: 51,
  group_product_id: 60,
  group_max_count: 12,
  group_extra_price: null,
  whole_charged: false,
}

describe('a planning is sold as a whole', () => {
  it('to who ordered it, at a price for all together, once', () => {
    expect(isWhole(planning)).toBe(true)
  })

  it.each<Partial<ChargedPlanning>>([
    { incompany: false },
    { group_product_id: null },
    { companies: [] },
    { whole_charged: true },
  ])('not with %j', (more) => expect(isWhole({ ...planning, ...more })).toBe(false))
})

describe('the orders of who is enrolled', () => {
  const students = [student(1, 9), student(2), student(3, 9), student(4, 5), student(5)]
  const told = (orderBy: 'company' | 'enrolment') =>
    payersOf(students, orderBy).map(({ company_id, contact_id, students: own }) => [
      company_id,
      contact_id,
      own.map((one) => one.contact_id),
    ])

  it('are one per company and planning, and one for each who pays alone', () => {
    expect(told('company')).toEqual([
      [9, null, [1, 3]],
      [null, 2, [2]],
      [5, null, [4]],
      [null, 5, [5]],
    ])
  })

  it('are one per person where the course asks that', () => {
    expect(told('enrolment')).toEqual([
      [9, 1, [1]],
      [null, 2, [2]],
      [9, 3, [3]],
      [5, 4, [4]],
      [null, 5, [5]],
    ])
  })

  it('are apart for who is invoiced elsewhere, or directly', () => {
    const going = [
      student(1, 9),
      student(2, 9),
      { ...student(3, 9), invoice_relation_id: 4 },
      { ...student(4, 9), use_invoice_relation: false },
    ]
    expect(payersOf(going, 'company').map((payer) => payer.students.map((one) => one.contact_id))).toEqual([[1, 2], [3], [4]]) // prettier-ignore
  })

  it('have keys of their own', () => {
    for (const orderBy of ['company', 'enrolment'] as const) {
      const keys = payersOf(students, orderBy).map(({ key }) => key)
      expect(new Set(keys).size).toBe(keys.length)
    }
  })
})

it('a place is one of the product of the course, named with its days', () => {
  const payer = { key: '9', company_id: 9, contact_id: null, use_invoice_relation: true, invoice_relation_id: null }
  expect(placeOf(planning, payer)).toEqual({
    ...payer,
    name: '',
    students: [],
    whole: false,
    lines: [
      {
        product_id: 51,
        count: '1',
        name: 'BHV basis, 19-11-2026',
        description: '',
        unit: { one: 'persoon', many: 'personen' },
      },
    ],
  })
})

describe('what leaving late costs', () => {
  const steps = [
    { days: 7, percentage: 50 },
    { days: 28, percentage: 25 },
    { days: 1, percentage: 100 },
  ]

  it.each([
    [29, 0],
    [28, 25],
    [8, 25],
    [7, 50],
    [2, 50],
    [1, 100],
    [0, 100],
    [-3, 100],
  ])('%i days before the begin is %i %%', (daysLeft, percentage) => {
    expect(costsAfter(steps, daysLeft)).toBe(percentage)
    expect(costsAfter(steps.toReversed(), daysLeft)).toBe(percentage)
  })

  it('is nothing where the course has no table', () => expect(costsAfter([], 0)).toBe(0))

  it('is a part in whole cents, half of one away from zero', () => {
    expect([partOf(10_001, 50), partOf(-10_001, 50), partOf(333, 100), partOf(333, 0), partOf(101, 25)]).toEqual([
      5001, -5001, 333, 0, 25,
    ])
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 100 }), (cents, percentage) => {
        const part = partOf(cents, percentage)
        expect(Math.abs(part - (cents * percentage) / 100)).toBeLessThanOrEqual(0.5)
        expect(partOf(-cents, percentage) + part).toBe(0)
      }),
    )
  })
})
