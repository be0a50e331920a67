import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { type Account, canEnter } from './account.ts'
import { ClusterError } from './error.ts'

/** Where root keeps what the server account must reach when the checkout itself is closed to it. */
const SHARED_HOME = '/var/lib/noordkaap'

/** The shortest limit of the systems we run on (macOS: 104 bytes with the closing zero). */
const LONGEST_SOCKET_PATH = 103
export const SOCKET_NAME = '.s.PGSQL.5432'

/** Folder for a copy of the binaries. */
export function copiesFolder(account: Account | undefined, dataDir: string): string {
  return account ? SHARED_HOME : dataDir
}

/**
 * The folder of the cluster: `<dataDir>/pg-<major>`, or a folder of its own under a shared home when the server account
 * cannot enter `dataDir` (a checkout under /root).
 * @throws {ClusterError} when the folder holds data of another PostgreSQL version only
 */
export function clusterFolder(account: Account | undefined, dataDir: string, major: number): string {
  mkdirSync(dataDir, { recursive: true })
  const home = canEnter(account, dataDir) ? dataDir : path.join(SHARED_HOME, shortHash(dataDir))
  mkdirSync(home, { recursive: true, mode: 0o755 })
  const folder = path.join(home, `pg-${major}`)
  const others = readdirSync(home).filter(
    (name) => /^pg-\d+$/.test(name) && existsSync(path.join(home, name, 'PG_VERSION')),
  )
  if (others.length > 0 && !others.includes(`pg-${major}`)) {
    throw new ClusterError(
      `${home} holds ${others.join(', ')}, which PostgreSQL ${major} cannot read: move the data over with pg_dump, or set that folder aside to start empty.`,
    )
  }
  return folder
}

/**
 * Folder of the unix socket: the cluster folder itself, which nobody else can enter, unless that path is too long for a
 * socket; `undefined` where there are no unix sockets.
 */
export function socketFolder(account: Account | undefined, cluster: string): string | undefined {
  if (process.platform === 'win32') return undefined
  if (Buffer.byteLength(path.join(cluster, SOCKET_NAME)) <= LONGEST_SOCKET_PATH) return cluster
  const owner = account?.uid ?? process.getuid!()
  const folder = path.join('/tmp', `noordkaap-${owner}-${shortHash(cluster)}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // The name can be guessed: a folder that somebody else put there would hand our connections to them.
  const before = lstatSync(folder)
  if (!before.isDirectory() || (before.uid !== owner && before.uid !== process.getuid!())) {
    throw new ClusterError(
      `${folder} belongs to another user and cannot hold the database socket (path of DATA_DIR is too long).`,
    )
  }
  give(account, folder)
  return folder
}

/** Hands a folder to the server account and closes it for everybody else. */
export function give(account: Account | undefined, folder: string): void {
  if (account) chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
