/**
 * `npm run bench:fast`: what each fast path earns, off and on in ten alternating rounds. Told is the time of processors
 * that a request costs our server and PostgreSQL together, which other work on the machine hardly changes.
 */
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { type Running, deployedFlags, signIn, startProcess } from '../support/processes.ts'
import type { Scale } from './bulk.ts'
import { clusterMs, processorMs } from './cpu.ts'
import { layGround } from './ground.ts'
import { type Scenario, scenarios } from './scenarios.ts'
import { median } from './figures.ts'

const { values: args } = parseArgs({
  options: {
    scale: { type: 'string', default: '100k' },
    rounds: { type: 'string', default: '10' },
    requests: { type: 'string', default: '300' },
    data: { type: 'string' },
    /** Of each name only what contains it. */
    path: { type: 'string', default: '' },
    row: { type: 'string', default: '' },
  },
})
const ROUNDS = Number(args.rounds)
const CONNECTIONS = 10

/** The files that are taken out together. */
const PATHS: Record<string, string[]> = {
  'prepared reads': ['prepared-reads'],
  'cached SQL': ['cached-sql'],
  'index first': ['index-first'],
  'session copies': ['session-copies', 'counted-writes'],
  'compiled views': ['compiled-views'],
  'kept plan': ['kept-plan'],
}

interface Side {
  name: string
  server: Running
  cookie: string
}

async function start(name: string, without: string[]): Promise<Side> {
  const flags = without.length > 0 ? ['--import', new URL('without.ts', import.meta.url).href] : []
  const env = { ...ground.env, BENCH_WITHOUT: without.join() }
  const server = await startProcess('src/server.ts', env, [...deployedFlags(), ...flags])
  return { name, server, cookie: await signIn(server.url, 'planner@noordkaap.example') }
}

/** Tries again when the machine was too busy with other work to answer all. */
const TRIES = 3

/** Milliseconds of processor per request. @throws when some were refused however often it was tried */
async function cost(side: Side, row: Scenario, tries = TRIES): Promise<number> {
  const { server, cookie } = side
  const used = () => processorMs(server.pid) + clusterMs(ground.postgres)
  const before = used()
  const amount = Number(args.requests)
  const url = server.url + row.ours
  const result = await autocannon({ url, connections: CONNECTIONS, amount, headers: { cookie, ...row.headers } })
  if (result.non2xx === 0 && result.errors === 0) return (used() - before) / amount
  if (tries > 1) return cost(side, row, tries - 1)
  throw new Error(`${row.ours} ${side.name}: ${result.non2xx} refused, ${result.errors} lost`)
}

const ground = await layGround(args.scale as Scale, args.data)
const sides: Side[] = [await start('all', [])]
try {
  for (const [name, without] of Object.entries(PATHS))
    if (name.includes(args.path)) sides.push(await start(name, without))
  const rows = scenarios(ground).filter(({ name }) => name.includes(args.row))
  const costs = new Map<string, number[]>()
  // What is asked often is compiled better by then.
  for (let warm = 0; warm < 2; warm++) for (const row of rows) for (const side of sides) await cost(side, row)
  for (let round = 0; round < ROUNDS; round++)
    for (const row of rows)
      // Each is first and last in turn.
      for (const side of [...sides.slice(round % sides.length), ...sides.slice(0, round % sides.length)]) {
        const key = `${row.name} ${side.name}`
        costs.set(key, [...(costs.get(key) ?? []), await cost(side, row)])
      }
  console.log(`\nms of processor per request, medians of ${ROUNDS} alternating rounds of ${args.requests} requests`)
  console.log(`| row | ${sides.map(({ name }) => (name === 'all' ? 'with all' : `without ${name}`)).join(' | ')} |`)
  console.log(`|---|${sides.map(() => '---|').join('')}`)
  for (const row of rows) {
    const of = (side: Side) => median(costs.get(`${row.name} ${side.name}`)!)
    const all = of(sides[0]!)
    const cells = sides.map(
      (side) => `${of(side).toFixed(2)}${side.name === 'all' ? '' : ` (${((of(side) / all - 1) * 100).toFixed(0)} %)`}`,
    )
    console.log(`| ${row.name} | ${cells.join(' | ')} |`)
  }
} finally {
  await Promise.all(sides.map(({ server }) => server.stop()))
  await ground.stop()
}
