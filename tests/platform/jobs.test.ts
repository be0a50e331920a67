import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { clockItems } from '../../src/platform/jobs/jobs.ts'
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

/** A worker that gave up ends what it was doing before it starts again, which on a busy machine takes its time. */
const PATIENCE = 60_000

const queue = () =>
  inTransaction(app.db, null, (trx) =>
    queueMail(trx, app.services, { to: 'a@klant.example', subject: 'Werk', text: 'Werk' }),
  )
/** More mails than the worker takes at once: those that it had just taken when it was cut off are its own for hours. */
const queueSome = () => Promise.all([1, 2, 3].map(() => vi.waitFor(queue, { timeout: PATIENCE })))
const statesOf = async (ids: number[]) =>
  (await other.query<{ state: string }>('select state from mails where id = any($1)', [ids])).rows.map(
    ({ state }) => state,
  )

it('goes on working after the connections to the database were lost, time and again, in the middle of jobs', async () => {
  for (let times = 0; times < 6; times++) {
    // The pool may still hand out connections that it has not yet heard are gone.
    const ids = await queueSome()
    const isBegun = async () => (await statesOf(ids)).some((state) => state !== 'queued')
    await expect.poll(isBegun, { interval: 1, timeout: PATIENCE }).toBe(true)
    // Not those of the server itself, such as one that vacuums.
    await other.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()',
    )
  }
  const last = await queueSome()
  await expect.poll(() => statesOf(last), { timeout: PATIENCE }).toContain('kept')
}, 150_000)

it('does what the clock starts one run at a time, of whichever processes', () => {
  const items = clockItems(app.services.registry.manifests)
  expect(items.map(({ task }) => task)).toContain('moment.send')
  // The jobs of one queue are done one after the other.
  for (const { task, options } of items) expect(options?.queueName).toBe(task)
})
