// clock
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listSaleLines } from '../../src/administration/sales/sales/index.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import {
  type ChargedPlanning,
  type ChargedStudent,
  chargesOf,
} from '../../src/training/money/invoicing/invoicing.rules.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

const DAY = addDays(today(), 20)

/** A planning of two days of the BHV course, with these students. */
async function plan(
  students: { contact_id: number; company_id: number | null }[],
  { companies = [], course = app.story.courses.bhv }: { companies?: number[]; course?: number } = {},
) {
  const planning = await app.db
    .insertInto('appointment_groups')
    .values({ course_id: course, incompany: companies.length > 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const parts: number[] = []
  for (const [i, description] of ['Dag 1', 'Dag 2'].entries()) {
    const day = addDays(DAY, i * 3)
    const part = await app.db
      .insertInto('appointments')
      .values({
        group_id: planning.id,
        description,
        starts_at: instantOf(day, '09:00')!,
        ends_at: instantOf(day, '16:00')!,
        max_count: 30,
        status: 'planned',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    parts.push(part.id)
  }
  for (const company_id of companies)
    await app.db.insertInto('appointment_group_companies').values({ group_id: planning.id, company_id }).execute()
  for (const appointment_id of parts)
    for (const student of students)
      await app.db
        .insertInto('enrolments')
        .values({ ...student, appointment_id })
        .execute()
  return { planning: planning.id, part: parts[0]! }
}

const people = (count: number, company_id: number | null, skip = 0) =>
  app.story.students.slice(skip, skip + count).map(({ id }) => ({ contact_id: id, company_id }))

const shown = (part: number) => planner.get(`/calendar/makeInvoices/${part}`)
const make = async (part: number, charges?: string[]) => {
  const { $ } = await shown(part)
  const all = $('input[name="charges"]')
    .toArray()
    .map((box) => String($(box).val()))
  return planner.post(`/calendar/generateInvoices/${part}`, {
    plan: String($('input[name="plan"]').val()),
    invoice_date: formatDate(today()),
    'charges[]': charges ?? all,
  })
}
const invoicesOf = (planning: number) =>
  app.db.selectFrom('invoices').selectAll().where('reference', '=', `Planning ${planning}`).orderBy('id').execute()

describe('the invoices of a planning', () => {
  it('of 12 people of two companies are two concepts, with the names on the line [T-026][R-040][R-041][S-046]', async () => {
    const { deLinde, vanLoon } = app.story.companies
    const { planning, part } = await plan([...people(7, deLinde), ...people(5, vanLoon, 7)])
    // The popup of the planning leads there.
    expect((await planner.get(`/calendar/view-appointment/${part}`)).text).toContain(`/calendar/makeInvoices/${part}`)
    const before = await shown(part)
    expect(before.$('.charge').length).toBe(2)
    expect(await invoicesOf(planning)).toEqual([])
    const made = await make(part)
    expect([made.status, made.trigger.flash?.str]).toEqual([200, '2 conceptfacturen gemaakt'])
    const invoices = await invoicesOf(planning)
    expect(invoices.map((one) => [one.company_id, one.contact_id, one.uid])).toEqual([
      [vanLoon, null, null],
      [deLinde, null, null],
    ])
    const [line, ...more] = await listSaleLines(app.db, { type: 'invoice', id: invoices[1]!.id })
    expect(more).toEqual([])
    // What De Linde agreed on for this course goes before its 10% off the product.
    expect(line).toMatchObject({ count: '7.0000', price: '245.0000', original_price: '245.0000' })
    expect(line!.name).toContain(`${formatDate(DAY)} en ${formatDate(addDays(DAY, 3))}`)
    for (const { contact_id } of people(7, deLinde)) {
      const { last_name } = await app.db
        .selectFrom('contacts')
        .select('last_name')
        .where('id', '=', contact_id)
        .executeTakeFirstOrThrow()
      expect(line!.description).toContain(last_name)
    }
    // What was shown is what was made.
    const totals = before
      .$('.charge > b')
      .toArray()
      .map((one) => before.$(one).text())
    const euros = (cents: number) => (cents / 100).toLocaleString('nl-NL', { minimumFractionDigits: 2 })
    expect(totals.map((text) => text.replace(/[^\d.,]/g, ''))).toEqual(invoices.map(({ total }) => euros(total!)))
  })

  it('say and cost what the company, or one above it, agreed on for the course; else what it agreed on for the product', async () => {
    const { deLinde } = app.story.companies
    const child = await app.db
      .selectFrom('companies')
      .select('id')
      .where('parent_id', '=', deLinde)
      .executeTakeFirstOrThrow()
    const lineOf = async (company_id: number) => {
      const { planning, part } = await plan(people(3, company_id))
      await make(part)
      const [invoice] = await invoicesOf(planning)
      const [line] = await listSaleLines(app.db, { type: 'invoice', id: invoice!.id })
      return line!
    }
    const agree = (agreed: { price: string | null; description?: string }) =>
      app.db
        .updateTable('company_course_lines')
        .set(agreed)
        .where('id', '=', app.story.courseLines.bhvOfDeLinde)
        .execute()
    const tell = (vat: { taxes_included: boolean; tax_type_id: number }) =>
      app.db.updateTable('products').set(vat).where('id', '=', app.story.products.bhvCourse).execute()
    await agree({ price: '199.5', description: 'BHV volgens raamcontract' })
    for (const id of [deLinde, child.id]) {
      const line = await lineOf(id)
      expect(line).toMatchObject({ price: '199.5000', original_price: '245.0000', is_original_price: false })
      expect(line.name).toMatch(/^BHV volgens raamcontract, \d\d-/)
      expect(line.why).toContain('voor deze opleiding')
    }
    await agree({ price: null })
    const without = await lineOf(deLinde)
    expect(without).toMatchObject({ price: '245.0000', discount: '10.0000', discount_type: 'percentage' })
    expect(without.name).toMatch(/^BHV volgens raamcontract/)
    const { tax_type_id } = await app.db
      .selectFrom('products')
      .select('tax_type_id')
      .where('id', '=', app.story.products.bhvCourse)
      .executeTakeFirstOrThrow()
    await tell({ taxes_included: true, tax_type_id: app.story.taxTypes.high })
    await agree({ price: '100' })
    // Where the product tells its prices with VAT, the agreed price gets it.
    expect(await lineOf(deLinde)).toMatchObject({ price: '121.0000', taxes_included: true })
    await tell({ taxes_included: false, tax_type_id })
    await agree({ price: '245', description: 'BHV basis, raamovereenkomst De Linde' })
  })

  it('are made once, of two who ask at once too, and again when a concept is gone or taken back', async () => {
    const { deLinde, vanLoon } = app.story.companies
    const { planning, part } = await plan([...people(2, deLinde), ...people(1, vanLoon, 7)])
    const answers = await Promise.all([make(part, [`company-${deLinde}`]), make(part, [`company-${deLinde}`])])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await invoicesOf(planning)).toHaveLength(1)
    expect((await shown(part)).$('.charge').length).toBe(1)
    const rest = await make(part)
    expect((await shown(part)).text).toContain('Alle cursisten van deze planning staan al op een factuur.')
    await planner.post(`/undo/${rest.undo!.set}`)
    expect((await shown(part)).$('.charge b').first().text()).toContain('Van Loon')
    const [first] = await invoicesOf(planning)
    await app.db.deleteFrom('invoices').where('id', '=', first!.id).execute()
    expect((await shown(part)).$('.charge').length).toBe(2)
  })

  it('of an in-company planning with a group price are one, for who ordered it, with those above the most extra', async () => {
    const { deLinde, vanLoon } = app.story.companies
    const { bhv } = app.story.courses
    await app.db
      .updateTable('courses')
      .set({ group_max_count: 4, group_extra_price: '150' })
      .where('id', '=', bhv)
      .execute()
    const { planning, part } = await plan([...people(5, deLinde), ...people(1, vanLoon, 7)], { companies: [deLinde] })
    await make(part)
    const invoices = await invoicesOf(planning)
    expect(invoices.map(({ company_id }) => company_id)).toEqual([deLinde])
    const lines = await listSaleLines(app.db, { type: 'invoice', id: invoices[0]!.id })
    expect(lines.map(({ count, price, product_id }) => [count, price, product_id])).toEqual([
      ['1.0000', '1950.0000', app.story.products.bhvGroup],
      ['2.0000', '150.0000', app.story.products.bhvGroup],
    ])
    expect((await shown(part)).$('.charge').length).toBe(0)
  })

  it('are refused without a product, without a choice, and when something changed since they were shown', async () => {
    const { deLinde } = app.story.companies
    const { planning, part } = await plan(people(2, deLinde))
    const { $ } = await shown(part)
    const fields = { plan: String($('input[name="plan"]').val()), invoice_date: formatDate(today()) }
    const none = await planner.post(`/calendar/generateInvoices/${part}`, { ...fields, charges: '' })
    expect([none.status, none.text]).toEqual([422, expect.stringContaining('Vink minimaal één factuur aan.')])
    await app.db
      .insertInto('enrolments')
      .values({ ...people(1, deLinde, 9)[0]!, appointment_id: part })
      .execute()
    const late = await planner.post(`/calendar/generateInvoices/${part}`, {
      ...fields,
      charges: `company-${deLinde}`,
    })
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('intussen gewijzigd')])
    expect(await invoicesOf(planning)).toEqual([])
    const { course_id } = await app.db
      .selectFrom('appointment_groups')
      .select('course_id')
      .where('id', '=', planning)
      .executeTakeFirstOrThrow()
    const { product_id } = await app.db
      .selectFrom('courses')
      .select('product_id')
      .where('id', '=', course_id)
      .executeTakeFirstOrThrow()
    await app.db.updateTable('courses').set({ product_id: null }).where('id', '=', course_id).execute()
    expect((await shown(part)).text).toContain('heeft nog geen product')
    await app.db.updateTable('courses').set({ product_id }).where('id', '=', course_id).execute()
  })

  it('are for who plans', async () => {
    for (const role of [ROLE.teacher, ROLE.supervisor, ROLE.student])
      expect((await (await app.as(role)).get(`/calendar/makeInvoices/${app.story.appointments.finished}`)).status).toBe(
        403,
      )
  })
})

describe('who is charged for what', () => {
  const planning: ChargedPlanning = {
    course_id: 1,
    group_id: 1,
    course: 'BHV',
    incompany: false,
    companies: [],
    days: ['2026-01-05'],
    product_id: 1,
    group_product_id: null,
    group_max_count: null,
    group_extra_price: null,
    whole_charged: false,
  }
  const student = fc.record({ company_id: fc.option(fc.integer({ min: 1, max: 4 })) })
  it('is each student once, whoever pays', () => {
    fc.assert(
      fc.property(fc.array(student, { maxLength: 40 }), fc.boolean(), fc.boolean(), (drawn, incompany, together) => {
        const students = drawn.map(({ company_id }, i): ChargedStudent => ({
          contact_id: i + 1,
          name: `P${i}`,
          company_id,
          company: company_id === null ? null : `B${company_id}`,
          use_invoice_relation: true,
          invoice_relation_id: null,
        }))
        const charges = chargesOf(
          {
            ...planning,
            incompany,
            companies: incompany ? [{ id: 9, name: 'Wie bestelde' }] : [],
            ...(together ? { group_product_id: 2, group_max_count: 5, group_extra_price: '10' } : {}),
          },
          students,
        )
        const charged = charges.flatMap((charge) => charge.students.map(({ contact_id }) => contact_id))
        expect(charged.toSorted((a, b) => a - b)).toEqual(students.map(({ contact_id }) => contact_id))
        for (const charge of charges) {
          expect((charge.company_id === null) !== (charge.contact_id === null)).toBe(true)
          if (charge.whole) expect([charges.length, charge.company_id]).toEqual([1, 9])
          else expect(charge.lines.map(({ count }) => Number(count))).toEqual([charge.students.length])
        }
      }),
    )
  })
})
