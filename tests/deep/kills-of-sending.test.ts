/** Processes that die while the invoices of a month get their numbers and their mails. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeConcept } from '../../src/administration/invoices/index.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { today } from '../../src/platform/format/zone.ts'
import { sweepMails } from '../../src/platform/mail/sending.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { holdAt, startProduct } from '../support/kills.ts'
import { mailServer } from '../support/mail-server.ts'
import type { Running } from '../support/processes.ts'

const PATIENCE = { timeout: 90_000, interval: 100 }
const LASTS = { timeout: 240_000 }
const COUNT = 12

let app: TestApp
let smtp: Awaited<ReturnType<typeof mailServer>>
const running = new Set<Running>()
beforeAll(async () => {
  smtp = await mailServer()
  app = await testApp()
})
afterAll(async () => {
  for (const server of running) await server.kill()
  await app.close()
  await smtp.stop()
})

async function start(): Promise<Running> {
  const server = await startProduct(app, { SMTP_URL: smtp.url })
  running.add(server)
  return server
}
async function stop(server: Running): Promise<void> {
  running.delete(server)
  await server.stop()
}
async function kill(server: Running): Promise<void> {
  running.delete(server)
  await server.kill()
}

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

async function month(): Promise<{ billing: number; ids: number[] }> {
  const { companies, products } = app.story
  await app.db.updateTable('companies').set({ invoice_email: 'facturen@delinde.example' }).where('id', '=', companies.deLinde).execute() // prettier-ignore
  const ids: number[] = []
  for (let i = 0; i < COUNT; i++)
    ids.push(
      await inTransaction(app.db, null, (trx) =>
        makeConcept(trx, app.services.registry, {
          company_id: companies.deLinde,
          contact_id: null,
          invoice_date: today(),
          added: [{ product_id: products.bhvBook, count: '1' }],
        }),
      ),
    )
  const { rows } = await sql<{ id: number }>`
    insert into billing_runs (until, invoice_date, state) values (current_date, current_date, 'done') returning id`.execute(app.db) // prettier-ignore
  const billing = rows[0]!.id
  for (const id of ids)
    await sql`insert into billing_items (run_id, bill, shown, state, invoice_id)
      values (${billing}, ${`company-${companies.deLinde}.${id}`}, 'x', 'made', ${id})`.execute(app.db)
  return { billing, ids }
}

describe('kill -9 while a month is sent', () => {
  it(
    'leaves each invoice with its number and its mail or with neither, and the rest is numbered once, without gaps, and mailed at most once',
    LASTS,
    async () => {
      const { billing, ids } = await month()
      // Dies with a number taken and no mail yet, then between a mail and what says that it is there.
      const numbered = await holdAt(app, { table: 'mailings', on: 'insert', row: 3 })
      const first = await start()
      const administrator = await app.as(ROLE.administrator)
      const form = { 'invoices[]': ids.map(String), subject: 'Factuur {{ factuur.nummer }}', content: '<p>Zie de bijlage.</p>' } // prettier-ignore
      expect((await administrator.post(`/administration/invoices/sending?billing=${billing}`, form)).status).toBe(200)
      await numbered.untilReached()
      await kill(first)
      await numbered.release()
      expect(isWhole(await items())).toBe(true)
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
      for (const server of running) await stop(server)
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
