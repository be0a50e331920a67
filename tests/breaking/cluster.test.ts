import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { serverAccount } from '../../src/platform/database/embedded/account.ts'
import { type Cluster, ClusterError, startCluster, withDatabase } from '../../src/platform/database/cluster.ts'

const HOLDER = fileURLToPath(new URL('../support/cluster-holder.ts', import.meta.url))

// Whole servers are made and started here, several at once, by processes of their own.
vi.setConfig({ testTimeout: 120_000 })

let scratch: string
let dataDir: string
let clusters: Cluster[]
let holders: ChildProcess[]

beforeEach(() => {
  scratch = mkdtempSync(path.join(os.tmpdir(), 'noordkaap-cluster-'))
  chmodSync(scratch, 0o711)
  dataDir = path.join(scratch, 'var')
  clusters = []
  holders = []
})

afterEach(async () => {
  for (const cluster of clusters) await cluster.stop()
  for (const holder of holders) await killed(holder)
  // A server whose holder was killed is still finishing its files.
  await vi.waitFor(() => expect(globSync(path.join(scratch, '**/postmaster.pid'))).toEqual([]), { timeout: 15_000 })
  rmSync(scratch, { recursive: true })
})

it('makes a Dutch UTF-8 cluster, closed to others and reachable by socket only', async () => {
  const { connectionString, reused, dataDir: folder } = await start()
  expect(reused).toBe(false)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  const rows = await ask(
    connectionString,
    `select current_database() as name, pg_encoding_to_char(encoding) as encoding, datlocprovider as provider,
            current_setting('listen_addresses') as addresses, 'Één' < 'f' as sorted
       from pg_database where datname = current_database()`,
  )
  expect(rows).toEqual([{ name: 'noordkaap', encoding: 'UTF8', provider: 'i', addresses: '', sorted: true }])
})

it('keeps what was written when it is stopped and started again', async () => {
  const first = await start()
  await ask(first.connectionString, `create table kept as select 'yes' as answer`)
  await first.stop()
  const second = await start()
  expect(second).toMatchObject({ reused: false, connectionString: first.connectionString })
  expect(await ask(second.connectionString, 'select answer from kept')).toEqual([{ answer: 'yes' }])
})

it('joins the server that another process holds, and leaves it running', async () => {
  const held = await hold()
  expect(held.cluster.reused).toBe(false)
  const joined = await start()
  expect(joined).toMatchObject({ reused: true, connectionString: held.cluster.connectionString })
  await joined.stop()
  expect(await ask(joined.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
})

it('lets several processes start at once on an empty folder', async () => {
  const started = await Promise.all([hold(), hold(), hold()])
  expect(started.filter(({ cluster }) => !cluster.reused)).toHaveLength(1)
  const pids = await Promise.all(
    started.map(({ cluster }) => ask(cluster.connectionString, 'select pg_postmaster_start_time()::text as since')),
  )
  expect(new Set(pids.map((rows) => JSON.stringify(rows))).size).toBe(1)
})

it('stops the server when the process that holds it is killed', async () => {
  const { child, cluster } = await hold()
  const server = serverOf(cluster.dataDir)
  expect(isAlive(server)).toBe(true)
  await killed(child)
  await vi.waitFor(() => expect(isAlive(server)).toBe(false), { timeout: 15_000, interval: 20 })
  expect(existsSync(path.join(cluster.dataDir, 'postmaster.pid'))).toBe(false)
})

it('starts the server again when it is killed under a living process, at the same address', async () => {
  const { connectionString, dataDir: folder } = await start()
  await ask(connectionString, 'set synchronous_commit = on; create table kept as select 1 as one')
  process.kill(serverOf(folder), 'SIGKILL')
  await vi.waitFor(
    async () => expect(await ask(connectionString, 'select one from kept')).toEqual([{ one: 1 }]),
    30_000,
  )
  expect(clusters[0]!.downSince).toBeNull()
})

it('starts the server that ended with the process that held it', async () => {
  const { child, cluster } = await hold()
  const joined = await start()
  expect(joined.reused).toBe(true)
  await killed(child)
  await vi.waitFor(
    async () => expect(await ask(cluster.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]),
    30_000,
  )
})

it('starts where a dead server left a file that names some other program', async () => {
  const { dataDir: folder, stop } = await start()
  await stop()
  const other = spawn('sleep', ['60'], { ...serverAccount(), cwd: '/' })
  try {
    writeFileSync(path.join(folder, 'postmaster.pid'), `${other.pid}\n${folder}\n`)
    expect((await start()).reused).toBe(false)
  } finally {
    other.kill()
  }
})

it('starts where a dead server left an empty file', async () => {
  const { dataDir: folder, stop } = await start()
  await stop()
  const file = path.join(folder, 'postmaster.pid')
  writeFileSync(file, '')
  utimesSync(file, 0, 0)
  expect((await start()).reused).toBe(false)
})

it('starts again at once after the holder was killed', async () => {
  const { child, cluster } = await hold()
  await ask(cluster.connectionString, 'create table kept as select 1 as one')
  await killed(child)
  await vi.waitFor(async () => {
    const next = await start()
    expect(next.reused).toBe(false)
    expect(await ask(next.connectionString, 'select one from kept')).toEqual([{ one: 1 }])
  }, 15_000)
})

it('shows what the server itself says when it does not start', async () => {
  await expect(startCluster({ dataDir, settings: { shared_buffers: 'plenty' } })).rejects.toThrow(
    /invalid value for parameter "shared_buffers": "plenty"/,
  )
})

it('does not start empty beside the data of another version', async () => {
  mkdirSync(path.join(dataDir, 'pg-9'), { recursive: true })
  writeFileSync(path.join(dataDir, 'pg-9/PG_VERSION'), '9')
  await expect(startCluster({ dataDir })).rejects.toThrow(ClusterError)
  await expect(startCluster({ dataDir })).rejects.toThrow(/holds pg-9, which PostgreSQL \d+ cannot read/)
})

it('works where the path is too long for a socket', async () => {
  dataDir = path.join(dataDir, 'a-folder-name-of-some-length/'.repeat(4))
  const { connectionString } = await start()
  expect(await ask(connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
  const socket = new URL(connectionString.replace('@/', '@socket/')).searchParams.get('host')!
  expect(statSync(socket).mode & 0o777).toBe(0o700)
  await clusters.pop()!.stop()
  rmSync(socket, { recursive: true })
})

it.each([
  ['postgresql://u:p@host:5432/one?sslmode=require', 'postgresql://u:p@host:5432/two?sslmode=require'],
  ['postgresql://u@/one?host=%2Ftmp', 'postgresql://u@/two?host=%2Ftmp'],
  ['postgresql://host', 'postgresql://host/two'],
])('names another database of the same server: %s', (given, expected) => {
  expect(withDatabase(given, 'two')).toBe(expected)
})

async function start(): Promise<Cluster> {
  const cluster = await startCluster({ dataDir, fsync: false })
  clusters.push(cluster)
  return cluster
}

async function hold(): Promise<{ child: ChildProcess; cluster: Cluster }> {
  const child = spawn(process.execPath, [HOLDER, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  holders.push(child)
  const lines = createInterface({ input: child.stdout })
  const [line] = (await once(lines, 'line')) as [string]
  return { child, cluster: JSON.parse(line) as Cluster }
}

const serverOf = (folder: string) => Number(readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function ask(connectionString: string, question: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(question)).rows
  } finally {
    await client.end()
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
