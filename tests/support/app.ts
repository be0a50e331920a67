import { createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as cheerio from 'cheerio'
import { createApp, createServices } from '../../src/app.ts'
import { readConfig } from '../../src/platform/config.ts'
import { createLog } from '../../src/platform/log.ts'
import { doJob } from '../../src/platform/jobs/jobs.ts'
import type { Services } from '../../src/platform/services.ts'
import type { Story } from '../../src/platform/story.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { addGallery } from './gallery.ts'

/** Another process on the same database takes our sessions when it has the same secret. */
export const SECRET = 'a secret that only the tests know about'

/** HTTP tests need no built browser files, only pages that link to some. */
const ASSETS = { js: '/assets/app.js', css: ['/assets/app.css'], areas: '/assets/areas.css', preload: [], fonts: [] }

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** What a file is read from. */
  bytes: Buffer
  /** The parsed body. */
  json: <T = Record<string, unknown>>() => T
  $: cheerio.CheerioAPI
  /** What can be taken back from its flash. */
  undo?: { set: number; seconds: number }
  /** The parsed HX-Trigger header: flash, changed, popup-close. */
  trigger: {
    flash?: { str: string; type: string }
    changed?: { items: { type: string; id: number }[] }
    'popup-close'?: object
    'popup-open'?: { url: string }
    'file-download'?: { url: string }
  }
}

export type FormValue = string | number | (string | number)[]
type Form = Record<string, FormValue>

/** A browser of one signed-in person (or of nobody). */
export interface Browser {
  userId: number | null
  cookie: string
  /** GET as htmx does it: answers the fragment. */
  get(path: string): Promise<Answer>
  /** GET as the address bar does it: answers the whole page. */
  page(path: string): Promise<Answer>
  post(path: string, form?: Form): Promise<Answer>
  delete(path: string): Promise<Answer>
  /** POST of a body as it stands. */
  raw(path: string, body: string): Promise<Answer>
  /** Keeps a preference, as the scripts of our own pages do. */
  prefer(key: string, value: string): Promise<Answer>
  /** Anything else, without the CSRF token unless given. */
  request(path: string, init: RequestInit): Promise<Answer>
}

export interface TestApp extends TestDatabase {
  url: string
  services: Services
  story: Story
  /** Signed in with this role (1 Administrator … 6 lotus) as the story's person for it. */
  as(role: number, at?: string): Promise<Browser>
  /** @param at base URL of another process on the same database */
  asUser(userId: number, at?: string): Promise<Browser>
  /** A program with a token of this scope, as the demo's. */
  asProgram(scope: string): Promise<Browser>
  anonymous: Browser
  /** Does the waiting work of one task, as the worker would. */
  runJobs(task: string): Promise<void>
  /** Nobody answers at its address, until the answer is called: then it stands there again. */
  unreachable(): Promise<() => Promise<void>>
}

/** The whole application on a database of its own, listening on a free port of the loopback. */
export interface TestAppOptions {
  /** A fresh installation instead of the demo story. */
  empty?: boolean
  env?: Record<string, string>
  /** With the built browser files and the jobs running, for a real browser. */
  browser?: boolean
  /** With the screens of `gallery.ts` beside those of the product. */
  gallery?: boolean
  /** What is done before it starts, such as taking another area in. */
  prepare?: (services: Services) => void
}

export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await testDatabase({
    max: 10,
    as: 'application',
    ...(options.empty ? { from: 'installed' as const } : {}),
  })
  const dataDir = mkdtempSync(join(tmpdir(), 'noordkaap-test-'))
  const config = readConfig({
    NODE_ENV: 'test',
    SESSION_SECRET: SECRET,
    DATA_DIR: dataDir,
    NOORDKAAP_DEMO: '1',
    NOORDKAAP_DEMO_PAST: '0',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    ...options.env,
  })
  const { db, pool, connectionString } = database
  const services = createServices({ config, db, pool, log: createLog(config.logLevel), connectionString })
  if (options.gallery) addGallery(services)
  options.prepare?.(services)
  await services.changes.start()
  if (options.browser) await services.jobs.start(services)
  const server = createServer(options.browser ? createApp(services) : createApp(services, ASSETS))
  // Tests share their thread with the server: one that thinks for seconds would find its connection closed as idle.
  server.keepAliveTimeout = 0
  const port = await listen(server, options.browser ? browserPort : 0)
  if (options.browser) browserPort = port
  const url = `http://127.0.0.1:${port}`
  const story = options.empty
    ? await emptyStory(pool)
    : (await pool.query<{ story: Story }>('select story from test_story')).rows[0]!.story

  const asUser = async (userId: number, at = url): Promise<Browser> => {
    const sid = randomBytes(12).toString('hex')
    const csrfToken = randomBytes(12).toString('hex')
    const sess = {
      cookie: { originalMaxAge: null, httpOnly: true, path: '/', sameSite: 'lax' },
      csrfToken,
      passport: { user: userId },
    }
    await pool.query(`insert into sessions (sid, sess, expire) values ($1, $2, now() + interval '1 hour')`, [sid, sess])
    return browser(at, `noordkaap=s%3A${encodeURIComponent(`${sid}.${sign(sid)}`)}`, csrfToken, userId)
  }
  return {
    ...database,
    url,
    services,
    story,
    asUser,
    as: (role, at) => asUser(story.users[role]!, at),
    asProgram: async (scope) => {
      const demo = { client_id: 'demo-kiosk', client_secret: 'demo-kiosk-secret' }
      const body = encode({ grant_type: 'client_credentials', ...demo, scope })
      const answer = await browser(url, '', '', null).request('/oauth/token', { method: 'POST', body })
      return browser(url, '', '', null, `Bearer ${answer.json<{ access_token: string }>().access_token}`)
    },
    anonymous: browser(url, '', '', null),
    runJobs: async (task) => {
      const { rows } = await pool.query<{ payload: Record<string, unknown> }>(
        `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
         where t.id = j.task_id and t.identifier = $1 returning j.payload`,
        [task],
      )
      const handler = services.registry.manifests.find(({ jobs }) => jobs?.[task])!.jobs![task]!
      for (const { payload } of rows) await doJob(handler, payload, services)
    },
    unreachable: async () => {
      await stopListening(server)
      return async () => void (await listen(server, port))
    },
    close: async () => {
      await services.changes.stop()
      await services.jobs.stop()
      await stopListening(server)
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Where the last application for a browser stood: at the same address its files need not load again. */
let browserPort = 0

/** Answers the port: the one asked for, or a free one when that is taken. */
function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' && port !== 0) resolve(listen(server, 0))
      else reject(error)
    })
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

async function stopListening(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

/** The signature of express-session's cookie. */
const sign = (sid: string): string => createHmac('sha256', SECRET).update(sid).digest('base64').replace(/=+$/, '')

async function emptyStory(pool: TestDatabase['pool']): Promise<Story> {
  const { rows } = await pool.query<{ id: number; role: number }>('select id, roles[1] as role from users')
  return { users: Object.fromEntries(rows.map(({ id, role }) => [role, id])) } as Story
}

function encode(form: Form): URLSearchParams {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(form))
    if (Array.isArray(value)) for (const item of value) body.append(name, String(item))
    else body.append(name, String(value))
  return body
}

/** What the header says; that its action can be taken back stands apart, as most tests have another subject. */
function triggered(header: string | null): Pick<Answer, 'trigger' | 'undo'> {
  const trigger = JSON.parse(header ?? '{}') as Answer['trigger'] & { flash?: { undo?: Answer['undo'] } }
  const { undo, ...flash } = trigger.flash ?? {}
  return { trigger: trigger.flash ? { ...trigger, flash } : trigger, ...(undo ? { undo } : {}) } as Pick<
    Answer,
    'trigger' | 'undo'
  >
}

export function browser(
  url: string,
  cookie: string,
  token: string,
  userId: number | null,
  authorization = '',
): Browser {
  const request = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(url + path, {
      redirect: 'manual',
      ...init,
      headers: {
        // On one machine packing costs more than sending; the browser tests take what is packed.
        'accept-encoding': 'identity',
        ...(cookie ? { cookie } : {}),
        ...(authorization ? { authorization } : {}),
        ...(init.headers as Record<string, string> | undefined),
      },
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const text = bytes.toString()
    const trigger = response.headers.get('hx-trigger')
    let parsed: cheerio.CheerioAPI | undefined
    return {
      status: response.status,
      headers: response.headers,
      text,
      bytes,
      json: <T>() => JSON.parse(text) as T,
      get $() {
        return (parsed ??= cheerio.load(text))
      },
      ...triggered(trigger),
    }
  }
  const htmx = { 'HX-Request': 'true', accept: 'text/html' }
  const guarded = { ...htmx, 'X-CSRF-Token': token }
  return {
    userId,
    cookie,
    request,
    get: (path) => request(path, { headers: htmx }),
    page: (path) => request(path, { headers: { accept: 'text/html' } }),
    post: (path, form = {}) => request(path, { method: 'POST', headers: guarded, body: encode(form) }),
    delete: (path) => request(path, { method: 'DELETE', headers: guarded }),
    prefer: (key, value) =>
      request(`/ajax/setCurrentUserMeta/${key}/${encodeURIComponent(value)}`, {
        headers: { ...guarded, 'sec-fetch-site': 'same-origin' },
      }),
    raw: (path, body) =>
      request(path, {
        method: 'POST',
        headers: { ...guarded, 'content-type': 'application/x-www-form-urlencoded' },
        body,
      }),
  }
}
