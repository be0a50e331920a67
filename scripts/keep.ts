/**
 * Runs Node with the arguments it gets and starts it again when it ends by itself, at most five times a minute. A
 * process that never said that it listens was not started right; that is told, and not tried again.
 */
import { type ChildProcess, spawn } from 'node:child_process'

const MOST = 5
const WITHIN_MS = 60_000

let child: ChildProcess
let stopped = false
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    stopped = true
    child.kill(signal)
  })

/** Runs it once. */
function run(): Promise<{ status: number; listened: boolean }> {
  child = spawn(process.execPath, process.argv.slice(2), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  let listened = false
  child.on('message', () => (listened = true))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (status) => resolve({ status: status ?? 1, listened }))
  })
}

const restarts: number[] = []
for (;;) {
  const { status, listened } = await run()
  const now = Date.now()
  const lately = restarts.filter((moment) => moment > now - WITHIN_MS).length
  if (stopped || status === 0 || !listened || lately >= MOST) process.exit(status)
  restarts.push(now)
  console.error(`The server ended with ${status} and is started again.`)
}
