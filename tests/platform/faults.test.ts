import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, SECRET, type TestApp, testApp } from '../support/app.ts'
import { type Running, startProcess } from '../support/processes.ts'
import { addRun, preview, saveList } from '../training/enrolment-support.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const startServer = (): Promise<Running> =>
  startProcess('src/server.ts', {
    DATABASE_URL: app.connectionString,
    DATA_DIR: app.services.config.dataDir,
    PORT: '0',
    // The test runner has a variable of that name with a meaning of its own.
    BASE_URL: '',
    NOORDKAAP_DEMO: '1',
    LOG_LEVEL: 'silent',
    SESSION_SECRET: SECRET,
  })

/**
 * Sends a save to a server of its own, holds it up in the middle by a lock on a table that it writes last, and kills
 * the server there (kill -9).
 */
async function killWhileWriting(table: string, save: (planner: Browser) => Promise<unknown>): Promise<void> {
  const server = await startServer()
  const planner = await app.as(2, server.url)
  const holder = await app.pool.connect()
  try {
    await holder.query('begin')
    await holder.query(`lock table ${table} in share mode`)
    const sent = save(planner).then(
      () => 'answered',
      () => 'cut off',
    )
    const waiting = `select 1 from pg_locks l join pg_class c on c.oid = l.relation where not l.granted and c.relname = $1 and l.database = (select oid from pg_database where datname = current_database())`
    await expect.poll(async () => (await app.pool.query(waiting, [table])).rowCount, { timeout: 15_000 }).toBe(1)
    await server.kill()
    expect(await sent).toBe('cut off')
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  // PostgreSQL undoes what the dead client had begun as soon as it notices that it is gone.
  const alive = `select 1 from pg_stat_activity where datname = current_database() and state like '%transaction%' and pid <> pg_backend_pid()`
  await expect.poll(async () => (await app.pool.query(alive)).rowCount, { timeout: 15_000 }).toBe(0)
}

const count = async (table: string) =>
  (await app.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]!.count

describe('kill -9 of the server', () => {
  it('in the middle of saving a participant list leaves nothing of it, and the list can be saved again', async () => {
    const { parts } = await addRun(app)
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

  it('in the middle of a certificate run leaves no certificate and no gap in the numbers', async () => {
    const group = app.story.groups.toFinish
    await app.pool.query(
      `update enrolments set present = 1, passed = 1 where appointment_id in (select id from appointments where group_id = $1)`,
      [group],
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
    const sequence = rows.map(({ number }) => Number(number.split('-')[1]))
    expect(sequence).toEqual(sequence.map((_, i) => i + 1))
  })
})

function today(): string {
  const [year, month, day] = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Amsterdam' })
    .format(new Date())
    .split('-')
  return `${day}-${month}-${year}`
}
