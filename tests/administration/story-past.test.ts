import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STATUSES } from '../../src/administration/invoices/invoices/invoices.rules.ts'
import { type TestApp, testApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { NOORDKAAP_DEMO_PAST: '1' } })
  const administrator = await app.as(1)
  const { token } = (await administrator.get('/ajax/getToken')).json<{ token: string }>()
  const headers = { 'HX-Request': 'true', 'X-CSRF-Token': token }
  expect((await administrator.request('/resetAll?confirm=herstellen', { headers })).status).toBe(204)
})
afterAll(() => app.close())

describe('the months before the story', () => {
  it('fill the lists of orders and invoices, with an invoice in every state', async () => {
    const { rows } = await app.pool.query<{ orders: number; invoices: number; states: string[] }>(
      `select (select count(*)::integer from orders) as orders, count(*)::integer as invoices,
        array_agg(distinct state order by state) as states from invoices`,
    )
    expect(rows[0]!.orders).toBeGreaterThanOrEqual(150)
    expect(rows[0]!.invoices).toBeGreaterThanOrEqual(120)
    expect(rows[0]!.states).toEqual(Object.keys(STATUSES).sort())
  })

  it('have numbers without gaps that follow the days', async () => {
    const rows = await app.db
      .selectFrom('invoices')
      .select(['invoice_date', 'year', 'sequence'])
      .where('sequence', 'is not', null)
      .orderBy('invoice_date')
      .orderBy('sequence')
      .execute()
    const next = new Map<number, number>()
    for (const { year, sequence } of rows) {
      const expected = (next.get(year!) ?? 0) + 1
      expect(sequence).toBe(expected)
      next.set(year!, expected)
    }
  })

  it('left something that was delivered long ago and stands on no invoice', async () => {
    const { rowCount } = await app.pool.query(
      `select 1 from sale_lines where order_id is not null and destination is null and delivered_on < current_date - 50`,
    )
    expect(rowCount).toBeGreaterThan(0)
  })
})
