import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addPeople } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

/** A planning of the BHV course, open to who enrols themselves. */
async function planned(orderBy: 'none' | 'company', inDays = 30) {
  const { id: planning } = await app.db
    .insertInto('appointment_groups')
    .values({ course_id: app.story.courses.bhv })
    .returning('id')
    .executeTakeFirstOrThrow()
  const day = addDays(today(), inDays)
  const { id: part } = await app.db
    .insertInto('appointments')
    .values({
      ...{ group_id: planning, description: 'Dag 1', max_count: 40, status: 'planned' },
      ...{ starts_at: instantOf(day, '09:00')!, ends_at: instantOf(day, '16:00')! },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await planner.post(`/calendar/orders/${part}`, { order_by: orderBy })).status).toBe(204)
  return { planning, part }
}
const enrolIn = (part: number, students: number[], fields: object = {}, browser = planner) =>
  browser.post(`/calendar/enroll/${part}/0`, { students: students.join(','), ...fields })
const ordersOf = (planning: number) =>
  app.db
    .selectFrom('planning_orders')
    .innerJoin('orders', 'orders.id', 'planning_orders.order_id')
    .select(['orders.company_id', 'orders.use_invoice_relation', 'orders.invoice_relation_id', 'orders.line_count'])
    .where('planning_orders.group_id', '=', planning)
    .orderBy('orders.id')
    .execute()

describe('who gets the invoice of who is enrolled', () => {
  it('is as agreed, the customer itself or a company that is chosen: an order for each [F-209][F-210]', async () => {
    const { deLinde, vanLoon } = app.story.companies
    const { planning, part } = await planned('company')
    const [a, b, c, d] = await addPeople(app, 4, deLinde)
    expect((await planner.get(`/calendar/enroll/${part}/0`)).$('[name="use_invoice_relation"]')).toHaveLength(1)
    for (const [who, fields] of [
      [a, {}],
      [b, { use_invoice_relation: '1', invoice_relation_id: vanLoon }],
      [c, { use_invoice_relation: '0', invoice_relation_id: vanLoon }],
      [d, { use_invoice_relation: '1', invoice_relation_id: vanLoon }],
    ] as const)
      expect((await enrolIn(part, [who!], fields)).status).toBe(204)
    expect(await ordersOf(planning)).toEqual([
      { company_id: deLinde, use_invoice_relation: true, invoice_relation_id: null, line_count: 1 },
      { company_id: deLinde, use_invoice_relation: true, invoice_relation_id: vanLoon, line_count: 2 },
      { company_id: deLinde, use_invoice_relation: false, invoice_relation_id: null, line_count: 1 },
    ])
    const wrong = await enrolIn(part, [a!], { use_invoice_relation: 'x' })
    expect(wrong.status).toBe(422)
    expect((await enrolIn(part, [a!], { invoice_relation_id: 2_000_000_000 })).status).toBe(404)
  })

  it('goes along to another planning and to who takes the place, and is not for supervisors to say', async () => {
    const { deLinde, vanLoon } = app.story.companies
    const [from, to] = [await planned('none'), await planned('none', 60)]
    const [a, b] = await addPeople(app, 2, deLinde)
    const chosen = { use_invoice_relation: '1', invoice_relation_id: vanLoon }
    await enrolIn(from.part, [a!], chosen)
    const move = { students: String(a), appointment_id: to.part, what_appointments: 'all' }
    expect((await planner.post(`/calendar/moveStudents/${from.part}`, move)).status).toBeLessThan(300)
    const replace = { contact_id: b!, id: a! }
    expect((await planner.post(`/calendar/replaceStudent/${to.part}`, replace)).status).toBeLessThan(300)
    const supervisor = await app.as(ROLE.supervisor)
    const own = app.story.students.findLast(({ companyId }) => companyId === deLinde)!.id
    expect((await supervisor.get(`/calendar/enroll/${to.part}/0`)).$('[name="use_invoice_relation"]')).toHaveLength(0)
    expect((await enrolIn(to.part, [own], { use_invoice_relation: '0' }, supervisor)).status).toBe(204)
    const rows = await app.db
      .selectFrom('enrolments')
      .select(['contact_id', 'use_invoice_relation', 'invoice_relation_id'])
      .where('appointment_id', '=', to.part)
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { contact_id: b, use_invoice_relation: null, invoice_relation_id: vanLoon },
      { contact_id: own, use_invoice_relation: null, invoice_relation_id: null },
    ])
  })

  it('is told before invoices of a planning are made, and gets them, also at the end of the month', async () => {
    const { deLinde, vanLoon } = app.story.companies
    const { part } = await planned('none')
    const [a, b, c] = await addPeople(app, 3, deLinde)
    await enrolIn(part, [a!], { use_invoice_relation: '0' })
    await enrolIn(part, [b!, c!], { invoice_relation_id: vanLoon })
    const { $ } = await planner.get(`/calendar/makeInvoices/${part}`)
    const charges = $('.charge label').map((_i, label) => $(label).text()).get() // prettier-ignore
    expect(charges).toHaveLength(2)
    expect(charges.filter((text) => text.includes('factuur naar Bakkerij Van Loon'))).toHaveLength(1)
    await app.db
      .updateTable('appointments')
      .set({ status: 'done', starts_at: new Date(Date.now() - 90_000_000), ends_at: new Date(Date.now() - 86_400_000) })
      .where('id', '=', part)
      .execute()
    const until = formatDate(today())
    const month = await planner.get(`/administration/billing/list?until=${until}`)
    const row = month
      .$('.billing-line')
      .filter((_i, line) => month.$(line).text().includes('Factuur naar Bakkerij Van Loon'))
    const bills = row.find('input').attr('value')!
    expect(bills).toMatch(/^company-\d+\.to-\d+/)
    expect((await planner.post('/administration/billing/start', { until, invoice_date: until, bills })).status).toBe(
      200,
    )
    await app.runJobs('billing.run')
    const item = await app.db
      .selectFrom('billing_items')
      .select('invoice_id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const invoice = await app.db
      .selectFrom('invoices')
      .selectAll()
      .where('id', '=', item.invoice_id!)
      .executeTakeFirstOrThrow()
    expect(invoice).toMatchObject({ company_id: vanLoon, header_text: 'Voor Zorggroep De Linde.' })
    const key = (await planner.get(`/calendar/makeInvoices/${part}`)).$('[name="plan"]').attr('value')!
    const made = await planner.post(`/calendar/generateInvoices/${part}`, {
      charges: `company-${deLinde}-direct`,
      invoice_date: until,
      plan: key,
    })
    expect(made.status).toBe(200)
    const direct = await app.db
      .selectFrom('invoices')
      .select('company_id')
      .where('id', '=', made.json<{ ids: number[] }>().ids[0]!)
      .executeTakeFirstOrThrow()
    expect(direct.company_id).toBe(deLinde)
  })
})
