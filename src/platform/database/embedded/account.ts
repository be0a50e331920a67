import { accessSync, constants } from 'node:fs'
import { spawnSync } from 'node:child_process'
import os from 'node:os'
import { ClusterError } from './error.ts'

/** The system account that the database server runs under; `undefined` stands for the account of this process. */
export interface Account {
  uid: number
  gid: number
}

const STAND_INS = ['postgres', 'nobody']

/**
 * PostgreSQL refuses to run as root: root hands it to `postgres` or, lacking that, to `nobody`.
 * @throws {ClusterError} when no account fits
 */
export function serverAccount(): Account | undefined {
  if (process.getuid === undefined) return undefined
  if (process.getuid() !== 0) {
    requireName(process.getuid())
    return undefined
  }
  for (const name of STAND_INS) {
    const uid = idOf('-u', name)
    const gid = idOf('-g', name)
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  throw new ClusterError(
    'PostgreSQL does not run as root and there is no account postgres or nobody: start as an ordinary user or set DATABASE_URL.',
  )
}

function idOf(option: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [option, name], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}

/** initdb looks its user up by number and gives up when there is no name, as for an arbitrary uid in a container. */
function requireName(uid: number): void {
  try {
    os.userInfo()
  } catch {
    throw new ClusterError(
      `PostgreSQL does not run as user ${uid}, which has no entry in the list of users: set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
}

/** Whether the server can enter a folder (or run a file), every folder above it included. */
export function canEnter(account: Account | undefined, target: string): boolean {
  if (account) {
    return spawnSync('/bin/sh', ['-c', 'test -x "$0"', target], { ...account, cwd: '/' }).status === 0
  }
  try {
    accessSync(target, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The little that the server needs of our environment: no PG… variable may steer it, no secret may leak into it. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot']
  return { ...Object.fromEntries(kept.map((name) => [name, process.env[name]])), LC_ALL: 'C' }
}
