import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { listSaleLines } from '../../src/administration/sales/index.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
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
})
