import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SessionCopies } from '../../src/platform/fast/session-copies.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { statementsOf } from '../support/queries.ts'

let app: TestApp
let elsewhere: pg.Client
beforeAll(async () => {
  app = await testApp()
  // Stands for another process: what it writes does not pass through this one's pool.
  elsewhere = new pg.Client({ connectionString: app.connectionString })
  await elsewhere.connect()
})
afterAll(async () => {
  await elsewhere.end()
  await app.close()
})

/** Every statement of a request, the look-up of its session too. */
const cost = async (browser: Browser) => (await statementsOf(app, () => me(browser))).length
const me = async (browser: Browser) => browser.get('/ajax/getCurrentUser')
const nameOf = async (browser: Browser) => (await me(browser)).json<{ name: string }>().name

describe('the copy of a session', () => {
  it('that was asked for longest ago makes room, and the others stay', () => {
    const copies = new SessionCopies<number>(new pg.Pool(), { sessionChanges: 1 })
    const keep = copies.keeper()
    for (let i = 0; i < 5_000; i++) keep(`s${i}`, i)
    expect(copies.get('s0')).toBe(0)
    keep('one more', 1)
    expect(['s0', 's1', 's2', 's4999', 'one more'].map((key) => copies.get(key))).toEqual([0, undefined, 2, 4999, 1])
  })

  it('saves the question until something is written', async () => {
    const planner = await app.as(2)
    // The first request moves the session's end, which is a write.
    await me(planner)
    await me(planner)
    expect(await cost(planner)).toBe(0)
    await planner.get('/ajax/superSearch?query=dijsktra')
    expect(await cost(planner)).toBe(0)
    await app.pool.query(`update users set name = 'Nieuwe Naam' where id = $1`, [planner.userId])
    expect(await nameOf(planner)).toBe('Nieuwe Naam')
  })

  it('ends with the session itself', async () => {
    const teacher = await app.as(3)
    await me(teacher)
    await app.pool.query(`delete from sessions where user_id = $1`, [teacher.userId])
    expect((await me(teacher)).status).toBe(401)
  })

  it.each([
    ['switches the user off', `update users set active = false where id = $1`],
    ['ends the session', `delete from sessions where user_id = $1`],
  ])('is given up when another process %s', async (_what, statement) => {
    const supervisor = await app.as(4)
    expect((await me(supervisor)).status).toBe(200)
    await elsewhere.query(statement, [supervisor.userId])
    await expect.poll(async () => (await me(supervisor)).status).toBe(401)
    await app.pool.query(`update users set active = true where id = $1`, [supervisor.userId])
  })

  it('is given up when another process switches a module off', async () => {
    const planner = await app.as(2)
    const isOffered = async () => (await planner.page('/contacts')).$('a[href="/code95/drivers"]').length > 0
    expect(await isOffered()).toBe(true)
    await elsewhere.query(`insert into settings (key, value) values ('modules_off', '["code95"]')`)
    await expect.poll(isOffered).toBe(false)
    await elsewhere.query(`delete from settings where key = 'modules_off'`)
    await expect.poll(isOffered).toBe(true)
  })

  it('is not kept when a change comes between reading and keeping', async () => {
    const student = await app.as(5)
    const client = await app.pool.connect()
    try {
      await client.query('begin')
      await client.query(`update users set name = 'Later' where id = $1`, [student.userId])
      await me(student)
      await client.query('commit')
    } finally {
      client.release()
    }
    expect(await nameOf(student)).toBe('Later')
  })

  it('is not kept while changes of other processes cannot be heard', async () => {
    const administrator = await app.as(1)
    await me(administrator)
    await app.services.changes.stop()
    // Whether the database is there is asked first, since nothing else would tell.
    expect(await cost(administrator)).toBe(2)
    expect(await cost(administrator)).toBe(2)
  })
})
