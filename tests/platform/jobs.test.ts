import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { queueMail } from '../../src/platform/mail/mail.ts'
import { type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let other: pg.Client
beforeAll(async () => {
  app = await testApp()
  await app.services.jobs.start(app.services)
  other = new pg.Client({ connectionString: app.connectionString })
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await app.close()
})

const queue = () =>
  inTransaction(app.db, null, (trx) =>
    queueMail(trx, app.services, { to: 'a@klant.example', subject: 'Werk', text: 'Werk' }),
  )
const stateOf = async (id: number) =>
  (await other.query<{ state: string }>('select state from mails where id = $1', [id])).rows[0]!.state

it('goes on working after the connections to the database were lost, time and again, in the middle of jobs', async () => {
  for (let times = 0; times < 6; times++) {
    const ids = await Promise.all([queue(), queue(), queue()].map((id) => id.catch(() => null)))
    const id = ids.find((queued) => queued !== null)
    if (id) await expect.poll(() => stateOf(id), { interval: 1, timeout: 15_000 }).not.toBe('queued')
    await other.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
  }
  // The pool may still hand out a connection that it has not yet heard is gone.
  const last = await vi.waitFor(queue, { timeout: 15_000 })
  await expect.poll(() => stateOf(last), { timeout: 15_000 }).toBe('sent')
}, 60_000)
