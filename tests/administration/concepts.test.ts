// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Concept, makeConcept } from '../../src/administration/invoices/invoices/index.ts'
import { addLines, addText, lockSale, orderLines } from '../../src/administration/sales/sales/index.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let made = 0
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** An order with a heading and two products, straight into the tables. */
async function anOrder() {
  const { deLinde } = app.story.companies
  const { bhvBook, firstAidBox } = app.story.products
  return inTransaction(app.db, null, async (trx) => {
    const { id } = await trx
      .insertInto('orders')
      .values({ company_id: deLinde, order_date: today(), year: 2150, sequence: (made += 1) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const order = await lockSale(trx, app.services.registry, { type: 'order', id })
    const text = await addText(trx, order, { name: 'Boeken', description: null })
    const lines = await addLines(trx, order, [
      { product_id: bhvBook, count: '6', description: 'Op naam van Anouk' },
      { product_id: firstAidBox, count: '1', price: '45' },
    ])
    await orderLines(trx, order, [text, ...lines])
    return { id, text, lines }
  })
}
const make = (concept: Partial<Concept>) =>
  inTransaction(app.db, null, (trx) =>
    makeConcept(trx, app.services.registry, {
      company_id: app.story.companies.deLinde,
      contact_id: null,
      ...concept,
    }),
  )
const invoice = (id: number) => app.db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const linesOf = (id: number) =>
  app.db
    .selectFrom('sale_lines')
    .select(['kind', 'name', 'description', 'count', 'price', 'why', 'source_id', 'amount'])
    .where('invoice_id', '=', id)
    .orderBy('position')
    .execute()

describe('a concept of an invoice', () => {
  it('takes lines of an order as they are, which settles them, and goes to the address of the customer', async () => {
    const order = await anOrder()
    const id = await make({ order_id: order.id, line_ids: [order.text, ...order.lines], reference: 'Najaar' })
    const { street, postal_code } = await app.db
      .selectFrom('companies')
      .selectAll()
      .where('id', '=', app.story.companies.deLinde)
      .executeTakeFirstOrThrow()
    expect(await invoice(id)).toMatchObject({
      uid: null,
      definitive_at: null,
      order_id: order.id,
      reference: 'Najaar',
      street,
      postal_code,
      invoice_date: today(),
      base: 6 * 2475 + 4500,
    })
    expect(await linesOf(id)).toMatchObject([
      { name: 'Boeken', source_id: order.text },
      { description: 'Op naam van Anouk', count: '6.0000', price: '27.5000', source_id: order.lines[0] },
      { price: '45.0000', why: 'De prijs is met de hand gezet.', source_id: order.lines[1], amount: 4500 },
    ])
    const settled = await app.db
      .selectFrom('orders')
      .select(['status', 'settled_count'])
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    expect(settled).toEqual({ status: 'settled', settled_count: 2 })
  })

  it('expires as many days after its date as its payment condition has: the one told, that of the customer, or the standard [A-053] [A-132] [F-448]', async () => {
    const day = addDays(today(), -12)
    const { short, usual, long } = app.story.paymentConditions
    const due = async (concept: Partial<Concept>) => {
      const { payment_condition_id, expires_at } = await invoice(await make({ invoice_date: day, ...concept }))
      return [payment_condition_id, expires_at]
    }
    expect(await due({ payment_condition_id: long })).toEqual([long, addDays(day, 60)])
    expect(await due({})).toEqual([short, addDays(day, 14)])
    expect(await due({ company_id: app.story.companies.vanLoon })).toEqual([usual, addDays(day, 30)])
  })

  it('never takes a line that went onto an invoice before, and then makes nothing', async () => {
    const order = await anOrder()
    await make({ order_id: order.id, line_ids: [order.lines[1]!] })
    const count = () =>
      app.db
        .selectFrom('invoices')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .execute()
    const before = await count()
    await expect(make({ order_id: order.id, line_ids: order.lines })).rejects.toThrow('Verbanddoos B is al verwerkt')
    await expect(make({ line_ids: [999_999_999] })).rejects.toThrow('Regel niet gevonden.')
    expect(await count()).toEqual(before)
  })

  it('prices products that are added on its own day, for its customer, and goes to another address if told', async () => {
    const { bhvBook } = app.story.products
    const address = {
      street: 'Havenkade',
      street_no: '4',
      street_no_adding: null,
      postal_code: '8011 AB',
      city: 'Zwolle',
      country_code: 'NL',
    }
    const id = await make({ address, added: [{ product_id: bhvBook, count: '2' }] })
    expect(await invoice(id)).toMatchObject({ ...address, base: 4950 })
    expect(await linesOf(id)).toMatchObject([{ name: 'Cursusboek BHV', price: '27.5000' }])
  })
})
