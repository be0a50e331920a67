import { readdir, utimes } from 'node:fs/promises'
import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { sweepFiles } from '../../src/platform/files/orphans.ts'
import { Jobs } from '../../src/platform/jobs/jobs.ts'
import { queueMail } from '../../src/platform/mail/mail.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { startProduct, untilUndone } from '../support/kills.ts'
import { addPlanning, preview, saveList } from '../training/enrolment-support.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/**
 * Sends a save to a server of its own, holds it up in the middle by a lock on a table that it writes last, and kills
 * the server there (kill -9).
 */
async function killWhileWriting(table: string, save: (planner: Browser) => Promise<unknown>): Promise<void> {
  const server = await startProduct(app)
  const planner = await app.as(2, server.url)
  const holder = await app.pool.connect()
  try {
    await holder.query('begin')
    await holder.query(`lock table ${table} in share mode`)
    const sent = save(planner).then(
      () => 'answered',
      () => 'cut off',
    )
    await untilWaitingFor(table)
    await server.kill()
    expect(await sent).toBe('cut off')
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  await untilUndone(app)
}

async function untilWaitingFor(table: string): Promise<void> {
  const waiting = `select 1 from pg_locks l join pg_class c on c.oid = l.relation where not l.granted and c.relname = $1 and l.database = (select oid from pg_database where datname = current_database())`
  await expect
    .poll(async () => (await app.pool.query(waiting, [table])).rowCount, { timeout: 15_000 })
    .toBeGreaterThan(0)
}

/** Starts a server that finds work, holds it up where it writes to the table, and kills it there (kill -9). */
async function killInJob(table: string): Promise<void> {
  const holder = await app.pool.connect()
  try {
    await holder.query('begin')
    await holder.query(`lock table ${table} in share mode`)
    const server = await startProduct(app)
    await untilWaitingFor(table)
    await server.kill()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

const count = async (table: string) =>
  (await app.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]!.count

describe('kill -9 of the server', () => {
  it('in the middle of saving a participant list leaves nothing of it, and the list can be saved again', async () => {
    const { parts } = await addPlanning(app)
    const planner = await app.as(2)
    const list = await preview(planner, parts[0]!, {
      text: 'Naam;Geboortedatum\nEen Nieuweling;01-02-1990\nTwee Nieuweling;02-03-1991',
    })
    expect(list.text).toContain('Nieuweling')
    const before = [await count('contacts'), await count('enrolments')]
    await killWhileWriting('enrolments', (browser) => saveList(browser, parts[0]!, list, { private_persons: '1' }))
    expect([await count('contacts'), await count('enrolments')]).toEqual(before)
    const again = await saveList(planner, parts[0]!, list, { private_persons: '1' })
    expect(again.status).toBeLessThan(300)
    expect(await count('contacts')).toBe(before[0]! + 2)
  })

  it('in the middle of issuing certificates leaves no certificate and no gap in the numbers', async () => {
    const planningId = app.story.plannings.toFinish
    await app.pool.query(
      `update enrolments set present = 1, passed = 1 where appointment_id in (select id from appointments where group_id = $1)`,
      [planningId],
    )
    const counters = async () =>
      (await app.pool.query<{ year: number; last: number }>('select * from certificate_counters order by year')).rows
    const before = [await count('certificates'), await counters()]
    const { rows: students } = await app.pool.query<{ contact_id: number }>(
      `select distinct contact_id from enrolments where appointment_id = $1`,
      [app.story.appointments.toFinish],
    )
    const issue = (browser: Browser) =>
      browser.post(`/certificate/getCertificateWizard/${app.story.appointments.toFinish}`, {
        'layouts[]': 1,
        'students[]': students.map(({ contact_id }) => contact_id),
        issued_on: today(),
      })
    await killWhileWriting('certificates', issue)
    expect([await count('certificates'), await counters()]).toEqual(before)
    const again = await issue(await app.as(2))
    expect(again.status).toBeLessThan(300)
    const { rows } = await app.pool.query<{ number: string }>('select number from certificates order by number')
    // Each year begins at one.
    const byYear = Map.groupBy(
      rows.map(({ number }) => number.split('-').map(Number)),
      ([year]) => year,
    )
    for (const sequence of byYear.values()) expect(sequence).toEqual(sequence.map(([year], i) => [year, i + 1]))
  })
})

describe('kill -9 of a server in the middle of an upload', () => {
  it('leaves a part of a file, which is removed in time, and no document', async () => {
    const folder = `${app.services.config.dataDir}/files/documents`
    const parts = async () => (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.part'))
    const before = await count('documents')
    const server = await startProduct(app)
    const planner = await app.as(2, server.url)
    const { token } = (await planner.get('/ajax/getToken')).json<{ token: string }>()
    const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="offerte.pdf"\r\n\r\n%PDF-1.7 and no more`
    const upload = request(`${server.url}/documents/add?contact_id=${app.story.contacts.anouk}`, {
      method: 'POST',
      headers: {
        cookie: planner.cookie,
        'X-CSRF-Token': token,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 1_000_000,
      },
    })
    const sent = new Promise((resolve) => {
      upload.once('response', () => resolve('answered'))
      upload.once('error', () => resolve('cut off'))
    })
    upload.write(head)
    await expect.poll(parts, { timeout: 15_000 }).toHaveLength(1)
    await server.kill()
    expect(await sent).toBe('cut off')
    expect([await parts(), await count('documents')]).toEqual([[expect.anything()], before])
    const [part] = await parts()
    await utimes(`${folder}/${part}`, new Date(0), new Date(0))
    await sweepFiles({}, app.services)
    expect(await parts()).toEqual([])
  })
})

describe('kill -9 of a server in the middle of a job', () => {
  afterEach(() => app.services.jobs.stop())

  it('of a mail lets another process send it, once', async () => {
    const id = await inTransaction(app.db, null, (trx) =>
      queueMail(trx, app.services, { to: 'anouk@klant.example', subject: 'Gaat verder', text: 'Tekst' }),
    )
    await killInJob('mails')
    await app.services.jobs.start(app.services, { lookMs: 200 })
    const mails = () =>
      app.db.selectFrom('mails').select(['state', 'attempts']).where('subject', '=', 'Gaat verder').execute()
    await expect.poll(mails, { timeout: 15_000 }).toEqual([{ state: 'kept', attempts: 1 }])
    expect(await app.db.selectFrom('mails').select('id').where('subject', '=', 'Gaat verder').execute()).toEqual([
      { id },
    ])
  })

  /** Jobs of a process that lives and is busy with one, of one that died, and of other processes that look. */
  async function whileBusy(
    test: (them: {
      living: string | null
      holderOf: (key: string) => Promise<string | null>
      leaveJob: (key: string) => Promise<void>
      /** Lets another process look, which is stopped afterwards. */
      another: (lookMs: number, seen: () => Promise<void>) => Promise<void>
    }) => Promise<void>,
  ): Promise<void> {
    const holderOf = async (key: string) => {
      const holders = `select locked_by from graphile_worker._private_jobs where key = $1`
      return (await app.pool.query<{ locked_by: string | null }>(holders, [key])).rows[0]!.locked_by
    }
    const leaveJob = async (key: string) => {
      await app.services.jobs.add(app.db, 'nobody.knows', {}, { key })
      const taken = `update graphile_worker._private_jobs set locked_by = 'pool-' || key, locked_at = now() where key = $1`
      await app.pool.query(taken, [key])
    }
    const another = async (lookMs: number, seen: () => Promise<void>) => {
      const jobs = new Jobs(app.connectionString, app.services.log)
      try {
        await jobs.start(app.services, { lookMs })
        await seen()
      } finally {
        await jobs.stop()
      }
    }
    const table = await app.pool.connect()
    try {
      await table.query('begin')
      await table.query('lock table mails in share mode')
      await app.services.jobs.add(app.db, 'mail.send', { id: 1 }, { key: 'held' })
      await app.services.jobs.start(app.services)
      await untilWaitingFor('mails')
      const living = await holderOf('held')
      expect(living).toMatch(/^pool-/)
      await test({ living, holderOf, leaveJob, another })
      expect(await holderOf('held')).toBe(living)
    } finally {
      await table.query('rollback')
      table.release()
    }
  }

  it('does not take what a living process is at', () =>
    whileBusy(async ({ holderOf, leaveJob, another }) => {
      await leaveJob('dead')
      await another(20, () => expect.poll(() => holderOf('dead'), { timeout: 15_000 }).toBeNull())
    }))

  it('takes nothing at the first look: the line by which a process says that it lives may break, and comes back', () =>
    whileBusy(async ({ holderOf, leaveJob, another }) => {
      await leaveJob('quiet')
      await another(600_000, async () => expect(await holderOf('quiet')).toBe('pool-quiet'))
      const lines = `from pg_stat_activity where application_name = 'noordkaap-worker' and datname = current_database()`
      const { pool } = app.owner
      const { rows: cut } = await pool.query<{ pid: number }>(`select pid, pg_terminate_backend(pid) ${lines}`)
      const saying = async () => {
        const { rows } = await pool.query<{ pid: number }>(
          `select pid ${lines} and query like '%pg_advisory_lock%' and state = 'idle'`,
        )
        return rows.filter(({ pid }) => cut.every((one) => one.pid !== pid)).length
      }
      await expect.poll(saying, { timeout: 15_000 }).toBe(1)
      await another(20, () => expect.poll(() => holderOf('quiet'), { timeout: 15_000 }).toBeNull())
    }))
})

function today(): string {
  const [year, month, day] = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Amsterdam' })
    .format(new Date())
    .split('-')
  return `${day}-${month}-${year}`
}
