/** Processes that die while the invoices of a month get their numbers and their mails. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TOGETHER } from '../../src/administration/orders/sending/runs.job.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { sweepMails } from '../../src/platform/mail/sending.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { holdAt, processesOf } from '../support/kills.ts'
import { mailServer } from '../support/mail-server.ts'
import { monthToSend } from '../administration/month-support.ts'

const PATIENCE = { timeout: 90_000, interval: 100 }
const LASTS = { timeout: 240_000 }
/** Two transactions full, and some. */
const COUNT = 2 * TOGETHER + 5

let app: TestApp
let smtp: Awaited<ReturnType<typeof mailServer>>
const { kill, killAll, start, stopAll } = processesOf(
  () => app,
  () => ({ SMTP_URL: smtp.url }),
)
beforeAll(async () => {
  smtp = await mailServer()
  app = await testApp()
})
afterAll(async () => {
  await killAll()
  await app.close()
  await smtp.stop()
})

const items = async () =>
  (
    await sql<{ id: number; state: string; uid: string | null; mails: number }>`
      select i.invoice_id as id, i.state, v.uid,
        (select count(*)::integer from mails m where m.object_type = 'invoice' and m.object_id = i.invoice_id) as mails
      from sending_items i left join invoices v on v.id = i.invoice_id
      where i.run_id = (select max(id) from sending_runs) order by i.id`.execute(app.owner.db)
  ).rows
const isWhole = (rows: Awaited<ReturnType<typeof items>>) =>
  rows.every(({ state, uid, mails }) => (state === 'sent' ? uid !== null && mails === 1 : uid === null && mails === 0))

describe('kill -9 while a month is sent', () => {
  it(
    'leaves each invoice with its number and its mail or with neither, and the rest is numbered once, without gaps, and mailed at most once',
    LASTS,
    async () => {
      const { billing, ids } = await monthToSend(app, COUNT)
      // Dies with numbers taken and no mail yet, then between the mails and what says that they are there.
      const numbered = await holdAt(app, { table: 'mailings', on: 'insert', row: 2 })
      const first = await start()
      const administrator = await app.as(ROLE.administrator)
      const form = { 'invoices[]': ids.map(String), subject: 'Factuur {{ factuur.nummer }}', content: '<p>Zie de bijlage.</p>' } // prettier-ignore
      expect((await administrator.post(`/administration/invoices/sending?billing=${billing}`, form)).status).toBe(200)
      await numbered.untilReached()
      await kill(first)
      await numbered.release()
      expect(isWhole(await items())).toBe(true)
      expect((await items()).filter(({ state }) => state === 'sent')).toHaveLength(TOGETHER)
      const between = await holdAt(app, { table: 'sending_items', on: 'update', row: 4 })
      const second = await start()
      await between.untilReached()
      await kill(second)
      await between.release()
      expect(isWhole(await items())).toBe(true)
      expect((await items()).filter(({ state }) => state === 'waiting').length).toBeGreaterThan(0)
      await start()
      await expect
        .poll(async () => (await items()).filter(({ state }) => state === 'sent').length, PATIENCE)
        .toBe(COUNT)
      const done = await items()
      expect(isWhole(done)).toBe(true)
      const numbers = done.map(({ uid }) => Number(uid!.split('-')[1]))
      expect(numbers).toEqual(numbers.map((_number, i) => numbers[0]! + i))
      // What was being handed over as its process died is for somebody to decide; all else goes, once.
      const mails = async () =>
        (
          await sql<{ subject: string; state: string }>`
            select m.subject, m.state from mails m join sending_items i on i.invoice_id = m.object_id
            where m.object_type = 'invoice' and i.run_id = (select max(id) from sending_runs)`.execute(app.owner.db)
        ).rows
      const left = async () => (await mails()).filter(({ state }) => ['scheduled', 'queued'].includes(state)).length
      await expect.poll(left, PATIENCE).toBe(0)
      await stopAll()
      await app.owner.pool.query(`update mails set claimed_at = now() - interval '11 minutes' where state = 'sending'`)
      await sweepMails({}, app.services)
      const got = smtp.received.map(({ subject }) => subject)
      expect(new Set(got).size).toBe(got.length)
      const fates = await mails()
      const uncertain = fates.filter(({ state }) => state === 'uncertain')
      expect(fates.filter(({ state }) => state !== 'sent' && state !== 'uncertain')).toEqual([])
      expect(fates.filter(({ subject, state }) => state === 'sent' && !got.includes(subject))).toEqual([])
      // So many are handed over at once, by each of the two that died.
      expect(uncertain.length).toBeLessThanOrEqual(2 * 5)
    },
  )
})
