import { type StdioOptions, spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
// The tools of this repository come first, whether or not npm started us.
const TOOLS = path.join(ROOT, 'node_modules/.bin')
const PATH = `${TOOLS}${path.delimiter}${process.env.PATH ?? ''}`

/** Runs a command; one that runs beside others keeps what it says until it has ended. */
export function runCommand(command: string, { env = {}, isAlone = true, title = '' }): Promise<boolean> {
  if (isAlone) console.log(title)
  return new Promise((resolve) => {
    const stdio: StdioOptions = isAlone ? 'inherit' : ['inherit', 'pipe', 'pipe']
    const child = spawn(command, { cwd: ROOT, env: { ...process.env, PATH, ...env }, shell: true, stdio })
    const said: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => said.push(text))
    const end = (isFine: boolean) => {
      if (!isAlone) console.log(`${title}\n${Buffer.concat(said).toString()}`.trimEnd())
      resolve(isFine)
    }
    child.on('error', (error) => {
      console.error(error.message)
      end(false)
    })
    child.on('close', (status) => end(status === 0))
  })
}
