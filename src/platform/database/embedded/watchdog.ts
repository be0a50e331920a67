/**
 * The watchdog where there is no `sh` (Windows): runs the given PostgreSQL server and stops it when standard input
 * closes. Arguments: the server program, then its own arguments, with the cluster folder after `-D`.
 */
import { spawn, spawnSync } from 'node:child_process'
import path from 'node:path'

const [postgres, ...rest] = process.argv.slice(2)
const server = spawn(postgres!, rest, { stdio: ['ignore', 'ignore', 'inherit'], windowsHide: true })
server.on('exit', (code) => process.exit(code ?? 1))

process.stdin.resume().on('end', () => {
  const control = path.join(path.dirname(postgres!), 'pg_ctl')
  spawnSync(control, ['stop', '-m', 'fast', '-D', rest[rest.indexOf('-D') + 1]!], {
    stdio: 'ignore',
    windowsHide: true,
  })
})
