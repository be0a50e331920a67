import { existsSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Account, serverAccount } from './embedded/account.ts'
import { type Binaries, findBinaries } from './embedded/binaries.ts'
import { ClusterError } from './embedded/error.ts'
import { initialise, passwordFile, SUPERUSER } from './embedded/initialise.ts'
import { type Held, keepServer } from './embedded/keeper.ts'
import { pidFile, removeStaleLocks } from './embedded/locks.ts'
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
  /** Told when the server ended, and when it could not be started again. */
  onDown?: (error: Error) => void
}

export interface Cluster {
  connectionString: string
  /** Another process holds this server; `stop` leaves it alone and it ends with that process. */
  reused: boolean
  /** The folder the cluster is really in. */
  dataDir: string
  /** Since when there has been no server, as a moment in ms; null while there is one. */
  readonly downSince: number | null
  stop: () => Promise<void>
}

const DATABASE = 'noordkaap'
const PATIENCE_MS = 60_000

/**
 * Starts the PostgreSQL that comes with the product, or connects to the one that already runs on that folder. It ends
 * with this process, however that ends, and is started again when it ends before.
 * @throws {ClusterError} with one sentence, or the server's own text, when that is impossible
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const place = placeOf(options)
  const first = await obtain(place)
  await ensureDatabase(first.admin)
  const keeper = keepServer(first, {
    isUp: async () => (await probe(first.admin).catch(() => 'up')) === 'up',
    again: () => obtain({ ...place, port: place.port ?? portOf(first.admin) }),
    ...(options.onDown ? { onDown: options.onDown } : {}),
  })
  return {
    connectionString: withDatabase(first.admin, DATABASE),
    reused: first.server === null,
    dataDir: place.folder,
    get downSince() {
      return keeper.downSince
    },
    stop: () => keeper.stop(),
  }
}

/** Where the cluster is and what its server is started with. */
interface Place {
  account: Account | undefined
  binaries: Binaries
  folder: string
  socket: string | undefined
  settings: Record<string, string>
  /** TCP port of the server; none yet: a free one. */
  port: number | undefined
}

function placeOf({ dataDir, fsync = true, settings = {} }: ClusterOptions): Place {
  const account = serverAccount()
  const home = path.resolve(dataDir)
  const binaries = findBinaries(account, copiesFolder(account, home))
  const folder = clusterFolder(account, home, binaries.major)
  initialise(folder, binaries, account)
  const socket = socketFolder(account, folder)
  const port = socket === undefined ? undefined : 5432
  return { account, binaries, folder, socket, settings: { ...defaults(fsync), ...settings }, port }
}

/** @throws {ClusterError} when there is no server on that folder and none can be started */
async function obtain({ account, binaries, folder, socket, settings, port }: Place): Promise<Held> {
  const deadline = Date.now() + PATIENCE_MS
  while (Date.now() < deadline) {
    const running = addressOf(folder, socket)
    const state = running ? await probe(running) : 'absent'
    if (running && state === 'up') return { admin: running, server: null }
    if (state === 'absent') {
      const options = serverArguments(folder, socket, port ?? (await freePort()), settings)
      const server = await launch(binaries, account, options)
      if (server) return { admin: addressOf(folder, socket)!, server }
      removeStaleLocks(folder, socket)
    }
    // Another process is starting or stopping this very server.
    await pause(50)
  }
  const seconds = PATIENCE_MS / 1000
  throw new ClusterError(
    `The database in ${folder} has been starting or stopping for ${seconds} s. If no PostgreSQL runs there, remove ${pidFile(folder)}.`,
  )
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
  const file = pidFile(folder)
  if (!existsSync(file)) return undefined
  const port = readFileSync(file, 'utf8').split('\n')[3]?.trim()
  return port
    ? `postgresql://${SUPERUSER}:${readFileSync(passwordFile(folder), 'utf8')}@127.0.0.1:${port}/postgres`
    : undefined
}

/** The TCP port that a restarted server has to have again. */
const portOf = (connectionString: string) => Number(/:(\d+)\/postgres$/.exec(connectionString)?.[1]) || undefined

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
