import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AgreedLine, agreedCharges } from '../../src/training/money/invoicing/agreed.rules.ts'
import {
  type ChargedPlanning,
  type ChargedStudent,
  chargeProblem,
  chargesOf,
  daysText,
  wholeLines,
} from '../../src/training/money/invoicing/invoicing.rules.ts'

const student = (
  contact_id: number,
  company_id: number | null = null,
  name = `Cursist ${contact_id}`,
): ChargedStudent => ({
  contact_id,
  name,
  company_id,
  company: company_id === null ? null : `Bedrijf ${company_id}`,
  use_invoice_relation: true,
  invoice_relation_id: null,
})
const planning: ChargedPlanning = {
  group_id: 20,
  course_id: 3,
  course: 'BHV basis',
  incompany: false,
  companies: [],
  days: ['2026-11-19', '2026-11-30'],
  product_id: 51,
  group_product_id: null,
  group_max_count: null,
  group_extra_price: null,
  whole_charged: false,
}
const heldAsOne: ChargedPlanning = {
  ...planning,
  incompany: true,
  companies: [
    { id: 8, name: 'De Linde' },
    { id: 9, name: 'Van Oort' },
  ],
  group_product_id: 60,
  group_max_count: 2,
  group_extra_price: '95.5000',
}
const people = (count: number) => Array.from({ length: count }, (_, i) => student(i + 1, 9))

describe('the days of a planning', () => {
  it.each([
    [[], ''],
    [['2026-11-19'], '19-11-2026'],
    [['2026-11-19', '2026-11-30'], '19-11-2026 en 30-11-2026'],
    [['2026-11-19', '2026-11-19', '2026-11-20', '2026-12-01'], '19-11-2026, 20-11-2026 en 01-12-2026'],
  ])('%j are told each once: %s', (days, text) => expect(daysText(days)).toBe(text))
})

describe('who pays per person', () => {
  it('is each company once, for all of its own, and each private person; by name', () => {
    const charges = chargesOf(planning, [student(1, 9), student(2, null, 'Anouk'), student(3, 4), student(4, 9)])
    expect(charges.map(({ key, name, company_id, contact_id }) => [key, name, company_id, contact_id])).toEqual([
      ['contact-2', 'Anouk', null, 2],
      ['company-4', 'Bedrijf 4', 4, null],
      ['company-9', 'Bedrijf 9', 9, null],
    ])
    expect(charges[2]).toMatchObject({ whole: false, students: [{ contact_id: 1 }, { contact_id: 4 }] })
    expect(charges[2]!.lines).toEqual([
      {
        product_id: 51,
        count: '2',
        name: 'BHV basis, 19-11-2026 en 30-11-2026',
        description: 'Cursist 1, Cursist 4',
        unit: { one: 'persoon', many: 'personen' },
      },
    ])
  })

  it('is nobody where the course has no product for it, and the reason names the course', () => {
    const none = { ...planning, product_id: null }
    expect(chargesOf(none, people(3))).toEqual([])
    expect(chargeProblem(none)).toBe(
      'BHV basis heeft nog geen product. Kies bij de opleiding wat er per cursist of per groep wordt gerekend.',
    )
    expect(chargeProblem(planning)).toBeNull()
    // A price as a whole is one for who ordered it: a planning for everybody still has none.
    expect(chargeProblem({ ...none, group_product_id: 60 })).not.toBeNull()
    expect(chargeProblem({ ...none, incompany: true })).not.toBeNull()
    expect(chargeProblem({ ...none, incompany: true, group_product_id: 60 })).toBeNull()
  })

  it('leaves nobody out and charges nobody twice', () => {
    const someone = fc.record({ company: fc.option(fc.integer({ min: 1, max: 4 })) })
    fc.assert(
      fc.property(fc.array(someone, { maxLength: 12 }), (all) => {
        const students = all.map(({ company }, id) => student(id + 1, company))
        const charges = chargesOf(planning, students)
        const charged = charges.flatMap((charge) => charge.students.map(({ contact_id }) => contact_id))
        expect(charged.sort((a, b) => a - b)).toEqual(students.map(({ contact_id }) => contact_id))
        expect(charges.reduce((sum, { lines }) => sum + Number(lines[0]!.count), 0)).toBe(students.length)
        for (const { students: own, company_id } of charges)
          expect(own.every((one) => one.company_id === company_id)).toBe(true)
      }),
    )
  })
})

describe('a planning that is sold as a whole', () => {
  it('is charged to who ordered it, whoever its students belong to', () => {
    const [charge, ...others] = chargesOf(heldAsOne, people(2))
    expect(others).toEqual([])
    expect(charge).toMatchObject({ key: 'company-8', company_id: 8, contact_id: null, name: 'De Linde', whole: true })
    expect(charge!.students).toHaveLength(2)
    expect(charge!.lines).toEqual([
      {
        product_id: 60,
        count: '1',
        name: 'BHV basis, 19-11-2026 en 30-11-2026',
        description: 'Cursist 1, Cursist 2',
        unit: { one: 'groep', many: 'groepen' },
      },
    ])
    expect(chargesOf(heldAsOne, [])).toEqual([])
  })

  it('has a line for who is more than it covers, at the price of one more', () => {
    expect(wholeLines(heldAsOne, people(5))[1]).toEqual({
      product_id: 60,
      count: '3',
      name: 'BHV basis, extra cursisten boven 2',
      description: '',
      unit: { one: 'persoon', many: 'personen' },
      price: '95.5000',
    })
    expect(wholeLines(heldAsOne, people(2))).toHaveLength(1)
    expect(wholeLines({ ...heldAsOne, group_extra_price: null }, people(5))).toHaveLength(1)
    expect(wholeLines({ ...heldAsOne, group_max_count: null }, people(5))).toHaveLength(1)
    expect(wholeLines({ ...heldAsOne, group_max_count: 0 }, people(5))[1]).toMatchObject({ count: '5' })
  })

  it('is charged once: who comes after it pays alone, where there is a price for that', () => {
    const charged = { ...heldAsOne, whole_charged: true }
    expect(chargesOf(charged, people(1))).toMatchObject([
      { key: 'company-9', whole: false, lines: [{ product_id: 51 }] },
    ])
    expect(chargesOf({ ...charged, product_id: null }, people(1))).toEqual([])
  })

  it.each([
    ['nobody ordered it', { companies: [] }],
    ['it is for everybody', { incompany: false }],
    ['it has no price as a whole', { group_product_id: null }],
  ])('is charged per person where %s', (_why, more) => {
    expect(chargesOf({ ...heldAsOne, ...more }, people(3))).toMatchObject([{ key: 'company-9', whole: false }])
  })
})

describe('what a company agreed on for the course', () => {
  const agreed = (id: number, company_id: number, description: string, price: string | null): AgreedLine => ({
    id,
    company_id,
    company: `Bedrijf ${company_id}`,
    description,
    price,
  })
  const charges = chargesOf(planning, [student(1, 9), student(2)])
  const ofCompany = charges.findIndex(({ company_id }) => company_id === 9)
  const with_ = (above: number[], ...lines: AgreedLine[]) =>
    agreedCharges(charges, planning, new Map([[9, above.map((id) => ({ id }))]]), lines)
  const lineOf = (of: typeof charges) => of[ofCompany]!.lines[0]!

  it('gives its own name to the line, with the days, and its price to be weighed', () => {
    const line = lineOf(with_([9], agreed(71, 9, 'BHV voor magazijnen', '120.5000')))
    expect(line.name).toBe('BHV voor magazijnen, 19-11-2026 en 30-11-2026')
    expect(line.own).toEqual([
      {
        company_id: 9,
        price: '120.5000',
        title: 'Prijs van Bedrijf 9 voor deze opleiding',
        text: '€\u00a0120,50 per persoon, zonder btw',
        href: '/companies/courseLine/71',
      },
    ])
    expect(line).toMatchObject({ product_id: 51, count: '1', description: 'Cursist 1' })
  })

  it('comes from the nearest that says something, and each price above it is weighed too', () => {
    const line = lineOf(
      with_(
        [9, 5, 2],
        agreed(1, 2, 'Van de holding', '80'),
        agreed(2, 5, 'Van de groep', null),
        agreed(3, 9, '', '90'),
      ),
    )
    expect(line.name).toBe('Van de groep, 19-11-2026 en 30-11-2026')
    expect(line.own!.map(({ company_id, price }) => [company_id, price])).toEqual([
      [9, '90'],
      [2, '80'],
    ])
  })

  it('leaves the name of the course where nobody gave one', () => {
    expect(lineOf(with_([9], agreed(3, 9, '', '90'))).name).toBe('BHV basis, 19-11-2026 en 30-11-2026')
  })

  it('changes nothing for others, for private persons and for a group as a whole', () => {
    const other = agreed(1, 4, 'Van een ander', '1')
    expect(with_([9], other)).toEqual(charges)
    expect(with_([], agreed(1, 9, 'Eigen', '1'))).toEqual(charges)
    const all = with_([9], agreed(1, 9, 'Eigen', '1'))
    expect(all[1 - ofCompany]).toEqual(charges[1 - ofCompany])
    const whole = chargesOf(heldAsOne, people(2))
    const above = new Map([[8, [{ id: 8 }]]])
    expect(agreedCharges(whole, heldAsOne, above, [agreed(1, 8, 'Eigen', '1')])).toEqual(whole)
  })
})
