import { mkdtempSync, rmSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createApp, createServices } from '../../src/app.ts'
import { type Database, openDatabase } from '../../src/platform/database/connection.ts'
import type { Services } from '../../src/platform/services.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

const SOCKET = '.s.PGSQL.5432'
let app: TestApp
let folder: string
let database: Database
let services: Services
let http: ReturnType<typeof createHttpServer>
let url: string
let planner: Browser

/** The way to the database, which can be closed as if that had stopped. */
let way: Server | null = null
const sockets = new Set<Socket>()
async function open(): Promise<void> {
  const real = join(new URL(app.connectionString.replace('@/', '@socket/')).searchParams.get('host')!, SOCKET)
  way = createServer((socket) => {
    const other = connect(real)
    for (const end of [socket, other]) sockets.add(end.on('error', () => undefined))
    socket.pipe(other).pipe(socket)
  })
  await new Promise<void>((resolve) => way!.listen(join(folder, SOCKET), resolve))
}
async function shut(): Promise<void> {
  const closed = new Promise((resolve) => way!.close(resolve))
  for (const socket of sockets) socket.destroy()
  await closed
  await expect.poll(() => services.changes.sessionChanges).toBeNull()
}

beforeAll(async () => {
  app = await testApp()
  folder = mkdtempSync(join(tmpdir(), 'nk-'))
  await open()
  const connectionString = app.connectionString.replace(/host=[^&]+/, `host=${encodeURIComponent(folder)}`)
  database = openDatabase(connectionString, { max: 5, onError: () => undefined })
  services = createServices({ ...app.services, ...database, connectionString })
  await services.changes.start()
  http = createHttpServer(createApp(services, { js: '/assets/app.js', css: [], areas: '', preload: [], fonts: [] }))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  planner = await app.as(2, url)
})
afterAll(async () => {
  await services.changes.stop()
  http.closeAllConnections()
  await new Promise((resolve) => http.close(resolve))
  await database.close()
  way?.close()
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('while the database is away', () => {
  it('pages say so and come back by themselves, nobody is signed out, and forms keep standing', async () => {
    expect((await planner.page('/contacts')).status).toBe(200)
    await shut()
    const page = await planner.page('/contacts')
    expect([page.status, page.headers.get('retry-after'), page.headers.get('set-cookie')]).toEqual([503, '5', null])
    expect(page.$('[data-returns]').text()).toContain('Noordkaap is even niet bereikbaar.')
    for (const answer of [await planner.get('/contacts'), await planner.post('/company/add', { name: 'Wacht BV' })]) {
      expect([answer.status, answer.headers.get('hx-reswap')]).toEqual([503, 'none'])
      expect(answer.trigger.flash?.str).toContain('even niet bereikbaar')
    }
    const login = await fetch(`${url}/login`, { headers: { accept: 'text/html' } })
    expect([login.status, await login.text()]).toEqual([503, expect.stringContaining('data-returns')])
    expect((await fetch(`${url}/readyz`)).status).toBe(503)
    await open()
    await expect.poll(async () => (await planner.page('/contacts')).status, { timeout: 15_000 }).toBe(200)
  })
})

describe('a save that waits for another', () => {
  afterEach(() => app.owner.pool.query('drop trigger if exists held on companies'))

  it('leaves connections to those who read', async () => {
    const holder = await app.pool.connect()
    let answered = 0
    const saves: Promise<unknown>[] = []
    try {
      await holder.query('begin')
      await holder.query('lock table companies in share mode')
      for (let i = 0; i < 20; i++)
        saves.push(planner.post('/company/add', { name: `Rij ${i}` }).then(() => (answered += 1)))
      const waiting = `select 1 from pg_locks where not granted and relation = 'companies'::regclass`
      await expect.poll(async () => (await holder.query(waiting)).rowCount, { timeout: 15_000 }).toBeGreaterThan(2)
      expect((await planner.get('/contacts')).status).toBe(200)
      expect(answered).toBe(0)
    } finally {
      await holder.query('rollback')
      holder.release()
      await Promise.all(saves)
    }
  })

  it('in vain says that somebody else is at it', async () => {
    await app.owner.pool.query(`
      create or replace function held() returns trigger language plpgsql as
      $$ begin raise exception 'lock' using errcode = '55P03'; end $$`)
    await app.owner.pool.query('create trigger held before insert on companies for each row execute function held()')
    const answer = await planner.post('/company/add', { name: 'Bezet BV' })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([409, '5'])
    expect(answer.trigger.flash?.str).toBe('Iemand anders is hier net mee bezig. Probeer het zo opnieuw.')
  })
})
