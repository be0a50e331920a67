import { existsSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { serverAccount } from './embedded/account.ts'
import { findBinaries } from './embedded/binaries.ts'
import { ClusterError } from './embedded/error.ts'
import { initialise, passwordFile, SUPERUSER } from './embedded/initialise.ts'
import { clusterFolder, copiesFolder, socketFolder } from './embedded/places.ts'
import { launch } from './embedded/server.ts'

export { ClusterError } from './embedded/error.ts'

export interface ClusterOptions {
  /** Folder under which the cluster `pg-<major>` is kept. */
  dataDir: string
  /** Whether commits wait for the disk; only throw-away clusters do without. */
  fsync?: boolean
  /** Extra server settings, as in postgresql.conf. */
  settings?: Record<string, string>
}

export interface Cluster {
  connectionString: string
  /** Another process holds this server; `stop` leaves it alone and it ends with that process. */
  reused: boolean
  /** The folder the cluster is really in. */
  dataDir: string
  stop: () => Promise<void>
}

const DATABASE = 'noordkaap'
const PATIENCE_MS = 60_000

/**
 * Starts the PostgreSQL that comes with the product, or connects to the one that already runs on that folder. It ends
 * with this process, however that ends.
 * @throws {ClusterError} with one sentence, or the server's own text, when that is impossible
 */
export async function startCluster({ dataDir, fsync = true, settings = {} }: ClusterOptions): Promise<Cluster> {
  const account = serverAccount()
  const home = path.resolve(dataDir)
  const binaries = findBinaries(account, copiesFolder(account, home))
  const folder = clusterFolder(account, home, binaries.major)
  initialise(folder, binaries, account)
  const socket = socketFolder(account, folder)
  const all = { ...defaults(fsync), ...settings }

  const deadline = Date.now() + PATIENCE_MS
  while (Date.now() < deadline) {
    const running = addressOf(folder, socket)
    const state = running ? await probe(running) : 'absent'
    if (running && state === 'up') return made(running, folder, true, async () => undefined)
    if (state === 'absent') {
      const port = socket === undefined ? await freePort() : 5432
      const server = await launch(binaries, account, serverArguments(folder, socket, port, all))
      if (server) return made(addressOf(folder, socket)!, folder, false, () => server.stop())
    }
    // Another process is starting or stopping this very server.
    await pause(50)
  }
  throw new ClusterError(`The database in ${folder} has been starting or stopping for ${PATIENCE_MS / 1000} s.`)
}

async function made(admin: string, dataDir: string, reused: boolean, stop: () => Promise<void>): Promise<Cluster> {
  await ensureDatabase(admin)
  return { connectionString: withDatabase(admin, DATABASE), reused, dataDir, stop }
}

function defaults(fsync: boolean): Record<string, string> {
  return {
    jit: 'off',
    // The log goes to this process' memory; failed statements hold personal data and stay out of it.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...(fsync ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
}

function serverArguments(folder: string, socket: string | undefined, port: number, settings: Record<string, string>) {
  return [
    '-D',
    folder,
    '-p',
    String(port),
    '-c',
    `listen_addresses=${socket === undefined ? '127.0.0.1' : ''}`,
    ...(socket === undefined ? [] : ['-k', socket]),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/** Connection string of the maintenance database, or `undefined` when nothing can be listening. */
function addressOf(folder: string, socket: string | undefined): string | undefined {
  if (socket !== undefined) return `postgresql://${SUPERUSER}@/postgres?host=${encodeURIComponent(socket)}`
  const pidFile = path.join(folder, 'postmaster.pid')
  if (!existsSync(pidFile)) return undefined
  const port = readFileSync(pidFile, 'utf8').split('\n')[3]?.trim()
  return port
    ? `postgresql://${SUPERUSER}:${readFileSync(passwordFile(folder), 'utf8')}@127.0.0.1:${port}/postgres`
    : undefined
}

/** The same server, another database. */
export function withDatabase(connectionString: string, database: string): string {
  return connectionString.replace(
    /^(\w+:\/\/[^/?]*)[^?]*/,
    (_, server: string) => `${server}/${encodeURIComponent(database)}`,
  )
}

const CANNOT_CONNECT_NOW = '57P03'

async function probe(connectionString: string): Promise<'up' | 'changing' | 'absent'> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return 'up'
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === CANNOT_CONNECT_NOW) return 'changing'
    if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ECONNRESET') return 'absent'
    throw new ClusterError(`The running database refuses us: ${(error as Error).message}`, { cause: error })
  } finally {
    await client.end()
  }
}

async function ensureDatabase(admin: string): Promise<void> {
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`create database ${DATABASE}`)
  } catch (error) {
    const { code } = error as { code?: string }
    // Another start made it between the question and the statement.
    if (code !== '42P04' && code !== '23505') throw error
  } finally {
    await client.end()
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
