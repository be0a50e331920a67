import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

export interface Step {
  name: string
  command: string
}

/** Runs the steps one after another in the root of the repository and ends the process at the first that fails. */
export function runSteps(steps: Step[]): void {
  // The tools of this repository come first, whether or not npm started us.
  const tools = path.join(ROOT, 'node_modules/.bin')
  const env = { ...process.env, PATH: `${tools}${path.delimiter}${process.env.PATH ?? ''}` }
  for (const { name, command } of steps) {
    const since = performance.now()
    console.log(`\n── ${name}: ${command}`)
    const { status, error } = spawnSync(command, { cwd: ROOT, env, shell: true, stdio: 'inherit' })
    if (status !== 0) {
      console.error(`\n── ${name} failed${error ? `: ${error.message}` : ''}`)
      process.exit(status ?? 1)
    }
    console.log(`── ${name} is fine (${((performance.now() - since) / 1000).toFixed(1)} s)`)
  }
}
