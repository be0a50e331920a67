import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listSaleLines } from '../../src/administration/sales/sales/index.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { shownFields } from '../support/example-calls.ts'
import { addPeople, addPlanning } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
  administrator = await app.as(ROLE.administrator)
})
afterAll(() => app.close())

let companies = 0
const ADDRESS = { street: 'Kade', street_no: '1', postal_code: '8011 AA', city: 'Zwolle' }
const addCompany = async () => {
  companies += 1
  const company = { name: `Plaatsen ${companies} B.V.`, client_id: 820_000 + companies, ...ADDRESS }
  return (await app.db.insertInto('companies').values(company).returning('id').executeTakeFirstOrThrow()).id
}

/** The order of an accepted quotation for so many places of the course, and where a discount goes off, all of it. */
async function ordered(company_id: number, count: number, product = app.story.products.bhvCourse) {
  const { id } = await app.db
    .insertInto('quotations')
    .values({
      company_id,
      year: 2020,
      sequence: 100 + companies * 10 + count,
      quotation_date: today(),
      valid_until: addDays(today(), 20),
    }) // prettier-ignore
    .returning('id')
    .executeTakeFirstOrThrow()
  const added = { 'lines[0][product_id]': String(product), 'lines[0][count]': String(count) }
  expect((await planner.post(`/administration/quotation/add_products/${id}`, added)).status).toBeLessThan(300)
  const made = await planner.post(`/administration/quotation/makeOrderFromQuotation/${id}`)
  const order = made.json<{ id: number }>().id
  const { uid } = await app.db.selectFrom('orders').select('uid').where('id', '=', order).executeTakeFirstOrThrow()
  return { order, uid, line: (await listSaleLines(app.db, { type: 'order', id: order }))[0]!.id }
}

const enrolIn = (part: number, students: number[], browser = planner, more: object = {}) =>
  browser.post(`/calendar/enroll/${part}/0`, { way: 'people', students: students.join(','), what_appointments: 'all', ...more }) // prettier-ignore
const leave = (part: number, students: number[]) =>
  planner.post(`/calendar/unsubscribeStudents/${part}`, { students: students.join(','), remove_from_all_appointments: '1' }) // prettier-ignore
const move = (from: number, to: number, students: number[]) =>
  planner.post(`/calendar/moveStudents/${from}`, { students: students.join(','), appointment_id: to, what_appointments: 'all' }) // prettier-ignore
const choose = (part: number, order_by: string) => planner.post(`/calendar/orders/${part}`, { order_by })
const asked = async (part: number, students: number[]) =>
  (await planner.get(`/calendar/${part}/requirements?enrols=1&students=${students.join(',')}`)).text
const rowsOf = async (order: number) =>
  (await listSaleLines(app.db, { type: 'order', id: order })).map(({ count, price, delivered, destination }) => [Number(count), Number(price), delivered, destination]) // prettier-ignore
const ordersOf = async (company_id: number) =>
  (await app.db.selectFrom('orders').select('id').where('company_id', '=', company_id).orderBy('id').execute()).map(({ id }) => id) // prettier-ignore
/** By whom places of an order are taken, and in which planning. */
const placesOf = (order: number) =>
  app.db
    .selectFrom('planning_order_places')
    .innerJoin('sale_lines', 'sale_lines.id', 'planning_order_places.line_id')
    .select(['planning_order_places.contact_id', 'planning_order_places.group_id'])
    .where('sale_lines.order_id', '=', order)
    .orderBy('planning_order_places.contact_id')
    .execute()

/** Lets a planning have been, and finishes it; nobody was absent but these. */
async function hold({ parts, planningId }: { parts: number[]; planningId: number }, absent: number[] = []) {
  for (const [i, id] of parts.entries()) {
    const day = addDays(today(), -3 + i)
    const times = { starts_at: instantOf(day, '09:00')!, ends_at: instantOf(day, '16:00')! }
    await app.db.updateTable('appointments').set(times).where('id', '=', id).execute()
  }
  const rows = await app.db
    .selectFrom('enrolments')
    .innerJoin('appointments', 'appointments.id', 'enrolments.appointment_id')
    .select(['contact_id', 'appointment_id'])
    .where('group_id', '=', planningId)
    .execute()
  return () =>
    planner.post(`/calendar/getFinishWizard/${parts[0]!}`, {
      ...Object.fromEntries(rows.map(({ contact_id, appointment_id }) => [`present_students[${contact_id}-${appointment_id}]`, absent.includes(contact_id) ? '0' : '1'])), // prettier-ignore
      ...Object.fromEntries(rows.map(({ contact_id, appointment_id }) => [`passed_students[${contact_id}-${appointment_id}]`, absent.includes(contact_id) ? '0' : '1'])), // prettier-ignore
      update_status: 'done',
    })
}

const until = formatDate(today())
const month = async (company: number) => {
  const { $, text } = await administrator.get(`/administration/billing/list?until=${until}`)
  const boxes = $('input[name="bills"]').toArray().filter((box) => $(box).attr('value')!.startsWith(`company-${company}~`)) // prettier-ignore
  return { text, ready: boxes.flatMap((box) => ($(box).attr('disabled') === undefined ? [$(box).attr('value')!] : [])), all: boxes.length } // prettier-ignore
}
async function bill(company: number): Promise<number> {
  const { ready } = await month(company)
  const form = [['until', until], ['invoice_date', until], ...ready.map((one) => ['bills', one])] // prettier-ignore
  if (ready.length > 0) await administrator.raw('/administration/billing/start', String(new URLSearchParams(form as [string, string][]))) // prettier-ignore
  await app.runJobs('billing.run')
  return ready.length
}
const invoiced = async (company_id: number) =>
  (
    await app.db
      .selectFrom('sale_lines')
      .innerJoin('invoices', 'invoices.id', 'sale_lines.invoice_id')
      .select(['count', 'price'])
      .where('invoices.company_id', '=', company_id)
      .where('sale_lines.kind', '=', 'product')
      .execute()
  ).map(({ count, price }) => [Number(count), Number(price)])

describe('places of a course on an order', () => {
  it('wait for who is enrolled, are taken by them without a second line, and are billed as they are held', async () => {
    const company = await addCompany()
    const { order, uid } = await ordered(company, 5)
    await app.db.updateTable('sale_lines').set({ price: '199.50' }).where('order_id', '=', order).execute()
    expect(await rowsOf(order)).toEqual([[5, 199.5, false, null]])
    expect((await month(company)).all).toBe(0)
    const people = await addPeople(app, 4, company)
    const [now, later] = [await addPlanning(app, { max: 20 }), await addPlanning(app, { max: 20, inDays: 60 })]
    await choose(now.parts[0]!, 'company')
    expect(await asked(now.parts[0]!, people.slice(0, 3))).toContain(`op order ${uid}, nog 5: 3 cursisten, daarna nog 2 over`) // prettier-ignore
    expect((await enrolIn(now.parts[0]!, people.slice(0, 3))).status).toBe(204)
    expect((await enrolIn(later.parts[0]!, people.slice(3))).status).toBe(204)
    expect(await ordersOf(company)).toEqual([order])
    const view = await administrator.get(`/administration/order/lines/${order}`)
    expect(view.text).toContain('4 van 5 ingeschreven')
    expect((await planner.get(`/calendar/orders/${now.parts[0]!}`)).text).toContain('3 plaatsen vooraf besteld')
    for (const { parts } of [now, later]) {
      const invoices = await planner.get(`/calendar/makeInvoices/${parts[0]!}`)
      expect(invoices.text).toContain('Deze planning wordt gefactureerd via orders')
      expect(invoices.$(`a[href="/administration/order/view/${order}"]`).text()).toContain(uid)
    }
    const finish = await hold(now, [people[0]!])
    const waiting = await month(company)
    expect([waiting.ready, waiting.text.includes(`Order ${uid}, 3 cursisten`)]).toEqual([[], true])
    const finished = await finish()
    expect(finished.status).toBeLessThan(300)
    const divided = [[2, 199.5, false, null], [3, 199.5, true, null]] // prettier-ignore
    expect(await rowsOf(order)).toEqual(divided)
    expect(await bill(company)).toBe(1)
    expect(await invoiced(company)).toEqual([[3, 199.5]])
    expect(await bill(company)).toBe(0)
    expect(await rowsOf(order)).toEqual([[2, 199.5, false, null], [3, 199.5, true, 'invoice']]) // prettier-ignore
  })

  it('come back with who leaves, go along with who moves or is replaced, and are enough for so many', async () => {
    const company = await addCompany()
    const { order, uid } = await ordered(company, 2)
    const [anna, bert, carl] = (await addPeople(app, 3, company)) as [number, number, number]
    const [from, to] = [await addPlanning(app), await addPlanning(app, { inDays: 60 })]
    // Whose invoice is chosen to go elsewhere is not paid by an order that goes to the company itself.
    const going = { use_invoice_relation: '1', invoice_relation_id: app.story.companies.vanLoon }
    expect((await enrolIn(to.parts[0]!, [carl], planner, going)).status).toBe(204)
    expect(await placesOf(order)).toEqual([])
    await leave(to.parts[0]!, [carl])
    await choose(from.parts[0]!, 'company')
    expect((await enrolIn(from.parts[0]!, [anna, bert])).text).toBe('')
    expect(await asked(from.parts[0]!, [carl])).not.toContain(uid)
    const left = await leave(from.parts[0]!, [anna])
    expect(await placesOf(order)).toEqual([{ contact_id: bert, group_id: from.planningId }])
    expect((await move(from.parts[0]!, to.parts[0]!, [bert])).status).toBe(204)
    expect(await placesOf(order)).toEqual([{ contact_id: bert, group_id: to.planningId }])
    expect((await planner.post(`/calendar/replaceStudent/${to.parts[0]!}`, { id: bert, contact_id: carl })).status).toBe(204) // prettier-ignore
    expect(await placesOf(order)).toEqual([{ contact_id: carl, group_id: to.planningId }])
    // Who comes back after all finds the place taken, and is ordered apart.
    await enrolIn(from.parts[0]!, [bert])
    expect((await planner.post(`/undo/${left.undo!.set}`)).status).toBeLessThan(300)
    expect((await placesOf(order)).map(({ contact_id }) => contact_id)).toEqual([bert, carl])
    const [, other] = await ordersOf(company)
    expect((await rowsOf(other!)).length).toBe(1)
  })

  it('go before an agreement, of the own company alone, and the last of them to one of two at once', async () => {
    const company = await addCompany()
    const { order } = await ordered(company, 1)
    const { id: agreement } = await app.db.insertInto('training_agreements').values({ company_id: company, name: 'Kaart', ends_on: addDays(today(), 90) }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
    await app.db.insertInto('training_agreement_courses').values({ agreement_id: agreement, course_id: app.story.courses.bhv, places: 1, valid_until: addDays(today(), 90) }).execute() // prettier-ignore
    const used = async () =>
      (await app.db.selectFrom('training_agreement_uses').select('contact_id').where('agreement_id', '=', agreement).execute()).length // prettier-ignore
    const [stranger] = (await addPeople(app, 1, await addCompany())) as [number]
    const people = await addPeople(app, 2, company)
    const [one, two] = [await addPlanning(app), await addPlanning(app, { inDays: 60 })]
    await enrolIn(one.parts[0]!, [stranger])
    expect([(await placesOf(order)).length, await used()]).toEqual([0, 0])
    const answers = await Promise.all([enrolIn(one.parts[0]!, [people[0]!]), enrolIn(two.parts[0]!, [people[1]!], administrator)]) // prettier-ignore
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expect([(await placesOf(order)).length, await used(), (await ordersOf(company)).length]).toEqual([1, 1, 1])
    // Without an agreement who finds none is ordered apart.
    const { order: second } = await ordered(company, 1)
    for (const { parts } of [one, two]) await choose(parts[0]!, 'company')
    const more = await addPeople(app, 2, company)
    await Promise.all([enrolIn(one.parts[0]!, [more[0]!]), enrolIn(two.parts[0]!, [more[1]!], administrator)])
    expect([(await placesOf(second)).length, (await ordersOf(company)).length]).toEqual([1, 3])
  })

  it('are kept by the line as far as they are taken, and invoiced beforehand they are not asked again', async () => {
    const company = await addCompany()
    const { order, line } = await ordered(company, 3)
    const people = await addPeople(app, 3, company)
    const { parts } = await addPlanning(app)
    await choose(parts[0]!, 'company')
    await enrolIn(parts[0]!, people.slice(0, 2))
    const form = await administrator.get(`/administration/order/view_single_product/${line}`)
    const edit = (count: string) => administrator.post(`/administration/order/view_single_product/${line}`, { ...shownFields(form.$), count }) // prettier-ignore
    const refused = await edit('1')
    expect([refused.status, refused.text.includes('Minder kan niet: 2 van 3 ingeschreven')]).toEqual([422, true])
    expect((await administrator.post('/administration/order/remove_product', { id: line })).status).toBe(409)
    expect((await administrator.post('/administration/order/delete', { id: order })).status).toBe(409)
    await administrator.post(`/administration/order/markAllDelivered/${order}`)
    expect(await bill(company)).toBe(1)
    await enrolIn(parts[0]!, people.slice(2))
    await leave(parts[0]!, people.slice(0, 1))
    await enrolIn(parts[0]!, people.slice(0, 1))
    expect([(await placesOf(order)).length, await ordersOf(company), await invoiced(company)]).toEqual([3, [order], [[3, 245]]]) // prettier-ignore
  })

  it('follow an order that is migrated, and go on from there', async () => {
    const company = await addCompany()
    const { order, line } = await ordered(company, 3)
    const people = await addPeople(app, 3, company)
    const planning = await addPlanning(app)
    await enrolIn(planning.parts[0]!, people.slice(0, 2))
    const form = await administrator.get(`/administration/order/migrate/${order}`)
    const sent = { ...shownFields(form.$), [`lines[p${line}]`]: 'deliver_on_new_order' }
    const migrated = await administrator.post(`/administration/order/migrate/${order}`, sent)
    expect(migrated.status, migrated.text).toBeLessThan(300)
    const [, next] = await ordersOf(company)
    expect(await rowsOf(next!)).toEqual([[3, 245, false, null]])
    const [other] = [await addPlanning(app, { inDays: 60 })]
    await choose(other.parts[0]!, 'company')
    await enrolIn(other.parts[0]!, people.slice(2))
    expect((await ordersOf(company)).length).toBe(2)
    expect((await (await hold(planning))()).status).toBeLessThan(300)
    expect(await rowsOf(next!)).toEqual([[1, 245, false, null], [2, 245, true, null]]) // prettier-ignore
    expect((await placesOf(next!)).length).toBe(3)
  })

  it('of a group are taken by the planning as a whole, beside which only more people are asked', async () => {
    const whole = (fields: object) => app.db.updateTable('courses').set(fields).where('id', '=', app.story.courses.bhv).execute() // prettier-ignore
    await whole({ group_product_id: app.story.products.bhvGroup, group_max_count: 2, group_extra_price: '50' })
    const company = await addCompany()
    const { order, uid } = await ordered(company, 1, app.story.products.bhvGroup)
    expect((await rowsOf(order)).map(([, , delivered]) => delivered)).toEqual([false])
    const people = await addPeople(app, 3, company)
    const planning = await addPlanning(app, { incompany: company })
    expect(await asked(planning.parts[0]!, people)).toContain(`op order ${uid}, nog 1: deze planning als geheel, daarna geen meer over`) // prettier-ignore
    await enrolIn(planning.parts[0]!, people)
    expect(await placesOf(order)).toEqual([{ contact_id: null, group_id: planning.planningId }])
    const [, other] = await ordersOf(company)
    expect((await rowsOf(other!)).map(([count, price]) => [count, price])).toEqual([[1, 50]])
    expect((await (await hold(planning))()).status).toBeLessThan(300)
    expect([...(await rowsOf(order)), ...(await rowsOf(other!))].map(([, , delivered]) => delivered)).toEqual([true, true]) // prettier-ignore
    await whole({ group_product_id: null, group_max_count: null, group_extra_price: null })
  })

  it('are never more than there are, and nobody is billed twice, whatever is done', { timeout: 240_000 }, async () => {
    const step = fc.record({
      what: fc.constantFrom('enrol', 'enrol', 'enrol', 'leave', 'move', 'replace', 'undo', 'hold', 'bill', 'deliver'),
      who: fc.nat(4),
      other: fc.nat(4),
      where: fc.nat(2),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const company = await addCompany()
        const { order } = await ordered(company, 3)
        const people = await addPeople(app, 5, company)
        const plannings = [await addPlanning(app), await addPlanning(app, { inDays: 50 }), await addPlanning(app, { inDays: 60 })] // prettier-ignore
        await choose(plannings[0]!.parts[0]!, 'company')
        await choose(plannings[1]!.parts[0]!, 'enrolment')
        const sets: number[] = []
        for (const { what, who, other, where } of steps) {
          const here = plannings[where]!
          const [part, one, two] = [here.parts[0]!, people[who]!, people[other]!]
          const post = async (): Promise<Answer | null> => {
            if (what === 'enrol') return enrolIn(part, [...new Set([one, two])])
            if (what === 'leave') return leave(part, [one])
            if (what === 'move') return move(part, plannings[(where + 1) % 3]!.parts[0]!, [one])
            if (what === 'replace') return planner.post(`/calendar/replaceStudent/${part}`, { id: one, contact_id: two }) // prettier-ignore
            if (what === 'undo') return sets.length > 0 ? planner.post(`/undo/${sets.pop()!}`) : null
            if (what === 'deliver') return administrator.post(`/administration/order/markAllDelivered/${order}`)
            if (what === 'hold') return (await hold(here))()
            await bill(company)
            return null
          }
          const before = await apart(plannings)
          const answer = await post()
          expect(answer?.status ?? 200).toBeLessThan(500)
          if (answer?.undo) sets.push(answer.undo.set)
          // Nobody who comes is ordered apart while a place is left.
          if (what === 'enrol' && (await apart(plannings)) > before) expect((await placesOf(order)).length).toBe(3)
          expect(await wrong(order, plannings.map(({ planningId }) => planningId)), `${what} ${who} ${other} ${where}`).toEqual([]) // prettier-ignore
        }
      }),
      { numRuns: Number(process.env.SEQUENCES ?? 8) },
    )
  })

  /** How many students stand on a line of their own. */
  const apart = async (plannings: { planningId: number }[]) =>
    (await app.db.selectFrom('planning_order_lines').select('id').where('group_id', 'in', plannings.map(({ planningId }) => planningId)).execute()).length // prettier-ignore

  /** What is not right of three places on an order, and of who is billed for these plannings. */
  const wrong = async (order: number, plannings: number[]) =>
    (
      await app.owner.pool.query<{ what: string }>(
        `with lines as (select * from sale_lines where order_id = $1 and source_id is not null),
         students as (select a.group_id, e.contact_id from enrolments e join appointments a on a.id = e.appointment_id
           where a.group_id = any($2) and a.status <> 'cancelled' group by 1, 2),
         billed as (select group_id, contact_id from planning_order_places where group_id = any($2)
           union all select group_id, contact_id from planning_order_lines where group_id = any($2)
           union all select group_id, contact_id from planning_charges where group_id = any($2))
         select 'more taken than there are' as what from lines l
           where l.count < (select count(*) from planning_order_places p where p.line_id = l.id)
         union all select 'not three places any more' from lines having sum(count) <> 3
         union all select 'another price' from lines where price <> 245
         union all select 'invoiced beyond the line' from lines l join sale_lines i on i.source_id = l.id
           group by l.id, l.count having sum(i.count) > l.count
         union all select 'billed twice' from billed group by group_id, contact_id having count(*) > 1
         union all select 'a place of who is not there' from planning_order_places p where p.group_id = any($2)
           and not exists (select 1 from students s where s.group_id = p.group_id and s.contact_id = p.contact_id)
         union all select 'billed by nobody' from students s where s.group_id <> $3
           and not exists (select 1 from billed b where b.group_id = s.group_id and b.contact_id = s.contact_id)`,
        [order, plannings, plannings[2]],
      )
    ).rows.map(({ what }) => what)
})
