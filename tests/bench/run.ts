/**
 * `npm run bench`: our screens against the bare limit on the same data in the same run. A ratio counts, an absolute
 * time does not. `-- --scale 1m` measures on a million people, `--data FOLDER` keeps the filled database for a next time,
 * `--row TEXT` measures only the screens with that in their name, `--rest TEXT` only what is no screen.
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { serverAtRest } from './at-rest.ts'
import { arrivingOfMany } from './arriving.ts'
import { autopilotOfMany } from './autopilot.ts'
import { SCALES, type Scale } from './bulk.ts'
import { compareCertificates } from './certificates.ts'
import { contractsOfMany } from './contracts.ts'
import { compareDrawing } from './drawing.ts'
import { fillingOfMany } from './filling.ts'
import { homeOfMany } from './home.ts'
import { workdayOfMany } from './workday.ts'
import { statisticsOfMany } from './evaluations.ts'
import { exportingOfMany } from './exporting.ts'
import { importingOfMany } from './importing.ts'
import { firstLoad } from './first-load.ts'
import { layGround } from './ground.ts'
import { massMail } from './mass-mail.ts'
import { pricingOfMany } from './pricing.ts'
import { quotationOnline } from './quotation.ts'
import { readingOfMany } from './reading.ts'
import { replacingOfMany } from './replacing.ts'
import { sendingOfMany } from './sending-invoices.ts'
import { statementsOfMany } from './statements.ts'
import { undoOfMany } from './undo.ts'
import { scenarios } from './scenarios.ts'
import { mailServer } from '../support/mail-server.ts'
import { deployedFlags, signIn, startProcess } from '../support/processes.ts'
import { median } from './figures.ts'

const { values: args } = parseArgs({
  options: {
    scale: { type: 'string', default: '100k' },
    seconds: { type: 'string', default: '2' },
    data: { type: 'string' },
    row: { type: 'string', default: '' },
    rest: { type: 'string', default: '' },
  },
})
if (!(args.scale in SCALES)) throw new Error(`--scale is one of ${Object.keys(SCALES).join(', ')}`)
const SECONDS = Number(args.seconds)
const ROUNDS = 5

async function measure(
  url: string,
  connections: number,
  headers: Record<string, string>,
): Promise<{ perSecond: number; median: number }> {
  const result = await autocannon({ url, connections, duration: SECONDS, headers })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`)
  return { perSecond: result.requests.average, median: result.latency.p50 }
}

/**
 * Autocannon counts whole milliseconds; one request after the other tells a fast answer's median better. Neither side
 * compresses, as autocannon does not ask for it and the limit has nothing to do it with.
 */
async function medianOf(url: string, headers: Record<string, string>): Promise<number> {
  const times: number[] = []
  const until = performance.now() + SECONDS * 1000
  while (performance.now() < until) {
    const start = performance.now()
    const answer = await fetch(url, { headers: { 'accept-encoding': 'identity', ...headers } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
    times.push(performance.now() - start)
  }
  return median(times)
}

const ground = await layGround(args.scale as Scale, args.data)
const { database } = ground
const smtp = await mailServer()

/** What is no screen beside its limit, by name. */
const REST: Record<string, (cookie: string) => Promise<string> | string> = {
  'first load': async (cookie) => `the calendar page takes ${await firstLoad(ours.url, cookie)}`,
  interactions: (cookie) =>
    spawnSync(process.execPath, ['tests/bench/browser/interactions.ts'], {
      env: { ...process.env, BENCH_URL: ours.url, BENCH_COOKIE: cookie },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }).stdout,
  'mass mail': (cookie) => massMail(ours.url, cookie, database.pool),
  undo: (cookie) => undoOfMany(ours.url, cookie, database.pool),
  reading: (cookie) => readingOfMany(ours.url, cookie, database.pool),
  replacing: (cookie) => replacingOfMany(ours.url, cookie, database.pool),
  filling: (cookie) => fillingOfMany(ours.url, cookie, database.pool),
  arriving: () => arrivingOfMany(ours.url, database.pool),
  workday: (cookie) => workdayOfMany(ours.url, cookie, database.pool),
  home: (cookie) => homeOfMany(ours.url, cookie, database.pool),
  contracts: (cookie) => contractsOfMany(ours.url, cookie, database.pool),
  evaluations: (cookie) => statisticsOfMany(ours.url, cookie, database.pool),
  exporting: (cookie) => exportingOfMany(ours.url, cookie, database.pool),
  importing: async (cookie) =>
    importingOfMany(ours, cookie, await signIn(ours.url, 'beheer@noordkaap.example'), database.pool),
  autopilot: (cookie) => autopilotOfMany(ours.url, cookie, database.pool),
  'online quotation': () => quotationOnline(ours.url, limit.url),
  pricing: () => pricingOfMany(database),
  'sending invoices': () => sendingOfMany(ours.url, database.pool),
  statements: () => statementsOfMany(ground.env.DATABASE_URL!),
  certificates: () => compareCertificates(),
  drawing: () => compareDrawing(),
}

const env = { ...ground.env, SMTP_URL: smtp.url }
const [limit, ours] = await Promise.all([
  startProcess('tests/bench/limit.ts', env),
  startProcess('src/server.ts', env, deployedFlags()),
])
try {
  const cookie = await signIn(ours.url, 'planner@noordkaap.example')
  await serverAtRest(database.pool)
  console.log(`\n${args.scale}, medians of ${ROUNDS} alternating rounds of ${SECONDS} s`)
  console.log(
    '| screen | limit req/s (10) | ours req/s (10) | share | limit median ms (1) | ours median ms (1) | times |',
  )
  console.log('|---|---|---|---|---|---|---|')
  const isAsked = ({ name }: { name: string }) => (args.row !== '' || args.rest === '') && name.includes(args.row)
  for (const scenario of scenarios(ground).filter(isAsked)) {
    const headers = { cookie, ...scenario.headers }
    await measure(limit.url + scenario.limit, 10, {})
    await measure(ours.url + scenario.ours, 10, headers)
    const rounds: { share: number; times: number; limit: number; ours: number; limitMs: number; oursMs: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const bare = await measure(limit.url + scenario.limit, 10, {})
      const full = await measure(ours.url + scenario.ours, 10, headers)
      const bareMs = await medianOf(limit.url + scenario.limit, {})
      const fullMs = await medianOf(ours.url + scenario.ours, headers)
      rounds.push({
        share: full.perSecond / bare.perSecond,
        times: fullMs / bareMs,
        limit: bare.perSecond,
        ours: full.perSecond,
        limitMs: bareMs,
        oursMs: fullMs,
      })
    }
    const of = (key: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[key]))
    console.log(
      `| ${scenario.name} | ${of('limit').toFixed(0)} | ${of('ours').toFixed(0)} | ${(of('share') * 100).toFixed(0)} % | ${of('limitMs').toFixed(2)} | ${of('oursMs').toFixed(2)} | ${of('times').toFixed(2)} |`,
    )
  }
  if (args.row === '' || args.rest !== '')
    for (const [name, measured] of Object.entries(REST).filter(([name]) => name.includes(args.rest)))
      console.log(`\n${name}: ${await measured(cookie)}`)
} finally {
  await Promise.all([limit.stop(), ours.stop()])
  await smtp.stop()
  await ground.stop()
}
