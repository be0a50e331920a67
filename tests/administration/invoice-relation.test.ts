import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { listSaleLines } from '../../src/administration/sales/sales/index.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { today } from '../../src/platform/format/zone.ts'
import { shownFields } from '../support/example-calls.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

const agree = (company: number, invoice_relation_id: number) =>
  planner.post(`/company/${company}/billing/edit`, { invoice_relation_id, version: 1 })
const invoiceOf = async (order: number) => {
  const answer = await planner.post(`/administration/order/migrate/${order}`, {})
  const { invoice } = answer.json<{ invoice: number }>()
  return app.db.selectFrom('invoices').selectAll().where('id', '=', invoice).executeTakeFirstOrThrow()
}
const deliveredCopy = async (order: number) => {
  const { id } = (await planner.post('/administration/order/copy', { id: order })).json<{ id: number }>()
  await planner.post(`/administration/order/markAllDelivered/${id}`)
  return id
}

describe('an invoice relation', () => {
  it('gets the invoices of the customer, at the prices of the customer and at its own address', async () => {
    const { deLinde, vanLoon } = app.story.companies
    const { rows } = await app.pool.query('select id from customer_terms where company_id = $1', [deLinde])
    await app.db.deleteFrom('customer_terms').where('company_id', '=', deLinde).execute()
    expect(rows.length).toBeLessThan(2)
    expect((await agree(deLinde, deLinde)).status).toBe(422)
    expect((await agree(deLinde, vanLoon)).status).toBeLessThan(300)
    const order = await deliveredCopy(app.story.orders.open)
    const invoice = await invoiceOf(order)
    const relation = await app.db
      .selectFrom('companies')
      .select(['street', 'city'])
      .where('id', '=', vanLoon)
      .executeTakeFirstOrThrow()
    expect(invoice).toMatchObject({ company_id: vanLoon, contact_id: null, ...relation })
    expect(invoice.header_text).toBe('Voor Zorggroep De Linde.')
    const prices = (lines: { price: string }[]) => lines.map(({ price }) => price)
    expect(prices(await listSaleLines(app.db, { type: 'invoice', id: invoice.id }))).toEqual(
      prices(await listSaleLines(app.db, { type: 'order', id: order })),
    )
    expect((await planner.get(`/company/${deLinde}/billing`)).text).toContain('Bakkerij Van Loon')
  })

  it('does not get that of an order that says otherwise', async () => {
    const order = await deliveredCopy(app.story.orders.open)
    const form = await planner.get(`/administration/order/edit/${order}`)
    const { use_invoice_relation: used, ...fields } = shownFields(form.$)
    expect(used).toBeDefined()
    expect((await planner.post(`/administration/order/edit/${order}`, fields)).status).toBeLessThan(300)
    const invoice = await invoiceOf(order)
    expect(invoice.company_id).toBe(app.story.companies.deLinde)
  })

  it('is chosen where an order comes about, told in its summary, and may be another company than was agreed', async () => {
    const { deLinde, vanLoon, kuipers } = app.story.companies
    const head = { company_id: deLinde, order_date: formatDate(today()), address_of: 'company' }
    const step = (key: string, fields: object) =>
      planner.post(`/administration/order/add?step=${key}`, fields as Record<string, string>)
    expect((await step('customer', head)).text).toContain(
      'Bakkerij Van Loon B.V. krijgt de facturen van Zorggroep De Linde.',
    )
    const going = async (fields: object) => {
      const { $ } = await step('overview', { ...head, ...fields })
      return $('dt:contains("Factuur naar")').next().text()
    }
    expect(await going({})).toBe('Zorggroep De Linde')
    expect(await going({ use_invoice_relation: '1' })).toBe('Bakkerij Van Loon B.V.')
    const other = { use_invoice_relation: '1', invoice_relation_id: kuipers }
    expect(await going(other)).toContain('Kuipers')
    const { id } = (await planner.post('/administration/order/add', { ...head, ...other })).json<{ id: number }>()
    expect(
      (await planner.get(`/administration/order/view/${id}`)).$('dt:contains("Factuur naar")').next().text(),
    ).toContain('Kuipers')
    const { rows } = await app.pool.query('select id from sale_lines where order_id = $1', [app.story.orders.open])
    expect(rows.length).toBeGreaterThan(0)
    const copy = await deliveredCopy(app.story.orders.open)
    await app.db.updateTable('orders').set({ invoice_relation_id: kuipers }).where('id', '=', copy).execute()
    expect((await invoiceOf(copy)).company_id).toBe(kuipers)
    expect(vanLoon).not.toBe(kuipers)
  })
})

describe('the end of the month', () => {
  const until = formatDate(today())
  const rowOf = async (name: string, to: string) => {
    const { $ } = await planner.get(`/administration/billing/list?until=${until}`)
    const row = $('.billing-line').filter((_i, line) => $(line).text().includes(name) && $(line).text().includes(to))
    return {
      text: row.text(),
      bill: row.find('input').attr('value'),
      blocked: row.find('input').attr('disabled') !== undefined,
    }
  }
  const bill = async (value: string) => {
    await planner.post('/administration/billing/start', { until, invoice_date: until, bills: value })
    await app.runJobs('billing.run')
    return app.db.selectFrom('billing_items').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  }

  it('shows who gets the invoice beside the customer, judges its address, and makes no invoice for another', async () => {
    const { deLinde, vanLoon, kuipers } = app.story.companies
    const order = await deliveredCopy(app.story.orders.open)
    await app.db.updateTable('orders').set({ reference: 'Maand 1' }).where('id', '=', order).execute()
    const shown = await rowOf('Maand 1', 'Factuur naar Bakkerij Van Loon')
    expect(shown.bill).toBeDefined()
    // Somebody agrees otherwise meanwhile.
    await app.db
      .updateTable('customer_terms')
      .set({ invoice_relation_id: kuipers })
      .where('company_id', '=', deLinde)
      .execute()
    expect((await bill(shown.bill!)).state).toBe('skipped')
    await app.db
      .updateTable('customer_terms')
      .set({ invoice_relation_id: vanLoon })
      .where('company_id', '=', deLinde)
      .execute()
    const { street } = await app.db
      .selectFrom('companies')
      .select('street')
      .where('id', '=', vanLoon)
      .executeTakeFirstOrThrow()
    await app.db.updateTable('companies').set({ street: null }).where('id', '=', vanLoon).execute()
    expect(await rowOf('Maand 1', 'Van Loon')).toMatchObject({
      blocked: true,
      text: expect.stringContaining('Geen factuuradres') as string,
    })
    await app.db.updateTable('companies').set({ street }).where('id', '=', vanLoon).execute()
    const item = await bill((await rowOf('Maand 1', 'Van Loon')).bill!)
    const made = await app.db
      .selectFrom('invoices')
      .selectAll()
      .where('id', '=', item.invoice_id!)
      .executeTakeFirstOrThrow()
    expect(made).toMatchObject({ company_id: vanLoon, header_text: 'Voor Zorggroep De Linde.' })
  })

  it('does not take off for one what another paid beforehand, nor does any other invoice', async () => {
    const { deLinde, vanLoon } = app.story.companies
    const order = await deliveredCopy(app.story.orders.open)
    const set = (invoice_relation_id: number | null) =>
      app.db.updateTable('orders').set({ reference: 'Maand 2', invoice_relation_id }).where('id', '=', order).execute()
    await set(null)
    const asked = await planner.post(`/administration/order/deposit/${order}`, { as: 'percentage', value: '30' })
    const { id: deposit } = asked.json<{ id: number }>()
    const administrator = await app.as(ROLE.administrator)
    expect((await administrator.post(`/administration/invoice/definitive/${deposit}`)).status).toBeLessThan(300)
    const paid = await app.db
      .selectFrom('invoices')
      .select(['uid', 'company_id'])
      .where('id', '=', deposit)
      .executeTakeFirstOrThrow()
    expect(paid.company_id).toBe(vanLoon)
    await set(deLinde)
    const refusal = `Aanbetaling ${paid.uid} is aan Bakkerij Van Loon B.V. gefactureerd, en deze factuur gaat naar een ander.`
    expect(await rowOf('Maand 2', refusal)).toMatchObject({ blocked: true })
    const migrating = await planner.post(`/administration/order/migrate/${order}`, {})
    expect([migrating.status, migrating.text]).toEqual([409, expect.stringContaining(refusal)])
    // Back to who paid it, it is taken off; a concept that is given to another by hand gets no number.
    await set(vanLoon)
    const { id: last } = await invoiceOf(order)
    expect(
      (await listSaleLines(app.db, { type: 'invoice', id: last })).some(({ name }) => name.includes(paid.uid!)),
    ).toBe(true)
    await app.db.updateTable('invoices').set({ company_id: deLinde }).where('id', '=', last).execute()
    const number = await administrator.post(`/administration/invoice/definitive/${last}`)
    expect([number.status, number.text]).toEqual([409, expect.stringContaining(refusal)])
    await app.db.updateTable('invoices').set({ company_id: vanLoon }).where('id', '=', last).execute()
    expect((await administrator.post(`/administration/invoice/definitive/${last}`)).status).toBeLessThan(300)
  })

  describe('with a deposit that another paid, beside what has none', () => {
    const orders: number[] = []
    let refusal: string
    beforeAll(async () => {
      for (let i = 0; i < 2; i++) orders.push(await deliveredCopy(app.story.orders.open))
      await app.db.updateTable('orders').set({ reference: 'Maand 3', invoice_relation_id: null }).where('id', 'in', orders).execute() // prettier-ignore
      const asked = await planner.post(`/administration/order/deposit/${orders[0]!}`, { as: 'percentage', value: '30' })
      const { id } = asked.json<{ id: number }>()
      const administrator = await app.as(ROLE.administrator)
      await administrator.post(`/administration/invoice/definitive/${id}`)
      const { uid } = await app.db.selectFrom('invoices').select('uid').where('id', '=', id).executeTakeFirstOrThrow()
      // Who is invoiced is agreed otherwise since, for both.
      await app.db.updateTable('customer_terms').set({ invoice_relation_id: app.story.companies.kuipers }).where('company_id', '=', app.story.companies.deLinde).execute() // prettier-ignore
      refusal = `anbetaling ${uid!} is aan Bakkerij Van Loon B.V. gefactureerd, en deze factuur gaat naar een ander`
    })
    const open = (path: string) => planner.get(`/administration/orders/bulk/${path}?ids=${orders.join(',')}`)
    const billed = async () =>
      (await app.db.selectFrom('invoices').select(['order_id', 'company_id']).where('order_id', 'in', orders).where('invoices.id', 'not in', app.db.selectFrom('deposits').select('invoice_id')).execute()) // prettier-ignore

    it('says so before several orders are invoiced or handled, and does it with the others', async () => {
      for (const path of ['invoice', 'migrate']) {
        const shown = await open(path)
        expect(shown.text).toContain(refusal)
        const plan = String(shown.$('input[name="plan"]').val())
        const answer = await planner.post(`/administration/orders/bulk/${path}`, { ids: orders.join(','), plan })
        expect(answer.status).toBeLessThan(300)
        expect(await billed()).toEqual([{ order_id: orders[1]!, company_id: app.story.companies.kuipers }])
        const { id } = await app.db.selectFrom('invoices').select('id').where('order_id', '=', orders[1]!).executeTakeFirstOrThrow() // prettier-ignore
        await planner.post('/administration/invoice/delete', { id })
      }
      const alone = await planner.get(`/administration/order/migrate/${orders[0]!}`)
      expect(alone.text).toContain(refusal)
    })

    it('keeps nothing else of its customer from being billed at the end of the month', async () => {
      const blocked = await rowOf('Maand 3', refusal)
      expect(blocked).toMatchObject({ blocked: true })
      // Also what stands apart says who would get it.
      expect(blocked.text).toContain('Factuur naar Transport Kuipers')
      const { $ } = await planner.get(`/administration/billing/list?until=${until}`)
      const rows = $('.billing-line').filter((_i, line) => $(line).text().includes('Maand 3'))
      expect(rows.length).toBe(2)
      const free = rows.filter((_i, line) => $(line).find('input').attr('disabled') === undefined)
      expect(free.length).toBe(1)
      const item = await bill(free.find('input').attr('value')!)
      expect(item).toMatchObject({ state: 'made' })
      expect(await billed()).toEqual([{ order_id: orders[1]!, company_id: app.story.companies.kuipers }])
    })

    it('gives the others of several concepts their numbers, and says why that one gets none', async () => {
      const administrator = await app.as(ROLE.administrator)
      const { vanLoon, deLinde, kuipers } = app.story.companies
      await app.db.updateTable('customer_terms').set({ invoice_relation_id: vanLoon }).where('company_id', '=', deLinde).execute() // prettier-ignore
      const { id: strange } = await invoiceOf(orders[0]!)
      await app.db.updateTable('invoices').set({ company_id: kuipers }).where('id', '=', strange).execute()
      const { id: other } = await app.db.selectFrom('invoices').select('id').where('order_id', '=', orders[1]!).executeTakeFirstOrThrow() // prettier-ignore
      const ids = `${strange},${other}`
      const shown = await administrator.get(`/administration/invoices/bulk/definitive?ids=${ids}`)
      expect(shown.text).toContain(refusal)
      const plan = String(shown.$('input[name="plan"]').val())
      expect((await administrator.post('/administration/invoices/bulk/definitive', { ids, plan })).status).toBeLessThan(300) // prettier-ignore
      const rows = await app.db.selectFrom('invoices').select(['id', 'uid']).where('id', 'in', [strange, other]).execute() // prettier-ignore
      expect(rows.filter(({ uid }) => uid !== null).map(({ id }) => id)).toEqual([other])
    })
  })
})
