import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Offer, makeQuotation } from '../../src/administration/orders/quotations/index.ts'
import { addLines, lockSale } from '../../src/administration/sales/sales/index.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let made = 0
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** An order with two products, one at a price of its own, straight into the tables. */
const anOrder = () =>
  inTransaction(app.db, null, async (trx) => {
    const { bhvBook, firstAidBox } = app.story.products
    const { id } = await trx
      .insertInto('orders')
      .values({ company_id: app.story.companies.deLinde, order_date: today(), year: 2150, sequence: (made += 1) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const order = await lockSale(trx, app.services.registry, { type: 'order', id })
    const lines = await addLines(trx, order, [
      { product_id: bhvBook, count: '6' },
      { product_id: firstAidBox, count: '1', price: '45' },
    ])
    return { id, lines }
  })
const make = (offer: Partial<Offer>) =>
  inTransaction(app.db, null, (trx) =>
    makeQuotation(trx, { company_id: app.story.companies.deLinde, contact_id: null, ...offer }),
  )
const stored = (id: number) =>
  app.db.selectFrom('quotations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const linesOf = (id: number) =>
  app.db
    .selectFrom('sale_lines')
    .select(['product_id', 'count', 'price', 'source_id', 'amount'])
    .where('quotation_id', '=', id)
    .orderBy('position')
    .execute()

describe('a quotation that is made', () => {
  it('carries lines of an order as they are, which settles them there, and products at the prices of its day [A-044]', async () => {
    const { lines } = await anOrder()
    const { travel } = app.story.products
    const id = await make({ line_ids: lines, added: [{ product_id: travel, count: '2' }] })
    const copied = await linesOf(id)
    expect(copied.map(({ source_id }) => source_id)).toEqual([...lines, null])
    expect(copied.slice(1).map(({ product_id, price }) => [product_id, Number(price)])).toEqual([
      [app.story.products.firstAidBox, 45],
      [travel, expect.any(Number)],
    ])
    const settled = await app.db.selectFrom('sale_lines').select('destination').where('id', 'in', lines).execute()
    expect(settled).toEqual([{ destination: 'quote' }, { destination: 'quote' }])
    const { base } = await stored(id)
    expect(base).toBeGreaterThan(0)
  })

  it('has the next number of its year, the address of its customer, and holds thirty days', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => make({})))
    const rows = await Promise.all(ids.map(stored))
    const sequences = rows.map(({ sequence }) => sequence).toSorted((a, b) => a - b)
    expect(sequences).toEqual(sequences.map((_, i) => sequences[0]! + i))
    expect(rows[0]).toMatchObject({
      year: Number(today().slice(0, 4)),
      street: 'Lindelaan',
      quotation_date: today(),
      valid_until: addDays(today(), 30),
    })
  })

  it('takes no line that went elsewhere already, and is for somebody who belongs to the company', async () => {
    const { lines } = await anOrder()
    await make({ line_ids: lines })
    const before = await app.db.selectFrom('quotations').select('id').execute()
    await expect(make({ line_ids: lines })).rejects.toThrow('is al verwerkt')
    await expect(make({ line_ids: [2_000_000_000] })).rejects.toThrow('Regel')
    const { vanLoon } = app.story.companies
    await expect(make({ company_id: vanLoon, contact_id: app.story.contacts.anouk })).rejects.toThrow()
    expect(await app.db.selectFrom('quotations').select('id').execute()).toHaveLength(before.length)
  })
})
