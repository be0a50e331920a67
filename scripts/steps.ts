import { type StdioOptions, spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
// The tools of this repository come first, whether or not npm started us.
const TOOLS = path.join(ROOT, 'node_modules/.bin')
const env = { ...process.env, PATH: `${TOOLS}${path.delimiter}${process.env.PATH ?? ''}` }

export interface Step {
  name: string
  command: string
}

/** Runs one step; one that runs beside others keeps what it says until it has ended. */
function runStep({ name, command }: Step, isAlone: boolean): Promise<boolean> {
  const since = performance.now()
  const title = `\n── ${name}: ${command}`
  if (isAlone) console.log(title)
  return new Promise((resolve) => {
    const stdio: StdioOptions = isAlone ? 'inherit' : ['inherit', 'pipe', 'pipe']
    const child = spawn(command, { cwd: ROOT, env, shell: true, stdio })
    const said: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => said.push(text))
    const end = (isFine: boolean, why = '') => {
      if (!isAlone) console.log(`${title}\n${Buffer.concat(said).toString()}`.trimEnd())
      if (isFine) console.log(`── ${name} is fine (${((performance.now() - since) / 1000).toFixed(1)} s)`)
      else console.error(`\n── ${name} failed${why}`)
      resolve(isFine)
    }
    child.on('error', (error) => end(false, `: ${error.message}`))
    child.on('close', (status) => end(status === 0))
  })
}

/**
 * Runs the steps one after another in the root of the repository and ends the process at the first that fails. Steps in
 * a list of their own do not need each other and run side by side.
 */
export async function runSteps(steps: (Step | Step[])[]): Promise<void> {
  for (const step of steps) {
    const isFine = Array.isArray(step)
      ? (await Promise.all(step.map((each) => runStep(each, false)))).every(Boolean)
      : await runStep(step, true)
    if (!isFine) process.exit(1)
  }
}
