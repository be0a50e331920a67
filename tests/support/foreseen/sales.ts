import fc from 'fast-check'
import { makeConcept } from '../../../src/administration/invoices/invoices/index.ts'
import { addLines, lockSale, setDelivered } from '../../../src/administration/sales/sales/index.ts'
import { ROLE } from '../../../src/platform/access/roles.ts'
import { inTransaction } from '../../../src/platform/database/transaction.ts'
import { addDays, today } from '../../../src/platform/format/zone.ts'
import type { TestApp } from '../app.ts'
import { bulkRun, rowsOf } from './frame.ts'
import { SENDING } from './sending.ts'

let made = 0
const dutch = (day: string) => day.split('-').reverse().join('-')

const product = fc.record({
  active: fc.boolean(),
  price: fc.integer({ min: 0, max: 400 }).map((n) => (n / 10).toFixed(2)),
  discount: fc.constantFrom(null, '4.50'),
  later: fc.boolean(),
  books: fc.boolean(),
})
const FROM = addDays(today(), 20)
const onProducts = (path: string, choice: fc.Arbitrary<Record<string, string>>, withCategory = false) =>
  bulkRun({
    path,
    role: ROLE.scheduler,
    drawn: fc.record({ products: fc.array(product, { minLength: 1, maxLength: 5 }), choice }),
    make: async (app, { products, choice }) => {
      const names = new Map<number, string>()
      const category_id = app.story.productCategories.books
      for (const { active, price, discount, later, books } of products) {
        const name = `Gekozen product ${++made}`
        const off = discount === null ? {} : { discount, discount_type: 'money' }
        const { id } = await app.db
          .insertInto('products')
          .values({
            name,
            code: name,
            tax_type_id: app.story.taxTypes.high,
            active,
            ...off,
            ...(books ? { category_id } : {}),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        const priced = { product_id: id, price, valid_from: addDays(today(), -10) }
        const next = { product_id: id, price: '99', valid_from: addDays(FROM, 20) }
        await app.db.insertInto('product_prices').values(later ? [priced, next] : [priced]).execute() // prettier-ignore
        names.set(id, name)
      }
      return { names, choices: withCategory ? { ...choice, category_id: String(category_id) } : choice }
    },
    state: rowsOf(
      'products',
      `active, category_id, (select json_agg(json_build_array(valid_from, price) order by valid_from)
        from product_prices where product_id = products.id) as prices`,
    ),
  })

const order = fc.array(fc.record({ delivered: fc.boolean() }), { maxLength: 3 })
const onOrders = (path: string) =>
  bulkRun({
    path,
    role: ROLE.scheduler,
    drawn: fc.array(fc.record({ lines: order, settled: fc.boolean() }), { minLength: 1, maxLength: 4 }),
    make: async (app, orders) => {
      const names = new Map<number, string>()
      for (const { lines, settled } of orders) {
        const id = await addOrder(app, lines)
        if (settled && lines.some(({ delivered }) => delivered)) await invoiceDelivered(app, id)
        const { uid } = await app.db.selectFrom('orders').select('uid').where('id', '=', id).executeTakeFirstOrThrow()
        names.set(id, uid!)
      }
      return { names }
    },
    state: rowsOf(
      'orders',
      `status, line_count, delivered_count, settled_count,
       (select count(*)::integer from invoices where order_id = orders.id) as invoices,
       (select count(*)::integer from orders child where child.parent_order_id = orders.id) as children`,
    ),
  })

const addOrder = (app: TestApp, lines: { delivered: boolean }[]): Promise<number> =>
  inTransaction(app.db, null, async (trx) => {
    const { deLinde } = app.story.companies
    const { id } = await trx
      .insertInto('orders')
      .values({
        company_id: deLinde,
        contact_id: null,
        employee_id: app.story.users[ROLE.scheduler]!,
        order_date: today(),
        year: 2170,
        sequence: (made += 1),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sale = await lockSale(trx, app.services.registry, { type: 'order', id })
    for (const { delivered } of lines) {
      const added = await addLines(trx, sale, [{ product_id: app.story.products.bhvBook, count: '2' }])
      await setDelivered(trx, added, delivered)
    }
    return id
  })
const invoiceDelivered = (app: TestApp, order_id: number) =>
  inTransaction(app.db, null, async (trx) => {
    const lines = await trx.selectFrom('sale_lines').select('id').where('order_id', '=', order_id).where('delivered', '=', true).execute() // prettier-ignore
    const { deLinde } = app.story.companies
    await makeConcept(trx, app.services.registry, { company_id: deLinde, contact_id: null, reference: null, order_id, line_ids: lines.map(({ id }) => id) }) // prettier-ignore
  })

export const SALES = [
  ...SENDING,
  onProducts('/products/bulk/deactivate', fc.constant({})),
  onProducts('/products/bulk/category', fc.constant({}), true),
  onProducts(
    '/products/bulk/price',
    fc.record({
      change: fc.constantFrom('raise_percentage', 'raise_amount', 'lower_percentage', 'lower_amount'),
      value: fc.constantFrom('4', '2,50', '10'),
      rounding: fc.constantFrom('five', 'cent'),
      from: fc.constant(dutch(FROM)),
    }),
  ),
  onOrders('/administration/orders/bulk/delivered'),
  onOrders('/administration/orders/bulk/invoice'),
  onOrders('/administration/orders/bulk/migrate'),
]
