import type { TestApp } from './app.ts'

/** With room for what gets the next number in between. */
let number = 6_000_000

/** Makes orders and devices of De Linde. */
export const devicesFor = (app: TestApp) => ({
  /** An order without lines; an open one has one, of a settled one that has gone onto an invoice. */
  async order({ settled = false, open = false } = {}): Promise<number> {
    const { deLinde } = app.story.companies
    const planner = await app.as(2)
    const { id } = (await planner.post('/inspections/devices/addConsumableToOrder/1', { product_id: app.story.products.powder })).json<{ id: number }>() // prettier-ignore
    if (!settled && !open) await app.db.deleteFrom('sale_lines').where('order_id', '=', id).execute()
    if (settled) {
      await planner.post(`/administration/order/markAllDelivered/${id}`)
      await planner.post(`/administration/order/migrate/${id}`)
    }
    await app.db.updateTable('orders').set({ company_id: deLinde }).where('id', '=', id).execute()
    return id
  },
  async device(
    of: Partial<{ device_category_id: number; product_id: number; replaces_device_id: number; status: string }> = {},
  ): Promise<number> {
    // prettier-ignore
    const { device_category_id = app.story.deviceCategories.extinguishers, ...rest } = of
    const { id } = await app.db
      .insertInto('devices')
      .values({
        company_id: app.story.companies.deLinde,
        number: (number += 100),
        name: 'Blusser op order',
        device_category_id,
        buy_date: '2020-01-15',
        ...rest,
      }) // prettier-ignore
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.pool.query('select plan_devices(array[$1::integer])', [id])
    return id
  },
})
