import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { SOCKET_NAME } from './places.ts'

export const pidFile = (cluster: string) => path.join(cluster, 'postmaster.pid')

/** A server writes its file within milliseconds of making it; one that stays empty was left by a crash. */
const EMPTY_FOR_MS = 3_000

/**
 * Removes the lock files that a server left when it died and that keep the next one from starting, because another
 * program has got its process number since, or because they are empty.
 * @returns the removed files
 */
export function removeStaleLocks(cluster: string, socket: string | undefined): string[] {
  const files = [pidFile(cluster), ...(socket === undefined ? [] : [path.join(socket, `${SOCKET_NAME}.lock`)])]
  return files.filter((file) => {
    if (!isStale(file, cluster)) return false
    rmSync(file, { force: true })
    return true
  })
}

function isStale(file: string, cluster: string): boolean {
  try {
    const text = readFileSync(file, 'utf8')
    if (text.trim() === '') return Date.now() - statSync(file).mtimeMs > EMPTY_FOR_MS
    return !mayServe(Math.abs(Number.parseInt(text, 10)), realpathSync(cluster))
  } catch {
    // Gone, or not ours to judge.
    return false
  }
}

/** Whether this process may be a PostgreSQL that works on the folder; yes where it cannot be found out. */
function mayServe(pid: number, cluster: string): boolean {
  if (!Number.isInteger(pid) || process.platform === 'win32') return true
  try {
    process.kill(pid, 0)
  } catch (error) {
    // PostgreSQL itself sees that nobody has this number.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
  const { status, stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  const command = process.platform === 'linux' ? commandOf(pid) : status === 0 ? stdout : undefined
  if (command === undefined) return true
  return /\bpostgres\b/.test(command) && (folderOf(pid) ?? cluster) === cluster
}

/** The folder that a process works in; a PostgreSQL server works in that of its cluster. */
function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function commandOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return undefined
  }
}
