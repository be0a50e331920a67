import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Account, serverEnvironment } from './account.ts'
import type { Binaries } from './binaries.ts'
import { ClusterError } from './error.ts'

/**
 * Runs the server and stops it when standard input closes: on purpose, or because the Node process that holds the other
 * end died, by `kill -9` too. When the server itself ends, its exit code is passed on.
 */
const WATCHDOG = `
  exec 3<&0
  "$0" "$@" 3<&- </dev/null &
  server=$!
  { cat <&3 >/dev/null; kill -INT "$server"; } 2>/dev/null &
  watch=$!
  exec 3<&-
  wait "$server"; status=$?
  kill "$watch" 2>/dev/null
  exit "$status"`

const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 30_000
const KEPT_LINES = 40

/** A server that this process started and whose life hangs on it. */
export interface Server {
  /** Resolves when it has ended, for whatever reason. */
  ended: Promise<void>
  /** Asks the server to finish (running statements are cancelled) and waits until it has. */
  stop: () => Promise<void>
}

/**
 * Starts the server on a cluster folder and waits until it accepts connections.
 * @returns `undefined` when another server already works on that folder
 * @throws {ClusterError} with the server's own text
 */
export async function launch(
  { bin }: Binaries,
  account: Account | undefined,
  serverArguments: string[],
): Promise<Server | undefined> {
  const command = [path.join(bin, 'postgres'), ...serverArguments]
  const [program, ...rest] =
    process.platform === 'win32'
      ? [process.execPath, fileURLToPath(new URL('watchdog.ts', import.meta.url)), ...command]
      : ['/bin/sh', '-c', WATCHDOG, ...command]
  const child = spawn(program, rest, {
    ...account,
    cwd: '/',
    env: serverEnvironment(),
    // A group of its own: Ctrl-C reaches Node first, which then stops things in order.
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const output = await untilReady(child)
  if (output === 'ready') return { ended, stop: () => stop(child) }
  child.stdin?.destroy()
  if (/lock file ".*" (already exists|is empty)/.test(output)) return undefined
  throw new ClusterError(`The database does not start: ${output.trim() || 'it ended without a word'}`)
}

/** Resolves with 'ready', or with what the server said when it gave up. */
async function untilReady(child: ChildProcess): Promise<string> {
  const stderr = child.stderr as Socket
  const stdin = child.stdin as Socket
  stdin.on('error', () => undefined)
  const lines: string[] = []
  const outcome = await new Promise<string>((resolve) => {
    const limit = setTimeout(
      () => resolve(`no answer within ${START_LIMIT_MS / 1000} s\n${lines.join('\n')}`),
      START_LIMIT_MS,
    )
    const settle = (text: string) => {
      clearTimeout(limit)
      resolve(text)
    }
    stderr.setEncoding('utf8').on('data', (chunk: string) => {
      lines.push(...chunk.split('\n').filter(Boolean))
      lines.splice(0, lines.length - KEPT_LINES)
      if (lines.some((line) => line.includes('ready to accept connections'))) settle('ready')
    })
    child.once('error', (error) => settle(error.message))
    child.once('close', () => settle(lines.join('\n')))
  })
  // The server must not keep a finished program alive; its output is still drained as long as the program runs.
  child.unref()
  stderr.unref()
  stdin.unref()
  return outcome
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.ref()
  const ended = once(child, 'exit')
  child.stdin!.end()
  const limit = setTimeout(() => process.kill(-child.pid!, 'SIGQUIT'), STOP_LIMIT_MS)
  await ended
  clearTimeout(limit)
}
