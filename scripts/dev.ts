/** Development: rebuilds the browser side and restarts the server on every change. Ends with everything it started. */
import { type ChildProcess, spawn } from 'node:child_process'
import { build } from 'vite'

/** In the server: standard input is a pipe that closes when we are gone, by whatever means; then its watcher ends too. */
const END_WITH_US = `data:text/javascript,process.stdin.on('end', () => process.kill(process.ppid, 'SIGTERM')).resume().unref?.()`

const watcher = await build({ logLevel: 'warn', build: { watch: {} } })
if (!('on' in watcher)) throw new Error('vite does not watch')

let server: ChildProcess | undefined
watcher.on('event', (event) => {
  if (event.code === 'ERROR') console.error(event.error.message)
  // The server reads the manifest of the first build when it starts.
  if (event.code === 'END') server ??= startServer()
})

function startServer(): ChildProcess {
  const words = ['--watch', '--watch-preserve-output', '--import', END_WITH_US, 'src/server.ts']
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'inherit', 'inherit'] })
  child.on('exit', (code) => void stop(code ?? 1))
  return child
}

let stopping = false
async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  if (server && server.exitCode === null && server.signalCode === null) {
    const ended = new Promise((resolve) => server!.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
  }
  if ('close' in watcher) await watcher.close()
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
