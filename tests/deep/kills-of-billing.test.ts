/** Processes that die while the end of the month makes its concepts. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { today } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { holdAt, processesOf } from '../support/kills.ts'

const PATIENCE = { timeout: 90_000, interval: 100 }
const LASTS = { timeout: 240_000 }
const HOME = '/administration/billing'
const until = formatDate(today())

let app: TestApp
let planner: Browser
const { kill, killAll, start } = processesOf(() => app)
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(async () => {
  await killAll()
  await app.close()
})

/** What can be billed, as it is shown. */
async function shown() {
  const { $ } = await planner.get(`${HOME}/list?until=${until}`)
  return $('input[name="bills"]:not([disabled])')
    .map((_i, box) => ({ value: $(box).attr('value')!, cents: Number($(box).attr('data-cents')) }))
    .get()
}
const made = async () =>
  (
    await sql<{ bill: string; state: string; base: number }>`
      select i.bill, i.state, v.base::float8 as base from billing_items i left join invoices v on v.id = i.invoice_id
      where i.run_id = (select max(id) from billing_runs) order by i.id`.execute(app.owner.db)
  ).rows

describe('kill -9 in the end of the month', () => {
  it('leaves each invoice made or not made, and another process makes the rest once', LASTS, async () => {
    const bills = await shown()
    expect(bills.length).toBeGreaterThan(10)
    const form = [['until', until], ['invoice_date', until], ...bills.map(({ value }) => ['bills', value])]
    // Dies in the lines of an early one, then between an invoice and what says that it was made.
    const inLines = await holdAt(app, { table: 'sale_lines', on: 'insert', row: 6 })
    const first = await start()
    expect((await planner.raw(`${HOME}/start`, String(new URLSearchParams(form as [string, string][])))).status).toBe(
      200,
    )
    await inLines.untilReached()
    await kill(first)
    await inLines.release()
    const between = await holdAt(app, { table: 'billing_items', on: 'update', row: 3 })
    const second = await start()
    await between.untilReached()
    const before = (await made()).filter(({ state }) => state === 'made').length
    await kill(second)
    await between.release()
    expect((await made()).filter(({ state }) => state === 'made')).toHaveLength(before)
    await start()
    await expect.poll(async () => (await made()).filter(({ state }) => state === 'waiting').length, PATIENCE).toBe(0)
    expect((await made()).map(({ bill, state, base }) => [bill, state, base])).toEqual(
      bills.map(({ value, cents }) => [value.split('~')[0], 'made', cents]),
    )
    const twice = await sql`select source_id from sale_lines where invoice_id is not null and source_id is not null
      group by source_id having count(*) > 1`.execute(app.owner.db)
    expect(twice.rows).toEqual([])
    expect(await shown()).toEqual([])
  })
})
