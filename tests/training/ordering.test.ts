// clock
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SaleLine, describeLines, listSaleLines } from '../../src/administration/sales/sales/index.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { optionsOf } from '../support/options.ts'
import { readPdf } from '../support/pdf.ts'
import { shownFields } from '../support/example-calls.ts'
import { addPeople } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(ROLE.administrator)
  planner = await app.as(ROLE.scheduler)
  // What companies of the story bought beforehand is billed by that, and not by these orders.
  await app.db
    .updateTable('training_agreements')
    .set({ ends_on: addDays(today(), -1) })
    .execute()
})
afterAll(() => app.close())

type OrderBy = 'none' | 'enrolment' | 'company'

/** A planning of the BHV course in two parts, billed by order in this way. */
async function planned(orderBy: OrderBy | null, { inDays = 30, companies = [] as number[], max = 400 } = {}) {
  const { id: planning } = await app.db
    .insertInto('appointment_groups')
    .values({ course_id: app.story.courses.bhv, incompany: companies.length > 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const parts: number[] = []
  for (const [i, description] of ['Dag 1', 'Dag 2'].entries()) {
    const day = addDays(today(), inDays + i)
    const { id } = await app.db
      .insertInto('appointments')
      .values({
        group_id: planning,
        description,
        starts_at: instantOf(day, '09:00')!,
        ends_at: instantOf(day, '16:00')!,
        max_count: max,
        status: 'planned',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    parts.push(id)
  }
  for (const company_id of companies)
    await app.db.insertInto('appointment_group_companies').values({ group_id: planning, company_id }).execute()
  if (orderBy !== null) expect((await choose(parts[0]!, orderBy)).status).toBe(204)
  return { planning, part: parts[0]!, parts }
}

const choose = (part: number, orderBy: OrderBy | 'course') =>
  planner.post(`/calendar/orders/${part}`, { order_by: orderBy })
const enrolIn = (part: number, students: number[], browser = planner) =>
  browser.post(`/calendar/enroll/${part}/0`, { way: 'people', students: students.join(','), what_appointments: 'all' })
const leave = (part: number, students: number[], more: Record<string, string> = {}) =>
  planner.post(`/calendar/unsubscribeStudents/${part}`, {
    students: students.join(','),
    remove_from_all_appointments: '1',
    ...more,
  })
const planningOf = async (part: number) =>
  (await app.db.selectFrom('appointments').select('group_id').where('id', '=', part).executeTakeFirstOrThrow()).group_id
const ordersOf = async (planning: number) => {
  const rows = await app.db
    .selectFrom('planning_orders')
    .innerJoin('orders', 'orders.id', 'planning_orders.order_id')
    .select(['orders.id', 'orders.company_id', 'orders.contact_id', 'orders.line_count'])
    .where('planning_orders.group_id', '=', planning)
    .orderBy('orders.id')
    .execute()
  return Promise.all(
    rows.map(async (row) => ({ ...row, lines: await listSaleLines(app.db, { type: 'order', id: row.id }) })),
  )
}

describe('orders that follow who is enrolled', () => {
  it('are one per company with a line for each student, and none where the planning says so', async () => {
    const { deLinde, vanLoon } = app.story.companies
    const [a, b] = [await addPeople(app, 3, deLinde), await addPeople(app, 2, vanLoon)]
    const alone = await addPeople(app, 1)
    const { planning, part } = await planned('company')
    expect((await enrolIn(part, [...a, ...b, ...alone])).status).toBe(204)
    const orders = await ordersOf(planning)
    expect(orders.map((order) => [order.company_id, order.contact_id, order.lines.length]).sort()).toEqual(
      [
        [deLinde, null, 3],
        [vanLoon, null, 2],
        [null, alone[0], 1],
      ].sort(),
    )
    const ofLinde = orders.find(({ company_id }) => company_id === deLinde)!
    expect(
      ofLinde.lines.every((line) => line.price === '245.0000' && !line.delivered && line.destination === null),
    ).toBe(true)
    // One more extends the order that there is.
    const [late] = await addPeople(app, 1, deLinde)
    await enrolIn(part, [late!])
    expect((await ordersOf(planning)).find(({ id }) => id === ofLinde.id)!.lines.length).toBe(4)
    const { planning: quiet, part: other } = await planned(null)
    await enrolIn(other, a)
    expect(await ordersOf(quiet)).toEqual([])
  })

  it('of a list of 300 people make one order per company, and one of two who enrol at once', async () => {
    const { deLinde, vanLoon } = app.story.companies
    const people = [...(await addPeople(app, 200, deLinde)), ...(await addPeople(app, 100, vanLoon))]
    const { planning, part } = await planned('company')
    const half = (at: number) => people.filter((_, i) => i % 2 === at)
    const answers = await Promise.all([enrolIn(part, half(0)), enrolIn(part, half(1), administrator)])
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    const orders = await ordersOf(planning)
    expect(orders.map(({ company_id, lines }) => [company_id, lines.length]).sort()).toEqual(
      [
        [deLinde, 200],
        [vanLoon, 100],
      ].sort(),
    )
  })

  it('are one per enrolment where the planning says so, to the company', async () => {
    const { deLinde } = app.story.companies
    const people = await addPeople(app, 2, deLinde)
    const { planning, part } = await planned('enrolment')
    await enrolIn(part, people)
    expect((await ordersOf(planning)).map((order) => [order.company_id, order.contact_id, order.lines.length])).toEqual(
      [
        [deLinde, null, 1],
        [deLinde, null, 1],
      ],
    )
  })

  it('have a planning that is sold as a whole as one line, and one for more people than that covers', async () => {
    const { deLinde, vanLoon } = app.story.companies
    await app.db
      .updateTable('courses')
      .set({ group_product_id: app.story.products.bhvGroup, group_max_count: 2, group_extra_price: '50' })
      .where('id', '=', app.story.courses.bhv)
      .execute()
    const people = [...(await addPeople(app, 2, deLinde)), ...(await addPeople(app, 2, vanLoon))]
    const { planning, part } = await planned('company', { companies: [deLinde] })
    await enrolIn(part, people.slice(0, 2))
    const told = async () => (await ordersOf(planning)).map(({ company_id, lines }) => [company_id, ...lines.map(({ count, price }) => [Number(count), Number(price)])]) // prettier-ignore
    const [[, [, price]]] = (await told()) as [[number, [number, number]]]
    expect(await told()).toEqual([[deLinde, [1, price]]])
    await enrolIn(part, people.slice(2))
    expect(await told()).toEqual([[deLinde, [1, price], [2, 50]]])
    await leave(part, people.slice(3))
    expect(await told()).toEqual([[deLinde, [1, price], [1, 50]]])
    await leave(part, people.slice(0, 3))
    expect(await told()).toEqual([])
    await app.db
      .updateTable('courses')
      .set({ group_product_id: null, group_max_count: null, group_extra_price: null })
      .where('id', '=', app.story.courses.bhv)
      .execute()
  })

  it('lose the line of who leaves, and get it back as it was with what is undone, also when others came since', async () => {
    const { deLinde } = app.story.companies
    const [anna, bert, cees] = (await addPeople(app, 3, deLinde)) as [number, number, number]
    const { planning, part } = await planned('company')
    const came = await enrolIn(part, [anna])
    await enrolIn(part, [bert])
    const lines = async () => (await ordersOf(planning)).flatMap(({ lines: own }) => own)
    expect(await lines()).toHaveLength(2)
    // The order was made for Anna; Bert's line keeps it.
    const undone = await planner.post(`/undo/${came.undo!.set}`)
    expect(undone.text).not.toContain('gewijzigd')
    expect((await lines()).length).toBe(1)
    const [line] = await lines()
    // As a planner prices it by hand.
    const byHand = { price: '99', is_original_price: false, why: 'De prijs is met de hand gezet.' }
    await app.db.updateTable('sale_lines').set(byHand).where('id', '=', line!.id).execute()
    const left = await leave(part, [bert])
    expect(await ordersOf(planning)).toEqual([])
    await planner.post(`/undo/${left.undo!.set}`)
    expect((await lines()).map(({ id, price }) => [id, price])).toEqual([[line!.id, '99.0000']])
    const chosen = await choose(part, 'none')
    expect(await ordersOf(planning)).toEqual([])
    await planner.post(`/undo/${chosen.undo!.set}`)
    expect((await lines()).map(({ id }) => id)).toEqual([line!.id])
    await enrolIn(part, [cees])
    expect(await lines()).toHaveLength(2)
  })

  it('go along to another planning of the course, and to who takes the place', async () => {
    const { deLinde } = app.story.companies
    const [anna, bert] = (await addPeople(app, 2, deLinde)) as [number, number]
    const from = await planned('company')
    const to = await planned('company', { inDays: 60 })
    await enrolIn(from.part, [anna])
    const [before] = await ordersOf(from.planning)
    const answer = await planner.post(`/calendar/moveStudents/${from.part}`, {
      students: String(anna),
      appointment_id: to.part,
      what_appointments: 'all',
    })
    expect(answer.status).toBe(204)
    const line = async () =>
      app.db
        .selectFrom('planning_order_lines')
        .innerJoin('sale_lines', 'sale_lines.id', 'planning_order_lines.line_id')
        .select([
          'planning_order_lines.group_id',
          'planning_order_lines.contact_id',
          'sale_lines.id',
          'sale_lines.name',
          'sale_lines.description',
        ])
        .where('sale_lines.id', '=', before!.lines[0]!.id)
        .executeTakeFirstOrThrow()
    expect(await line()).toMatchObject({ group_id: to.planning, contact_id: anna })
    expect((await line()).name).not.toBe(before!.lines[0]!.name)
    expect((await planner.post(`/calendar/replaceStudent/${to.part}`, { id: anna, contact_id: bert })).status).toBe(204)
    expect(await line()).toMatchObject({ contact_id: bert })
    expect((await line()).description).not.toBe(before!.lines[0]!.description)
  })

  it('are not invoiced beside it, nor the other way round', async () => {
    const { deLinde } = app.story.companies
    const [anna, bert] = (await addPeople(app, 2, deLinde)) as [number, number]
    const { planning, part } = await planned('none')
    await enrolIn(part, [anna])
    const { $ } = await planner.get(`/calendar/makeInvoices/${part}`)
    const form = { plan: String($('input[name="plan"]').val()), invoice_date: $('input[name="invoice_date"]').val() as string } // prettier-ignore
    expect((await planner.post(`/calendar/generateInvoices/${part}`, { ...form, charges: `company-${deLinde}` })).status).toBe(200) // prettier-ignore
    await choose(part, 'company')
    expect(await ordersOf(planning)).toEqual([])
    await enrolIn(part, [bert])
    expect((await ordersOf(planning)).flatMap(({ lines }) => lines)).toHaveLength(1)
    expect((await planner.get(`/calendar/makeInvoices/${part}`)).$('.charge')).toHaveLength(0)
  })

  it('leave out who takes a place that was bought before', async () => {
    const { deLinde } = app.story.companies
    const [anna] = (await addPeople(app, 1, deLinde)) as [number]
    const { planning, part } = await planned('none')
    await enrolIn(part, [anna])
    const line = await app.db
      .selectFrom('training_agreement_courses')
      .select(['id', 'agreement_id'])
      .limit(1)
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('training_agreement_uses')
      .values({
        agreement_id: line.agreement_id,
        line_id: line.id,
        contact_id: anna,
        group_id: planning,
        used_on: today(),
      })
      .execute()
    await choose(part, 'company')
    expect(await ordersOf(planning)).toEqual([])
    expect((await planner.get(`/calendar/makeInvoices/${part}`)).$('.charge')).toHaveLength(0)
  })
})

describe('what somebody corrected on the order of a planning', () => {
  const correct = async (line: number, fields: Record<string, string>) => {
    const form = await planner.get(`/administration/order/view_single_product/${line}`)
    const answer = await planner.post(`/administration/order/view_single_product/${line}`, {
      ...shownFields(form.$),
      ...fields,
    })
    expect(answer.status, answer.text.slice(0, 300)).toBeLessThan(300)
  }
  const of = async (planning: number) => (await ordersOf(planning)).map(({ lines }) => lines)

  it('stays in its words when others are enrolled, and holds as a price for who comes next', async () => {
    const { planning, part } = await planned('company')
    const [a, b, c] = await addPeople(app, 3, app.story.companies.deLinde)
    await enrolIn(part, [a!])
    const [[first]] = (await of(planning)) as [[SaleLine]]
    await correct(first.id, { price: '123,45', description: 'Volgens afspraak met Karin' })
    await enrolIn(part, [b!])
    const [[kept, next]] = (await of(planning)) as [[SaleLine, SaleLine]]
    expect(kept).toMatchObject({ description: 'Volgens afspraak met Karin', price: '123.4500' })
    expect(next).toMatchObject({ price: '123.4500', why: kept.why, is_original_price: false })
    // Where two say something else nobody knows which holds.
    await correct(next.id, { price: '99' })
    await enrolIn(part, [c!])
    const [lines] = await of(planning)
    expect(lines!.map(({ price }) => Number(price)).slice(0, 2)).toEqual([123.45, 99])
    expect(lines![2]!.why).not.toBe(kept.why)
    const told = { id: kept.id, name: 'Anders', description: 'Anders', count: '3' }
    await inTransaction(app.db, null, (trx) => describeLines(trx, [told]))
    const [[words]] = (await of(planning)) as [[SaleLine]]
    expect(words).toMatchObject({ name: kept.name, description: 'Volgens afspraak met Karin', count: '3.0000' })
  })

  it('holds as a reference and as texts for the next order of the same customer, and of no other', async () => {
    const { deLinde, vanLoon } = app.story.companies
    const { planning, part } = await planned('enrolment')
    const [a, b] = await addPeople(app, 2, deLinde)
    const [c] = await addPeople(app, 1, vanLoon)
    await enrolIn(part, [a!])
    const [order] = await ordersOf(planning)
    await app.db.updateTable('orders').set({ reference: 'PO 4711', footer_text: 'Per kwartaal' }).where('id', '=', order!.id).execute() // prettier-ignore
    await enrolIn(part, [b!, c!])
    const heads = await app.db
      .selectFrom('orders')
      .select(['company_id', 'reference', 'footer_text'])
      .where(
        'id',
        'in',
        (await ordersOf(planning)).map(({ id }) => id),
      )
      .orderBy('id')
      .execute()
    const said = { reference: 'PO 4711', footer_text: 'Per kwartaal' }
    expect(heads.filter(({ company_id }) => company_id === deLinde)).toEqual([{ company_id: deLinde, ...said }, { company_id: deLinde, ...said }]) // prettier-ignore
    expect(heads.filter(({ company_id }) => company_id === vanLoon)).toEqual([{ company_id: vanLoon, reference: null, footer_text: null }]) // prettier-ignore
  })
})

describe('leaving late', () => {
  const setCosts = async (steps: [number, number][]) => {
    const course_id = app.story.courses.bhv
    await app.db.deleteFrom('course_cancellation_costs').where('course_id', '=', course_id).execute()
    for (const [days, percentage] of steps)
      await app.db.insertInto('course_cancellation_costs').values({ course_id, days, percentage }).execute()
    const no_show_product_id = app.story.products.travel
    await app.db.updateTable('courses').set({ no_show_product_id }).where('id', '=', course_id).execute()
  }

  it('is proposed by the table of the course, and comes onto the order as a product of its own', async () => {
    await setCosts([
      [14, 50],
      [7, 100],
    ])
    const { deLinde } = app.story.companies
    const [anna, bert, cees] = (await addPeople(app, 3, deLinde)) as [number, number, number]
    const { planning, part } = await planned('company', { inDays: 10 })
    await enrolIn(part, [anna, bert, cees])
    const question = await planner.get(`/calendar/unsubscribeStudents/${part}?students=${anna}`)
    expect(question.text).toContain('122,50 annuleringskosten')
    await leave(part, [anna], { costs: 'course' })
    await leave(part, [bert], { costs: 'other', costs_percentage: '10' })
    await leave(part, [cees], { costs: 'none' })
    const lines = (await ordersOf(planning)).flatMap((order) => order.lines)
    expect(lines.map((line) => [line.product_id, line.price, line.delivered])).toEqual([
      [app.story.products.travel, '122.5000', true],
      [app.story.products.travel, '24.5000', true],
    ])
    const refused = await planner.post(`/calendar/cancelEnrollment/${part}?id=${anna}`, { id: anna, costs: 'other' })
    expect(refused.status).toBe(404)
  })

  it('is counted as the product of the costs tells its price, and asked by no course that has none', async () => {
    await setCosts([[14, 50]])
    const course_id = app.story.courses.bhv
    const [anna] = (await addPeople(app, 1, app.story.companies.deLinde)) as [number]
    const { part } = await planned('company', { inDays: 10 })
    await enrolIn(part, [anna])
    const asked = async () => (await planner.get(`/calendar/unsubscribeStudents/${part}?students=${anna}`)).text
    const { travel } = app.story.products
    // The place costs 245 without VAT, and that with 21%.
    await app.db.updateTable('sale_lines').set({ tax_type_id: 1, tax: '21' }).where('order_id', '=', (await ordersOf(await planningOf(part)))[0]!.id).execute() // prettier-ignore
    expect(await asked()).toContain('122,50 annuleringskosten')
    const { taxes_included } = await app.db.selectFrom('products').select('taxes_included').where('id', '=', travel).executeTakeFirstOrThrow() // prettier-ignore
    await app.db.updateTable('products').set({ taxes_included: !taxes_included }).where('id', '=', travel).execute()
    expect(await asked()).toContain('148,23 annuleringskosten')
    await app.db.updateTable('products').set({ taxes_included }).where('id', '=', travel).execute()
    await app.db.updateTable('courses').set({ no_show_product_id: null }).where('id', '=', course_id).execute()
    expect(await asked()).not.toContain('annuleringskosten')
  })

  it('costs nothing in time, and waits on the order where a supervisor unsubscribes, who reads the terms', async () => {
    await setCosts([
      [7, 100],
      [14, 50],
    ])
    const { planning, part } = await planned('company', { inDays: 10 })
    const early = await planned('company', { inDays: 40 })
    const supervisor = await app.as(ROLE.supervisor)
    const { anouk } = app.story.contacts
    for (const one of [part, early.part]) expect((await enrolIn(one, [anouk])).status).toBe(204)
    const ask = async (one: number) => (await supervisor.get(`/calendar/unsubscribeStudents/${one}?students=${anouk}`)).text // prettier-ignore
    const terms = '50% van de prijs vanaf 14 dagen voor het begin, 100% vanaf 7 dagen.'
    // The amount stands where the invoice may be read on which it comes: by who leads all of the company.
    const lead = (supervisor_for_all: boolean) =>
      app.db
        .updateTable('contacts')
        .set({ supervisor_for_all })
        .where('id', '=', app.story.contacts.supervisor)
        .execute()
    await app.db.insertInto('supervisions').values({ contact_id: anouk, supervisor_id: app.story.contacts.supervisor }).onConflict((conflict) => conflict.doNothing()).execute() // prettier-ignore
    await lead(false)
    const without = await ask(part)
    expect(without).toContain(`${terms} Nu geldt 50% van de prijs.`)
    expect(without).not.toContain('€')
    expect(await ask(early.part)).toContain(`${terms} Uitschrijven kost nu niets.`)
    // Who stands on no order is asked nothing, whatever the course asks.
    const free = await planned('none', { inDays: 13 })
    expect((await enrolIn(free.part, [anouk])).status).toBe(204)
    expect(await ask(free.part)).not.toContain('van de prijs')
    await lead(true)
    expect(await ask(part)).toMatch(/Dat is nu €\s122,50/)
    // Of several they read it where they may read each of the invoices.
    const [other] = (await addPeople(app, 1, app.story.companies.kuipers)) as [number]
    await app.db.insertInto('supervisions').values({ contact_id: other, supervisor_id: app.story.contacts.supervisor }).execute() // prettier-ignore
    expect((await enrolIn(part, [other])).status).toBe(204)
    const both = (await supervisor.get(`/calendar/unsubscribeStudents/${part}?students=${anouk},${other}`)).text
    expect([both.includes(terms), both.includes('€')]).toEqual([true, false])
    await leave(part, [other], { costs: 'none' })
    expect((await supervisor.get(`/calendar/cancelEnrollment/${part}?id=${anouk}`)).text).toContain(terms)
    const form = { students: String(anouk), remove_from_all_appointments: '1' }
    expect((await supervisor.post(`/calendar/unsubscribeStudents/${part}`, form)).status).toBe(204)
    const [line, ...more] = (await ordersOf(planning)).flatMap(({ lines }) => lines)
    expect([line!.price, line!.delivered, more.length]).toEqual(['122.5000', false, 0])
    const inTime = await planner.get(`/calendar/unsubscribeStudents/${early.part}?students=${anouk}`)
    expect(inTime.text).not.toContain('annuleringskosten')
    await leave(early.part, [anouk], { costs: 'course' })
    expect(await ordersOf(early.planning)).toEqual([])
  })
})

describe('what was ordered', () => {
  const bill = async (order: number) => {
    const made = await planner.post(`/administration/order/migrate/${order}`, {})
    return made
  }
  const invoiceOf = (lineId: number) =>
    app.db
      .selectFrom('sale_lines')
      .innerJoin('invoices', 'invoices.id', 'sale_lines.invoice_id')
      .select(['invoices.id', 'sale_lines.id as line_id', 'invoices.definitive_at'])
      .where('sale_lines.source_id', '=', lineId)
      .executeTakeFirst()

  it('goes off a concept with who leaves, and is proposed as a credit of exactly that line once it is definitive', async () => {
    const { kuipers } = app.story.companies
    const [anna, bert] = (await addPeople(app, 2, kuipers)) as [number, number]
    const { planning, part } = await planned('company')
    await enrolIn(part, [anna, bert])
    const [order] = await ordersOf(planning)
    expect((await planner.post(`/administration/order/markAllDelivered/${order!.id}`)).status).toBeLessThan(300)
    expect((await bill(order!.id)).status).toBeLessThan(300)
    const [first, second] = order!.lines
    expect(await invoiceOf(first!.id)).toBeDefined()
    await leave(part, [anna])
    expect(await invoiceOf(first!.id)).toBeUndefined()
    const { id: invoice, line_id } = (await invoiceOf(second!.id))!
    expect((await administrator.post(`/administration/invoice/definitive/${invoice}`, {})).status).toBeLessThan(300)
    await leave(part, [bert])
    const view = await planner.get(`/calendar/view-appointment/${part}`)
    expect(view.text).toContain('1 gefactureerde inschrijving van wie is uitgeschreven')
    const shown = await planner.get(`/calendar/orders/${part}`)
    expect(shown.$('input[name="credit"]').map((_, box) => shown.$(box).val()).get()).toEqual([String(line_id)]) // prettier-ignore
    expect(
      (await planner.post(`/calendar/orders/${part}`, { order_by: 'company', credit: [String(line_id)] })).status,
    ).toBe(204)
    const credits = await app.db
      .selectFrom('invoices')
      .select(['id', 'uid'])
      .where('credits_id', '=', invoice)
      .execute()
    expect(credits.map(({ uid }) => uid)).toEqual([null])
    const taken = await listSaleLines(app.db, { type: 'invoice', id: credits[0]!.id })
    expect(taken.filter(({ kind }) => kind === 'product').map(({ source_id, count }) => [source_id, count])).toEqual([[line_id, '-1.0000']]) // prettier-ignore
    expect((await planner.get(`/calendar/orders/${part}`)).text).not.toContain('Te crediteren')
  })
})

describe('what is invoiced of a planning', () => {
  it('is printed from the planning as one document, of its orders too, as far as it is chosen', async () => {
    const people = await addPeople(app, 2, app.story.companies.deLinde)
    const form = async (part: number) => {
      const { $ } = await planner.get(`/calendar/getPrintInvoiceForm/${part}`)
      const boxes = $('[data-print-choice="ids"] input[name="ids[]"]').toArray()
      return {
        action: $('form[data-print-form]').attr('action'),
        ids: boxes.map((box) => Number($(box).val())),
        text: $('.choices').text(),
      }
    }
    const ordered = await planned('company')
    await enrolIn(ordered.part, people)
    const [order] = await ordersOf(ordered.planning)
    expect((await form(ordered.part)).ids).toEqual([])
    for (const { id } of order!.lines)
      await app.db.updateTable('sale_lines').set({ delivered: true }).where('id', '=', id).execute()
    expect((await planner.post(`/administration/order/migrate/${order!.id}`, {})).status).toBeLessThan(300)
    const charged = await planned('none')
    await enrolIn(charged.part, people)
    const { $ } = await planner.get(`/calendar/makeInvoices/${charged.part}`)
    const fields = { plan: String($('input[name="plan"]').val()), invoice_date: formatDate(today()), 'charges[]': $('input[name="charges"]').toArray().map((box) => String($(box).val())) } // prettier-ignore
    expect((await planner.post(`/calendar/generateInvoices/${charged.part}`, fields)).status).toBeLessThan(300)
    const [ofOrder, ofPlanning] = [await form(ordered.part), await form(charged.part)]
    for (const { action, ids, text } of [ofOrder, ofPlanning]) {
      expect([action, ids.length]).toEqual(['/print/kind/invoice', 1])
      expect(text).toMatch(/Concept, Zorggroep De Linde\s+2 cursisten/)
    }
    expect(ofOrder.ids).not.toEqual(ofPlanning.ids)
    const menu = optionsOf(await planner.get(`/calendar/view-appointment/${charged.part}`))
    expect(menu.map(({ label }) => label)).toContain('Facturen afdrukken')
    const ids = [...ofOrder.ids, ...ofPlanning.ids].join(',')
    const file = await fetch(`${app.url}/print/kind/invoice?ids=${ids}&stream=1`, { headers: { cookie: planner.cookie } }) // prettier-ignore
    const pdf = readPdf(Buffer.from(await file.arrayBuffer()))
    expect([file.status, pdf.pages.length]).toEqual([200, 2])
  })
})

describe('from a list of students to an invoice', () => {
  const until = formatDate(today())
  const bills = async () => {
    const { $ } = await planner.get(`/administration/billing/list?until=${until}`)
    return $('input[name="bills"]')
      .toArray()
      .map((box) => ({ value: $(box).attr('value')!, blocked: $(box).attr('disabled') !== undefined }))
  }
  /** Held in the past, with everybody of it on an order. */
  const held = async () => {
    const { vanLoon } = app.story.companies
    const people = await addPeople(app, 3, vanLoon)
    const planning = await planned('company', { inDays: 20 })
    await enrolIn(planning.part, people)
    for (const [i, id] of planning.parts.entries()) {
      const day = addDays(today(), -3 + i)
      const times = { starts_at: instantOf(day, '09:00')!, ends_at: instantOf(day, '16:00')! }
      await app.db.updateTable('appointments').set(times).where('id', '=', id).execute()
    }
    return { ...planning, people, company: vanLoon }
  }
  const finish = async ({ parts, people }: { parts: number[]; people: number[] }) => {
    const there = parts.flatMap((part) => people.map((student) => `${student}-${part}`))
    return planner.post(`/calendar/getFinishWizard/${parts[0]!}`, {
      ...Object.fromEntries(there.map((key) => [`present_students[${key}]`, '1'])),
      ...Object.fromEntries(there.map((key) => [`passed_students[${key}]`, '1'])),
      update_status: 'done',
    })
  }

  it('waits in the month for who finishes the planning, and is billed with it, once', async () => {
    const planning = await held()
    const { $ } = await planner.get(`/administration/billing/list?until=${until}`)
    expect($.text()).toContain('is nog niet afgerond')
    const blocked = (await bills()).filter((bill) => bill.blocked && bill.value.includes(`company-${planning.company}`))
    expect(blocked.length).toBeGreaterThan(0)
    expect((await finish(planning)).status).toBeLessThan(300)
    const [order] = await ordersOf(planning.planning)
    expect(order!.lines.map((line) => line.delivered)).toEqual([true, true, true])
    const ready = (await bills()).filter(
      (bill) => !bill.blocked && bill.value.startsWith(`company-${planning.company}~`),
    )
    expect(ready).toHaveLength(1)
    const form = [
      ['until', until],
      ['invoice_date', until],
      ['bills', ready[0]!.value],
    ]
    await planner.raw('/administration/billing/start', String(new URLSearchParams(form as [string, string][])))
    await app.runJobs('billing.run')
    const lines = (await ordersOf(planning.planning)).flatMap(({ lines: own }) => own)
    expect(lines.map(({ destination }) => destination)).toEqual(['invoice', 'invoice', 'invoice'])
    expect((await planner.get(`/calendar/makeInvoices/${planning.part}`)).$('.charge')).toHaveLength(0)
  })
})

describe('whatever is done with enrolments', () => {
  /** Students of these plannings who are billed more than once, or on a line while they are not there. */
  const wrong = async (plannings: number[]) =>
    (
      await app.owner.pool.query<{ what: string }>(
        `with students as (
           select a.group_id, e.contact_id from enrolments e join appointments a on a.id = e.appointment_id
           where a.group_id = any($1) and a.status <> 'cancelled' group by 1, 2),
         ordered as (select p.group_id, p.contact_id, l.id, l.destination, l.order_id from planning_order_lines p
           join sale_lines l on l.id = p.line_id where p.kind = 'student' and p.group_id = any($1))
         select 'ordered and charged' as what from ordered o
           join planning_charges c on c.group_id = o.group_id and c.contact_id = o.contact_id
         union all select 'ordered twice' from ordered group by group_id, contact_id having count(*) > 1
         union all select 'ordered, not enrolled and not billed' from ordered o where not exists (
           select 1 from students s where s.group_id = o.group_id and s.contact_id = o.contact_id)
           and not exists (select 1 from sale_lines b join invoices i on i.id = b.invoice_id
             where b.source_id = o.id and i.definitive_at is not null)
         union all select 'enrolled and billed by nobody' from students s where not exists (
           select 1 from ordered o where o.group_id = s.group_id and o.contact_id = s.contact_id)
           and not exists (select 1 from planning_charges c where c.group_id = s.group_id and c.contact_id = s.contact_id)
         union all select 'an order with nothing on it' from planning_orders h join orders o on o.id = h.order_id
           where h.group_id = any($1) and o.line_count = 0
         union all select 'a line of nobody' from planning_orders h join sale_lines l on l.order_id = h.order_id
           where h.group_id = any($1) and l.kind = 'product'
             and not exists (select 1 from planning_order_lines p where p.line_id = l.id)`,
        [plannings],
      )
    ).rows.map(({ what }) => what)

  it(
    'every student is billed once, and the lines of orders are those who are enrolled',
    { timeout: 240_000 },
    async () => {
      const step = fc.record({
        what: fc.constantFrom('enrol', 'enrol', 'move', 'leave', 'replace', 'undo', 'undo', 'deliver', 'invoice', 'charge', 'number', 'choose'), // prettier-ignore
        who: fc.nat(5),
        other: fc.nat(5),
        where: fc.nat(1),
        by: fc.constantFrom<OrderBy>('company', 'enrolment'),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
          const { deLinde, vanLoon } = app.story.companies
          const people = [...(await addPeople(app, 2, deLinde)), ...(await addPeople(app, 2, vanLoon)), ...(await addPeople(app, 2))] // prettier-ignore
          const both = [await planned('company'), await planned('enrolment', { inDays: 50 })]
          const ids = both.map(({ planning }) => planning)
          const sets: number[] = []
          for (const { what, who, other, where, by } of steps) {
            const here = both[where]!
            const [one, two] = [people[who]!, people[other]!]
            const order = (await ordersOf(here.planning))[0]
            const post = async (): Promise<Answer | null> => {
              if (what === 'enrol') return enrolIn(here.part, [one, two])
              if (what === 'leave') return leave(here.part, [one])
              if (what === 'choose') return choose(here.part, by)
              if (what === 'replace')
                return planner.post(`/calendar/replaceStudent/${here.part}`, { id: one, contact_id: two })
              if (what === 'move')
              return planner.post(`/calendar/moveStudents/${here.part}`, { students: String(one), appointment_id: both[1 - where]!.part, what_appointments: 'all' }) // prettier-ignore
              if (what === 'undo') return sets.length > 0 ? planner.post(`/undo/${sets.pop()!}`) : null
              if (what === 'deliver')
                return order ? planner.post(`/administration/order/markAllDelivered/${order.id}`) : null
              if (what === 'invoice')
                return order ? planner.post(`/administration/order/migrate/${order.id}`, {}) : null
              if (what === 'number') {
                const { rows } = await app.owner.pool.query<{ id: number }>('select i.id from invoices i where i.order_id = $1 and i.definitive_at is null', [order?.id ?? 0]) // prettier-ignore
                return rows[0] ? administrator.post(`/administration/invoice/definitive/${rows[0].id}`, {}) : null
              }
              const { $ } = await planner.get(`/calendar/makeInvoices/${here.part}`)
              const charges = $('input[name="charges"]').toArray().map((box) => String($(box).val())) // prettier-ignore
              return charges.length === 0 ? null : planner.post(`/calendar/generateInvoices/${here.part}`, { invoice_date: formatDate(today()), plan: String($('input[name="plan"]').val()), 'charges[]': charges }) // prettier-ignore
            }
            const answer = await post()
            expect(answer?.status ?? 200).toBeLessThan(500)
            if (answer?.undo) sets.push(answer.undo.set)
            expect(await wrong(ids), `${what} ${who} ${other} ${where}`).toEqual([])
          }
        }),
        { numRuns: Number(process.env.SEQUENCES ?? 8) },
      )
    },
  )
})
