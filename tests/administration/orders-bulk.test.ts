import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

const invoicesOf = (order: number) => app.db.selectFrom('invoices').selectAll().where('order_id', '=', order).execute()
const statusOf = async (id: number) =>
  (await app.db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

describe('chosen orders', () => {
  it('are invoiced and migrated by buttons that stand there for who chose some', async () => {
    const { text } = await planner.page('/administration/orders')
    for (const what of ['invoice', 'migrate', 'delivered'])
      expect(text).toContain(`/administration/orders/bulk/${what}`)
    const teacher = await app.as(ROLE.teacher)
    const own = await teacher.page('/administration/orders')
    for (const what of ['invoice', 'migrate']) expect(own.text).not.toContain(`/administration/orders/bulk/${what}`)
    expect((await teacher.post('/administration/orders/bulk/invoice', { ids: '1' })).status).toBe(403)
  })

  it('become a concept each of what was delivered, and say of which nothing was', async () => {
    const { delivered } = app.story.orders
    const { id: loose } = await app.db
      .selectFrom('orders')
      .select('id')
      .where('delivered_count', '=', 0)
      .where('settled_count', '=', 0)
      .limit(1)
      .executeTakeFirstOrThrow()
    const shown = await planner.get(`/administration/orders/bulk/invoice?ids=${delivered},${loose}`)
    expect(shown.text).toContain('1 conceptfactuur')
    expect(shown.text).toContain('niets geleverd')
    const key = String(shown.$('input[name="plan"]').val())
    const answer = await planner.post('/administration/orders/bulk/invoice', {
      ids: `${delivered},${loose}`,
      plan: key,
    })
    expect(answer.status).toBeLessThan(300)
    expect(await invoicesOf(delivered)).toHaveLength(1)
    expect(await statusOf(delivered)).toBe('settled')
    await planner.post(`/undo/${answer.undo!.set}`)
    expect([await invoicesOf(delivered), await statusOf(delivered)]).toEqual([[], 'delivered'])
  })

  it('go to their end together: what was delivered onto invoices, the rest onto new orders', async () => {
    const { open, delivered } = app.story.orders
    const answer = await planner.post('/administration/orders/bulk/migrate', { ids: `${open},${delivered}` })
    expect(answer.status).toBeLessThan(300)
    expect([await statusOf(open), await statusOf(delivered)]).toEqual(['settled', 'settled'])
    const next = await app.db.selectFrom('orders').select('id').where('parent_order_id', '=', open).execute()
    expect(next).toHaveLength(1)
    const again = await planner.post('/administration/orders/bulk/migrate', { ids: String(open) })
    expect(again.status).toBe(422)
  })

  it('are found by their number by the global search [P-117]', async () => {
    const { uid, id } = await app.db
      .selectFrom('orders')
      .select(['uid', 'id'])
      .where('id', '=', app.story.orders.open)
      .executeTakeFirstOrThrow()
    const { data } = (await planner.get(`/api/superSearch?query=${uid!}`)).json<{ data: Record<string, unknown>[] }>()
    expect(data[0]).toMatchObject({ searchable_type: 'Order', searchable_id: id, searchable_field: 'uid', value: uid })
  })
})
