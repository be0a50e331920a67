import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BILL } from '../../src/administration/invoices/billing/billing.commands.ts'
import { planBills } from '../../src/administration/invoices/billing/billing.plan.ts'
import { listSaleLines } from '../../src/administration/sales/sales/index.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { today } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

describe('a deposit', () => {
  let app: TestApp
  let planner: Browser
  let administrator: Browser
  beforeAll(async () => {
    app = await testApp()
    planner = await app.as(ROLE.scheduler)
    administrator = await app.as(ROLE.administrator)
  })
  afterAll(() => app.close())

  const invoice = (id: number) =>
    app.db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const linesOf = (id: number) => listSaleLines(app.db, { type: 'invoice', id })
  const ask = async (order: number, form: Record<string, string>) => {
    const answer = await planner.post(`/administration/order/deposit/${order}`, form)
    return { ...answer, id: answer.status === 200 ? answer.json<{ id: number }>().id : 0 }
  }
  const number = (id: number) => administrator.post(`/administration/invoice/definitive/${id}`, {})
  const newOrder = async () => {
    const { open } = app.story.orders
    const answer = await planner.post('/administration/order/copy', { id: open })
    return answer.json<{ id: number }>().id
  }
  const migrate = async (order: number) => {
    await planner.post(`/administration/order/markAllDelivered/${order}`)
    const preview = await planner.post(`/administration/order/migrate/${order}/preview`, {})
    const answer = await planner.post(`/administration/order/migrate/${order}`, {})
    return { preview, id: answer.json<{ invoice: number }>().invoice }
  }

  it('is a concept of a part of an order, that the invoice of the order takes off once it has its number', async () => {
    const order = await newOrder()
    const { total } = await app.db
      .selectFrom('orders')
      .select('total')
      .where('id', '=', order)
      .executeTakeFirstOrThrow()
    const { id } = await ask(order, { as: 'percentage', value: '30' })
    const deposit = await invoice(id)
    expect([deposit.uid, deposit.order_id]).toEqual([null, order])
    expect(Math.abs(Number(deposit.total) - Number(total) * 0.3)).toBeLessThan(3)
    expect((await number(id)).status).toBeLessThan(300)
    const { uid } = await invoice(id)
    const { preview, id: final } = await migrate(order)
    expect(preview.text).toContain(`Aanbetaling, factuur ${uid}`)
    const last = await invoice(final)
    expect(Number(last.total) + Number(deposit.total)).toBe(Number(total))
    const off = (await linesOf(final)).filter(({ name }) => name.includes(uid!))
    expect(off.every(({ count }) => count === '-1.0000')).toBe(true)
    expect((await number(final)).status).toBeLessThan(300)
    for (const one of [id, final]) {
      const { $ } = await planner.get(`/administration/invoice/view/${one}`)
      const cents = (text: string) => Number(text.replace(/[^\d-]/g, ''))
      const amounts = $('.sale-incl').toArray().map((cell) => cents($(cell).text())) // prettier-ignore
      expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(cents($('.invoice-totals dd').first().text()))
    }
    // What was taken off is not credited, until the invoice that took it off is.
    expect((await administrator.post(`/administration/invoice/${id}/make_credit_invoice`)).status).toBe(409)
    expect((await administrator.post(`/administration/invoice/${final}/make_credit_invoice`)).status).toBe(200)
    expect((await administrator.post(`/administration/invoice/${id}/make_credit_invoice`)).status).toBe(200)
  })

  it('is never more than is left to invoice, all of them together', async () => {
    const order = await newOrder()
    expect((await ask(order, { as: 'percentage', value: '60' })).status).toBe(200)
    const refused = await ask(order, { as: 'percentage', value: '60' })
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('nog hooguit')])
    expect((await ask(order, { as: 'percentage', value: '0' })).status).toBe(422)
    expect((await ask(order, { as: 'percentage', value: '120' })).status).toBe(422)
    expect((await ask(order, { as: 'amount', value: '100' })).status).toBe(200)
  })

  it('is taken off by two part deliveries, no more than it was', async () => {
    const order = await newOrder()
    const { id } = await ask(order, { as: 'percentage', value: '50' })
    await number(id)
    const deposit = await invoice(id)
    const products = (await listSaleLines(app.db, { type: 'order', id: order })).filter(
      ({ kind }) => kind === 'product',
    )
    await app.db.updateTable('sale_lines').set({ delivered: true }).where('id', '=', products[0]!.id).execute()
    const form = Object.fromEntries(products.slice(1).map((line) => [`lines[p${line.id}]`, 'deliver_on_new_order']))
    const first = (await planner.post(`/administration/order/migrate/${order}`, form)).json<{ invoice: number; order: number }>() // prettier-ignore
    const off = (await linesOf(first.invoice)).filter(({ count }) => count.startsWith('-'))
    expect(off.length).toBeGreaterThan(0)
    const taken = off.reduce((sum, { amount }) => sum - Number(amount), 0)
    expect(taken).toBeLessThanOrEqual(Number(deposit.total))
    expect(Number((await invoice(first.invoice)).total)).toBeGreaterThanOrEqual(0)
    // The order that follows takes off the rest.
    const { id: second } = await migrate(first.order)
    const rest = (await linesOf(second)).filter(({ count }) => count.startsWith('-'))
    expect(taken + rest.reduce((sum, { amount }) => sum - Number(amount), 0)).toBe(
      (await linesOf(id)).reduce((sum, { amount }) => sum + Number(amount), 0),
    )
    // Somebody makes more of it by hand: it gets no number.
    await app.db.updateTable('sale_lines').set({ price: '99999' }).where('id', '=', off[0]!.id).execute()
    expect((await number(first.invoice)).status).toBe(409)
  })

  it('is taken off as the end of the month showed it, also where another invoice of its orders is made first and alone', async () => {
    const [order, next] = [await newOrder(), await newOrder()]
    const { id } = await ask(order, { as: 'percentage', value: '80' })
    await number(id)
    for (const [one, reference] of [[order, 'PO A'], [next, 'PO B']] as const) // prettier-ignore
      await app.db.updateTable('orders').set({ reference, ...(one === next ? { parent_order_id: order } : {}) }).where('id', '=', one).execute() // prettier-ignore
    // Of the first order little was delivered, so that some of the deposit is left for the next.
    const [line] = (await listSaleLines(app.db, { type: 'order', id: order })).filter(({ kind, amount }) => kind === 'product' && Number(amount) > 0) // prettier-ignore
    await app.db.updateTable('sale_lines').set({ delivered: true }).where('id', '=', line!.id).execute()
    await planner.post(`/administration/order/markAllDelivered/${next}`)
    const bills = async () => {
      const all = await planBills(app.db, app.services.registry, { until: today() })
      return new Map(all.filter(({ reference }) => reference?.startsWith('PO ')).map((bill) => [bill.reference, bill]))
    }
    const before = await bills()
    expect([...before.values()].map(({ billables }) => billables[0]!.deposits!.length > 0)).toEqual([true, true])
    for (const reference of ['PO B', 'PO A']) {
      const bill = (await bills()).get(reference)!
      expect([bill.excl, bill.incl]).toEqual([before.get(reference)!.excl, before.get(reference)!.incl])
      const form = [['until', formatDate(today())], ['invoice_date', formatDate(today())], ['bills', `${bill.key}~${bill.shown}`]] // prettier-ignore
      expect(
        (await planner.raw('/administration/billing/start', String(new URLSearchParams(form as [string, string][]))))
          .status,
      ).toBe(200)
      await app.runJobs(BILL)
      const { rows } = await sql<{ base: number; total: number }>`select v.base, v.total from billing_items i join invoices v on v.id = i.invoice_id order by i.id desc limit 1`.execute(app.db) // prettier-ignore
      expect([Number(rows[0]!.base), Number(rows[0]!.total)]).toEqual([bill.excl, bill.incl])
    }
  })

  it('of a quotation that was accepted is taken off by the order that it becomes', async () => {
    const { accepted } = app.story.quotations
    const made = await planner.post(`/administration/quotation/deposit/${accepted}`, { as: 'percentage', value: '25' })
    const { id } = made.json<{ id: number }>()
    await number(id)
    const { uid } = await invoice(id)
    const order = (await planner.post(`/administration/quotation/makeOrderFromQuotation/${accepted}`)).json<{ id: number }>().id // prettier-ignore
    const { id: final } = await migrate(order)
    expect((await linesOf(final)).some(({ name }) => name.includes(uid!))).toBe(true)
    const teacher = await app.as(ROLE.teacher)
    expect((await teacher.post(`/administration/quotation/deposit/${accepted}`, { value: '10' })).status).toBe(403)
  })
})
