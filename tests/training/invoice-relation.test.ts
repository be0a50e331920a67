// clock
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
  // What a company bought beforehand is ordered no more.
  await app.pool.query('update training_agreements set ends_on = current_date - 1')
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

  describe('is chosen otherwise', () => {
    const going = async (planning: number, contact: number) =>
      (
        await app.db
          .selectFrom('enrolments')
          .innerJoin('appointments', 'appointments.id', 'enrolments.appointment_id')
          .select(['enrolments.use_invoice_relation as own', 'enrolments.invoice_relation_id as to'])
          .where('appointments.group_id', '=', planning)
          .where('enrolments.contact_id', '=', contact)
          .orderBy('enrolments.id')
          .execute()
      ).map(({ own, to }) => (own === false ? 'direct' : to))
    /** The order on which somebody stands, with what the line says. */
    const placeOf = async (planning: number, contact: number) =>
      app.db
        .selectFrom('planning_order_lines')
        .innerJoin('sale_lines', 'sale_lines.id', 'planning_order_lines.line_id')
        .innerJoin('orders', 'orders.id', 'sale_lines.order_id')
        .select([
          'orders.id',
          'orders.invoice_relation_id',
          'orders.line_count',
          'sale_lines.price',
          'sale_lines.id as line',
        ])
        .where('planning_order_lines.group_id', '=', planning)
        .where('planning_order_lines.contact_id', '=', contact)
        .executeTakeFirst()
    const choose = async (part: number, contact: number, fields: object) => {
      const { version } = await app.db.selectFrom('enrolments').select('version').where('appointment_id', '=', part).where('contact_id', '=', contact).executeTakeFirstOrThrow() // prettier-ignore
      return planner.post(`/calendar/invoiceTo/${part}/${contact}`, { version, ...fields })
    }
    const secondPart = async (planning: number) => {
      const day = addDays(today(), 31)
      const { id } = await app.db
        .insertInto('appointments')
        .values({
          ...{ group_id: planning, description: 'Dag 2', max_count: 40, status: 'planned' },
          ...{ starts_at: instantOf(day, '09:00')!, ends_at: instantOf(day, '16:00')! },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    }

    it('by enrolling again, for another part or the same, and holds for all parts of the planning', async () => {
      const { deLinde, vanLoon, kuipers } = app.story.companies
      const { planning, part } = await planned('company')
      const [a] = await addPeople(app, 1, deLinde)
      await enrolIn(part, [a!])
      const other = await secondPart(planning)
      await enrolIn(other, [a!], { what_appointments: 'this', invoice_relation_id: vanLoon })
      expect(await going(planning, a!)).toEqual([vanLoon, vanLoon])
      expect(await placeOf(planning, a!)).toMatchObject({ invoice_relation_id: vanLoon, line_count: 1 })
      const again = await enrolIn(part, [a!], { invoice_relation_id: kuipers })
      expect(again.trigger.flash?.str).toContain('Factuur naar is gewijzigd')
      expect(await going(planning, a!)).toEqual([kuipers, kuipers])
      // As agreed is what the form says by itself: it overrules nothing, and a part that is added follows the others.
      const third = await secondPart(planning)
      await enrolIn(third, [a!], { what_appointments: 'this' })
      expect(await going(planning, a!)).toEqual([kuipers, kuipers, kuipers])
      expect(await ordersOf(planning)).toHaveLength(1)
    })

    it('in the popup of the student, with the line as it was corrected, and back by undoing', async () => {
      const { deLinde, vanLoon } = app.story.companies
      const { planning, part } = await planned('company')
      const [a, b] = await addPeople(app, 2, deLinde)
      await enrolIn(part, [a!, b!])
      const before = (await placeOf(planning, a!))!
      await app.db.updateTable('sale_lines').set({ price: '77', why: 'De prijs is met de hand gezet.', is_original_price: false }).where('id', '=', before.line).execute() // prettier-ignore
      expect((await planner.get(`/calendar/invoiceTo/${part}/${a!}`)).$('[name="use_invoice_relation"]')).toHaveLength(1) // prettier-ignore
      const answer = await choose(part, a!, { use_invoice_relation: '1', invoice_relation_id: vanLoon })
      expect(answer.status).toBeLessThan(300)
      const after = (await placeOf(planning, a!))!
      expect(after).toMatchObject({ invoice_relation_id: vanLoon, line_count: 1, line: before.line })
      expect(Number(after.price)).toBe(77)
      expect(await placeOf(planning, b!)).toMatchObject({ id: before.id, line_count: 1, invoice_relation_id: null })
      expect((await planner.get(`/calendar/${part}/students/table`)).text).toContain('Factuur naar Bakkerij Van Loon')
      const undone = await planner.post(`/undo/${answer.undo!.set}`)
      expect([undone.status, undone.text]).toEqual([expect.any(Number), expect.not.stringContaining('kan niet')])
      expect(await placeOf(planning, a!)).toMatchObject({ id: before.id, line_count: 2, invoice_relation_id: null })
      expect([await going(planning, a!), (await ordersOf(planning)).length]).toEqual([[null], 1])
    })

    it('until it stands on an invoice with a number, which is said; off a concept it goes by itself', async () => {
      const { deLinde, vanLoon, kuipers } = app.story.companies
      const { planning, part } = await planned('company')
      const [a] = await addPeople(app, 1, deLinde)
      await enrolIn(part, [a!], { invoice_relation_id: kuipers })
      const order = (await placeOf(planning, a!))!.id
      await planner.post(`/administration/order/markAllDelivered/${order}`)
      const bill = async (id: number) =>
        (await planner.post(`/administration/order/migrate/${id}`, {})).json<{ invoice: number }>().invoice
      const concept = await bill(order)
      expect((await choose(part, a!, { invoice_relation_id: vanLoon })).status).toBeLessThan(300)
      expect(await app.db.selectFrom('invoices').select('id').where('id', '=', concept).execute()).toEqual([])
      const place = (await placeOf(planning, a!))!
      expect(place).toMatchObject({ invoice_relation_id: vanLoon, line_count: 1 })
      const invoice = await bill(place.id)
      const administrator = await app.as(ROLE.administrator)
      expect((await administrator.post(`/administration/invoice/definitive/${invoice}`)).status).toBeLessThan(300)
      const refused = await choose(part, a!, { use_invoice_relation: '0' })
      expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('staat al op factuur')])
      expect((await planner.get(`/calendar/invoiceTo/${part}/${a!}`)).text).toContain('staat al op factuur')
      const again = await enrolIn(part, [a!], { use_invoice_relation: '0' })
      expect([again.status, again.text]).toEqual([422, expect.stringContaining('staat al op factuur')])
      expect(await going(planning, a!)).toEqual([vanLoon])
      expect((await choose(part, a!, { invoice_relation_id: vanLoon })).status).toBeLessThan(300)
    })

    it('by planners alone, and not where the planning was invoiced without orders', async () => {
      const { deLinde } = app.story.companies
      const { part } = await planned('none')
      const [a] = await addPeople(app, 1, deLinde)
      await enrolIn(part, [a!])
      for (const role of [ROLE.supervisor, ROLE.teacher])
        expect((await (await app.as(role)).get(`/calendar/invoiceTo/${part}/${a!}`)).status).toBe(403)
      const key = (await planner.get(`/calendar/makeInvoices/${part}`)).$('[name="plan"]').attr('value')!
      await planner.post(`/calendar/generateInvoices/${part}`, { charges: `company-${deLinde}`, invoice_date: formatDate(today()), plan: key }) // prettier-ignore
      const refused = await choose(part, a!, { use_invoice_relation: '0' })
      expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('staat al op een conceptfactuur')])
    })
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
