import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Account, serverEnvironment } from './account.ts'
import type { Binaries } from './binaries.ts'
import { ClusterError } from './error.ts'
import { give } from './places.ts'

/** Name of the database role that owns everything in the embedded cluster. */
export const SUPERUSER = 'postgres'

export const passwordFile = (cluster: string) => path.join(cluster, 'noordkaap-password')

/**
 * Makes the cluster when it is not there yet: UTF-8, Dutch sorting by ICU. It is made beside its place and then renamed,
 * so that an interrupted start leaves nothing half done and two starts at once agree.
 * @throws {ClusterError} with the text of initdb
 */
export function initialise(cluster: string, { bin }: Binaries, account: Account | undefined): void {
  if (existsSync(path.join(cluster, 'PG_VERSION'))) return
  const own = `${cluster}.new-${process.pid}`
  mkdirSync(own, { mode: 0o700 })
  give(account, own)
  try {
    const password = process.platform === 'win32' ? newPassword(`${own}.password`) : undefined
    const { error, status, stderr } = spawnSync(path.join(bin, 'initdb'), initdbArguments(own, password), {
      ...account,
      cwd: '/',
      env: serverEnvironment(),
      encoding: 'utf8',
    })
    if (status !== 0) throw new ClusterError(`The database could not be made: ${error?.message ?? stderr.trim()}`)
    if (password !== undefined) renameSync(password, passwordFile(own))
    renameInto(own, cluster)
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

function newPassword(file: string): string {
  writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return file
}

function initdbArguments(folder: string, passwordFrom: string | undefined): string[] {
  return [
    `--pgdata=${folder}`,
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    '--locale-provider=icu',
    '--icu-locale=nl-NL',
    // C.UTF-8 is not known outside Linux; sorting is by ICU everywhere.
    `--locale=${process.platform === 'linux' ? 'C.UTF-8' : 'C'}`,
    '--no-instructions',
    // A unix socket in a closed folder needs no password; a TCP port can be reached by every user of the machine.
    ...(passwordFrom ? ['--auth=scram-sha-256', `--pwfile=${passwordFrom}`] : ['--auth=trust']),
  ]
}

function renameInto(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!existsSync(path.join(to, 'PG_VERSION'))) throw error
  }
}
