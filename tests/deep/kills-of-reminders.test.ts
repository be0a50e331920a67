/** Processes that die while letters about what is not paid go out. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { holdAt, processesOf } from '../support/kills.ts'
import { mailServer } from '../support/mail-server.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }
const LASTS = { timeout: 240_000 }
const CUSTOMERS = 6

let smtp: Awaited<ReturnType<typeof mailServer>>
let app: TestApp
let administrator: Browser
const { kill, killAll, start, stop } = processesOf(
  () => app,
  () => ({ SMTP_URL: smtp.url }),
)
beforeAll(async () => {
  smtp = await mailServer(() => Promise.resolve())
  app = await testApp({ env: { SMTP_URL: smtp.url } })
  administrator = await app.as(ROLE.administrator)
  const undo = { key: 'mail', value: JSON.stringify({ undo_seconds: 0 }) }
  await app.owner.db
    .insertInto('settings')
    .values(undo)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: undo.value }))
    .execute()
})
afterAll(async () => {
  await killAll()
  await app.close()
  await smtp.stop()
})

/** Customers who are late with an invoice of the system before this one. */
async function lateCustomers(from: number): Promise<number[]> {
  const ids: number[] = []
  for (let i = from; i < from + CUSTOMERS; i++) {
    const { id } = await app.owner.db
      .insertInto('companies')
      .values({ name: `Laat ${i}`, client_id: 800_000 + i, email: `laat${i}@voorbeeld.example` })
      .returning('id')
      .executeTakeFirstOrThrow()
    const dates = { invoice_date: addDays(today(), -60), expires_at: addDays(today(), -30) }
    await app.owner.db.insertInto('opening_items').values({ company_id: id, number: `L-${i}`, ...dates, total: 10_000, opening: 10_000 }).execute() // prettier-ignore
    ids.push(id)
  }
  return ids
}

describe('kill -9 while reminders go out', () => {
  it.each([
    ['mail_attachments', 'insert', 2],
    ['mail_attachments', 'insert', 5],
    ['mails', 'update', 3],
  ] as const)('each customer gets one letter, killed at %s %s %i', LASTS, async (table, on, row) => {
    const from = row * 100 + (table === 'mails' ? 50 : 0)
    const ids = await lateCustomers(from)
    const held = await holdAt(app, { table, on, row })
    const first = await start()
    // Asked twice, as by two windows: the second finds nothing.
    const answers = [1, 2].map(() =>
      administrator.post('/administration/reminders/send', { companies: ids.join(','), contacts: '' }),
    )
    await held.untilReached()
    await kill(first)
    await held.release()
    const letters = (await Promise.all(answers)).flatMap((answer) => answer.json<{ letters: number[] }>().letters)
    expect(letters).toHaveLength(CUSTOMERS)
    const second = await start()
    const waiting = () =>
      app.owner.db
        .selectFrom('mails')
        .select('id')
        .where('object_type', '=', 'reminder')
        .where('state', 'in', ['queued', 'sending', 'scheduled'])
        .execute()
    await expect.poll(async () => (await waiting()).length, { ...PATIENCE, timeout: 200_000 }).toBe(0)
    await stop(second)
    for (let i = from; i < from + CUSTOMERS; i++)
      expect(smtp.received.filter(({ to }) => to === `laat${i}@voorbeeld.example`).length).toBeLessThanOrEqual(1)
    const { rows } = await app.owner.pool.query<{ times: number }>(
      `select count(*)::integer as times from reminder_items i join opening_items o on o.id = i.opening_item_id
        where i.counts and o.company_id = any($1) group by o.id`,
      [ids],
    )
    expect(rows.map(({ times }) => times)).toEqual(Array(CUSTOMERS).fill(1))
    // What is not known to have left is not sent again by itself, and says so.
    const unsent = await app.owner.db.selectFrom('mails').select('state').where('object_type', '=', 'reminder').where('state', 'not in', ['sent', 'uncertain']).execute() // prettier-ignore
    expect(unsent).toEqual([])
  })
})
