// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paymentConditionOf } from '../../src/administration/catalogue/customers/index.ts'
import { makeConcept } from '../../src/administration/invoices/invoices/index.ts'
import { addLines, lockSale } from '../../src/administration/sales/sales/index.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Browser, type FormValue, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let administrator: Browser
let planner: Browser
let supervisor: Browser
let made = 0
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(ROLE.administrator)
  planner = await app.as(ROLE.scheduler)
  supervisor = await app.as(ROLE.supervisor)
})
afterAll(() => app.close())

const HOME = '/administration/invoices'
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const row = (id: number) => app.db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst()
const add = (form: Record<string, FormValue> = {}) =>
  planner.post('/administration/invoice/add', {
    company_id: app.story.companies.deLinde,
    invoice_date: formatDate(today()),
    payment_condition_id: app.story.paymentConditions.usual,
    ...form,
  })
const added = async (form?: Record<string, FormValue>) => {
  const answer = await add(form)
  expect([answer.status, answer.text]).toEqual([200, expect.anything()])
  return answer.json<{ id: number }>().id
}
/** The form of an invoice as it opens, with changes. */
async function edited(id: number, changes: Record<string, FormValue>, browser = planner) {
  const path = `/administration/invoice/edit/${id}`
  const { $ } = await browser.get(path)
  const fields = $('form').first().serializeArray()
  return browser.post(path, { ...Object.fromEntries(fields.map(({ name, value }) => [name, value])), ...changes })
}
const rowsOf = async (browser: Browser, query = '') => {
  const { $ } = await browser.page(`${HOME}${query}`)
  return $('tbody tr')
    .map((_, line) => plain($(line).text().replaceAll(/\s+/g, ' ').trim()))
    .get()
}

describe('the list of invoices', () => {
  it('tells of each its number, customer, days, status and total, and is narrowed by status and customer [R-208] [S-132]', async () => {
    const all = await rowsOf(planner)
    const { uid } = (await row(app.story.invoices.definitive))!
    expect(all.find((text) => text.includes(uid!))).toMatch(/Zorggroep De Linde.*De Linde najaar.*Definitief.*€ \d/)
    const concepts = await rowsOf(planner, '?status=concept')
    expect(concepts.length).toBeGreaterThan(0)
    for (const text of concepts) expect(text).toContain('Concept')
    const kuipers = await rowsOf(planner, `?company_id=${app.story.companies.kuipers}`)
    expect(kuipers).toHaveLength(1)
    expect(await rowsOf(planner, '?search=najaar')).toHaveLength(1)
    expect(await rowsOf(planner, '?search=zorggroep+linde')).toHaveLength(all.filter((text) => text.includes('Zorggroep De Linde')).length) // prettier-ignore
  })

  it('shows a supervisor for all of a company those of it that have a number, and nobody else any', async () => {
    const rows = await rowsOf(supervisor)
    const { concept, definitive, late, foreign } = app.story.invoices
    expect(rows).toHaveLength(2)
    const view = `/administration/invoice/view/${definitive}`
    const shown = await supervisor.get(view)
    expect([shown.status, shown.text.includes('Nog niet verzonden')]).toEqual([200, false])
    expect((await app.as(ROLE.administrator).then((browser) => browser.get(view))).text).toContain('Nog niet verzonden')
    expect((await supervisor.get(`/administration/invoice/view/${late}`)).status).toBe(200)
    expect((await supervisor.get(`/administration/invoice/view/${concept}`)).status).toBe(404)
    expect((await supervisor.get(`/administration/invoice/view/${foreign}`)).status).toBe(404)
    for (const role of [ROLE.teacher, ROLE.student, ROLE.lotus])
      expect((await (await app.as(role)).page(HOME)).status).toBe(403)
  })

  it('is found by number in the quick search [P-118] [F-044]', async () => {
    const { uid } = (await row(app.story.invoices.definitive))!
    const find = async (browser: Browser, query: string) =>
      (await browser.get(`/ajax/superSearch?query=${query}`)).json<{
        data: { searchable_type: string; searchable_field: string; searchable_id: number }[]
      }>().data
    const hit = { searchable_type: 'Invoice', searchable_field: 'uid', searchable_id: app.story.invoices.definitive }
    expect(await find(planner, uid!.toLowerCase())).toContainEqual(expect.objectContaining(hit))
    expect(await find(supervisor, uid!)).toContainEqual(expect.objectContaining(hit))
    const { uid: strange } = (await row(app.story.invoices.foreign))!
    const other: unknown = expect.objectContaining({
      searchable_type: 'Invoice',
      searchable_id: app.story.invoices.foreign,
    })
    expect(await find(planner, strange!)).toContainEqual(other)
    expect(await find(supervisor, strange!)).not.toContainEqual(other)
  })
})

describe('a concept', () => {
  it('by hand goes to the address of its customer and is due after the days of its condition [R-210] [S-134]', async () => {
    const { $ } = await planner.get(`/administration/invoice/add?company_id=${app.story.companies.deLinde}`)
    expect($('.popup-title').text()).toBe('Factuur toevoegen')
    const asked = $('form')
      .first()
      .serializeArray()
      .map(({ name }) => name)
    expect(asked).toEqual(
      expect.arrayContaining(['company_id', 'contact_id', 'invoice_date', 'payment_condition_id', 'reference']),
    )
    const day = addDays(today(), -3)
    const id = await added({ invoice_date: formatDate(day), payment_condition_id: app.story.paymentConditions.short })
    const company = await app.db
      .selectFrom('companies')
      .selectAll()
      .where('id', '=', app.story.companies.deLinde)
      .executeTakeFirstOrThrow()
    expect(await row(id)).toMatchObject({
      uid: null,
      invoice_date: day,
      expires_at: addDays(day, 14),
      street: company.street,
      postal_code: company.postal_code,
      city: company.city,
    })
    const agreed = await added({ payment_condition_id: '-1', invoice_date: formatDate(day) })
    const { condition } = await paymentConditionOf(app.db, {
      company_id: app.story.companies.deLinde,
      contact_id: null,
    })
    expect(await row(agreed)).toMatchObject({ payment_condition_id: condition.id, expires_at: addDays(day, condition.days) }) // prettier-ignore
    const elsewhere = await added({ street: 'Dorpsstraat', street_no: '1', postal_code: '1234 AB', city: 'Ons Dorp' })
    expect(await row(elsewhere)).toMatchObject({ street: 'Dorpsstraat', city: 'Ons Dorp' })
  })

  it('is refused without a customer, with two who do not belong together, and with a day that is none', async () => {
    const count = () =>
      app.db
        .selectFrom('invoices')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .execute()
    const before = await count()
    const nobody = await add({ company_id: '', contact_id: '' })
    expect([nobody.status, nobody.text]).toEqual([422, expect.stringContaining('Kies een contact of een bedrijf.')])
    const strangers = await add({ contact_id: app.story.contacts.gerrit })
    expect([strangers.status, strangers.text]).toEqual([
      422,
      expect.stringContaining('Dit contact hoort niet bij dit bedrijf.'),
    ])
    expect((await add({ invoice_date: '31-02-2026' })).status).toBe(422)
    expect((await add({ payment_condition_id: '999999' })).status).toBeGreaterThanOrEqual(400)
    expect(await count()).toEqual(before)
  })

  it('falls due anew when its day or its condition changes, and keeps what a colleague saved first', async () => {
    const id = await added()
    const day = addDays(today(), -20)
    const open = await planner.get(`/administration/invoice/edit/${id}`)
    const stale = Object.fromEntries(open.$('form').first().serializeArray().map(({ name, value }) => [name, value])) // prettier-ignore
    const saved = await edited(id, {
      invoice_date: formatDate(day),
      payment_condition_id: app.story.paymentConditions.long,
      reference: 'Inkoop 12',
    })
    expect([saved.status, saved.text]).toEqual([204, ''])
    expect(await row(id)).toMatchObject({ expires_at: addDays(day, 60), reference: 'Inkoop 12' })
    const late = await planner.post(`/administration/invoice/edit/${id}`, { ...stale, reference: 'Inkoop 13' })
    expect(late.status).toBe(409)
    expect(await row(id)).toMatchObject({ reference: 'Inkoop 12' })
  })

  it('shows its lines, VAT and totals, and is copied with them as one of today [R-211] [S-135]', async () => {
    const { definitive } = app.story.invoices
    const { $ } = await planner.get(`/administration/invoice/view/${definitive}`)
    const text = plain($.root().text().replaceAll(/\s+/g, ' '))
    const { total, uid } = (await row(definitive))!
    expect(text).toContain(`Factuur ${uid}`)
    expect(text).toContain('Voorrijkosten')
    expect(text).toMatch(/Totaal inclusief btw ?€ [\d.]+,\d\d/)
    const copy = await planner.post('/administration/invoice/copy', { id: definitive })
    const { id } = copy.json<{ id: number }>()
    expect(await row(id)).toMatchObject({ uid: null, total, invoice_date: today(), expires_at: addDays(today(), 30) })
  })

  it('gives lines of an order back when it is deleted', async () => {
    const { deLinde } = app.story.companies
    const { order, concept } = await inTransaction(app.db, null, async (trx) => {
      const { id } = await trx
        .insertInto('orders')
        .values({ company_id: deLinde, order_date: today(), year: 2151, sequence: (made += 1) })
        .returning('id')
        .executeTakeFirstOrThrow()
      const sale = await lockSale(trx, app.services.registry, { type: 'order', id })
      const line_ids = await addLines(trx, sale, [{ product_id: app.story.products.bhvBook, count: '3' }])
      const input = { company_id: deLinde, contact_id: null, order_id: id, line_ids }
      return { order: id, concept: await makeConcept(trx, app.services.registry, input) }
    })
    const settled = async () =>
      (await app.db.selectFrom('orders').select('settled_count').where('id', '=', order).executeTakeFirstOrThrow())
        .settled_count
    expect(await settled()).toBe(1)
    const gone = await planner.post('/administration/invoice/delete', { id: concept })
    expect([gone.status, gone.text]).toEqual([204, ''])
    expect(await row(concept)).toBeUndefined()
    expect(await settled()).toBe(0)
  })

  it('is all that can be changed or deleted: a definitive invoice is neither, by whomever', async () => {
    const { definitive } = app.story.invoices
    const before = await row(definitive)
    for (const browser of [administrator, planner]) {
      const gone = await browser.post('/administration/invoice/delete', { id: definitive })
      expect([gone.status, gone.text]).toEqual([409, expect.stringContaining('Een definitieve factuur verandert niet')])
      expect((await edited(definitive, { reference: 'Anders' }, browser)).status).toBe(409)
    }
    expect(await row(definitive)).toEqual(before)
  })
})
