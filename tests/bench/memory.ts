/**
 * `npm run bench:memory`: the resident memory of the product as it is deployed, in a process of its own, after the
 * start, after 5,000 and after 50,000 mixed requests, and the most it was while the largest export and a PDF of 1,000
 * pages were under way. Ends with 1 above a limit. Reads /proc, so it runs on Linux alone.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { seedStory } from '../../src/demo.ts'
import { startCluster } from '../../src/platform/database/cluster.ts'
import { openDatabase } from '../../src/platform/database/connection.ts'
import { migrateToLatest } from '../../src/platform/database/migrate.ts'
import { migrateJobs } from '../../src/platform/jobs/jobs.ts'
import { chanceOf } from '../support/fuzz.ts'
import { type Running, deployedFlags, startProcess } from '../support/processes.ts'
import { seedBulk } from './bulk.ts'
import { type Numbers, type Visitors, comeAndGo, sendOne, signInAll } from './mixed-requests.ts'

const { values: args } = parseArgs({
  options: { few: { type: 'string', default: '5000' }, many: { type: 'string', default: '50000' } },
})
const FEW = Number(args.few)
const MANY = Number(args.many)
/** Of the memory after the start, after the few requests; and of that, after the many. */
const MOST_AFTER_FEW = 1.6
const MOST_AFTER_MANY = 1.1
const CONNECTIONS = 10
const STREAMS = 4
/** With the people of the story just below what an Excel export may hold. */
const PEOPLE = 49_000
const PAGES = 1_000
/** So long nobody asks anything before memory is read. */
const REST_MS = 3_000

/** Resident memory of a process with all its threads, in MB (1,000,000 bytes). */
function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return (Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) * 1024) / 1e6
}

/** As many certificates of one planning as the PDF is to have pages, all as one of the story says it. */
async function addCertificates(pool: pg.Pool): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into certificates (number, contact_id, group_id, course_id, layout_id, layout_version, issued_on, valid_until, token, snapshot)
       select '2002-' || (1000000 + c.id), c.id, f.group_id, f.course_id, f.layout_id, f.layout_version, date '2001-01-01', null,
              md5('memory ' || c.id), f.snapshot
       from (select * from certificates where withdrawn_at is null order by id limit 1) f,
            (select id from contacts order by id desc limit ${PAGES}) c`,
    )
    await client.query('set session_replication_role = origin')
    const { rows } = await client.query<{ id: number }>(
      `select min(a.id) as id from appointments a join certificates c on c.group_id = a.group_id where c.issued_on = '2001-01-01'`,
    )
    return `/certificate/getFromAppointment/${rows[0]!.id}?issued_at=01-01-2001`
  } finally {
    client.release()
  }
}

async function numbersOf(pool: pg.Pool): Promise<Numbers> {
  const ids = async (query: string) => (await pool.query<{ id: number }>(query)).rows.map(({ id }) => id)
  return {
    contacts: await ids(`select id from contacts where first_name <> ''`),
    companies: await ids('select id from companies'),
    appointments: await ids('select id from appointments order by id desc limit 500'),
    certificates: await ids('select id from certificates where withdrawn_at is null order by id limit 50'),
  }
}

async function sendMany(server: Running, visitors: Visitors, numbers: Numbers, from: number, to: number) {
  const done = new AbortController()
  const streams = Array.from({ length: STREAMS }, () => comeAndGo(server.url, visitors.planner, done.signal))
  let next = from
  const lane = async () => {
    while (next < to) await sendOne(server.url, visitors, numbers, chanceOf(next++))
  }
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, lane))
  } finally {
    done.abort()
    await Promise.all(streams)
  }
}

/** The most it holds while these are sent one after the other; both are as large as they may be. */
async function peakDuring(server: Running, cookie: string, paths: string[]): Promise<number> {
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, residentMb(server.pid))), 20)
  try {
    for (const path of paths) {
      const answer = await fetch(server.url + path, { headers: { cookie } })
      for await (const _chunk of answer.body ?? []);
      if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`)
    }
  } finally {
    clearInterval(watch)
  }
  return peak
}

async function atRest(server: Running): Promise<number> {
  await setTimeout(REST_MS)
  return residentMb(server.pid)
}

const dataDir = mkdtempSync(join(tmpdir(), 'noordkaap-bench-'))
chmodSync(dataDir, 0o711)
const cluster = await startCluster({
  dataDir,
  fsync: false,
  settings: { shared_buffers: '512MB', max_wal_size: '4GB' },
})
const database = openDatabase(cluster.connectionString, { max: 2, statementTimeout: 0 })
let server: Running | undefined
try {
  await migrateToLatest(database.db)
  await migrateJobs(database.pool)
  await seedStory(database.db)
  await seedBulk(database.pool, PEOPLE)
  const pdf = await addCertificates(database.pool)
  const numbers = await numbersOf(database.pool)
  const env = {
    DATABASE_URL: cluster.connectionString,
    DATA_DIR: dataDir,
    PORT: '0',
    NOORDKAAP_DEMO: '1',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
    SESSION_SECRET: 'only for measuring, never elsewhere',
  }
  server = await startProcess('src/server.ts', env, deployedFlags())
  const start = await atRest(server)
  console.log(`after the start: ${start.toFixed(0)} MB`)
  const visitors = await signInAll(server.url)
  await sendMany(server, visitors, numbers, 0, FEW)
  const few = await atRest(server)
  console.log(
    `after ${FEW} requests: ${few.toFixed(0)} MB, ${(few / start).toFixed(2)} times (at most ${MOST_AFTER_FEW})`,
  )
  const halfway = Math.floor((FEW + MANY) / 2)
  await sendMany(server, visitors, numbers, FEW, halfway)
  const [, peak] = await Promise.all([
    sendMany(server, visitors, numbers, halfway, halfway + FEW),
    peakDuring(server, visitors.planner.cookie, ['/contacts?export=xlsx', '/contacts?export=csv', pdf]),
  ])
  console.log(
    `at most, with an export of ${numbers.contacts.length} rows and a PDF of ${PAGES} pages: ${peak.toFixed(0)} MB`,
  )
  await sendMany(server, visitors, numbers, halfway + FEW, MANY)
  const many = await atRest(server)
  console.log(
    `after ${MANY} requests: ${many.toFixed(0)} MB, ${(many / few).toFixed(2)} times (at most ${MOST_AFTER_MANY})`,
  )
  if (few / start > MOST_AFTER_FEW || many / few > MOST_AFTER_MANY) process.exitCode = 1
} finally {
  await server?.stop()
  await database.close()
  await cluster.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
