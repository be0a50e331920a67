/** Processes that die while a visit is finished, and while its report is drawn. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { holdAt, processesOf, type Moment, type Save } from '../support/kills.ts'
import { devicesFor } from '../support/order-devices.ts'

const PATIENCE = { timeout: 60_000, interval: 100 }
const LASTS = { timeout: 240_000 }
const DEVICES = 5

let app: TestApp
const { kill, killAll, killWhile, start, stop } = processesOf(() => app)
beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  await killAll()
  await app.close()
})

/** A visit at which every device was said to be good. */
async function visited(): Promise<{ order: number; visit: number }> {
  const make = devicesFor(app)
  const order = await make.order()
  const starts_at = instantOf(addDays(today(), -1), '05:00')!
  const ends_at = instantOf(addDays(today(), -1), '05:30')!
  const employee_id = app.story.users[ROLE.scheduler]!
  const { id: visit } = await app.db.insertInto('visits').values({ order_id: order, employee_id, starts_at, ends_at }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
  for (let i = 0; i < DEVICES; i++)
    await app.db.insertInto('order_devices').values({ order_id: order, device_id: await make.device(), visit_id: visit, result: 'approved', checked: true, checked_on: today(), inspected_at: new Date() }).execute() // prettier-ignore
  return { order, visit }
}

it('leaves next dates, lines, report and mail together or not at all, and each once', LASTS, async () => {
  const { order, visit } = await visited()
  const save: Save = (browser) =>
    browser.post(`/workday/done/${visit}`, {
      ...{ start_time: '05:00', end_time: '05:30', unsigned_reason: 'Niemand aanwezig' },
      ...{ sends: '1', mail_to: 'klant@noordkaap.example', _once: 'a-visit-that-ends' },
    })
  const state = async () =>
    (
      await app.pool.query<Record<string, number>>(
        `select (select count(*) from sale_lines where order_id = $1)::integer as lines,
          (select count(*) from device_schedules r join order_devices o using (device_id)
            where o.order_id = $1 and r.last_on is not null)::integer as dates,
          (select count(*) from order_devices where order_id = $1 and destination is not null)::integer as settled,
          (select count(*) from visits where id = $2 and done)::integer as done,
          (select count(*) from visit_reports where visit_id = $2)::integer as reports,
          (select count(*) from mails where object_type = 'order' and object_id = $1)::integer as mails`,
        [order, visit],
      )
    ).rows[0]!
  const nothing = { lines: 0, dates: 0, settled: 0, done: 0, reports: 0, mails: 0 }
  const moments: Moment[] = [
    { table: 'device_logs', on: 'insert', row: 3 },
    { table: 'visit_reports', on: 'insert', row: 1 },
  ]
  for (const moment of moments) {
    await killWhile(save, moment)
    expect([moment, await state()]).toEqual([moment, nothing])
  }
  // It is finished, and dies while the report is kept.
  const server = await start()
  const held = await holdAt(app, { table: 'visit_reports', on: 'update', row: 1 })
  expect((await save(await app.as(ROLE.scheduler, server.url))).status).toBe(200)
  await held.untilReached()
  await kill(server)
  await held.release()
  const next = await start()
  const drawn = `select 1 from visit_reports where visit_id = ${visit} and file_id is not null`
  await expect.poll(async () => (await app.pool.query(drawn)).rowCount, PATIENCE).toBe(1)
  await expect.poll(async () => (await state()).mails, PATIENCE).toBe(1)
  // Whoever heard no answer sends it again.
  expect((await save(await app.as(ROLE.scheduler, next.url))).status).toBe(200)
  await stop(next)
  const { dates, ...whole } = await state()
  expect(whole).toEqual({ lines: 1, settled: DEVICES, done: 1, reports: 1, mails: 1 })
  expect(dates).toBeGreaterThanOrEqual(DEVICES)
})
