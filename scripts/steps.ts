import { type StdioOptions, spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
// The tools of this repository come first, whether or not npm started us.
const TOOLS = path.join(ROOT, 'node_modules/.bin')
const PATH = `${TOOLS}${path.delimiter}${process.env.PATH ?? ''}`

export interface Step {
  name: string
  command: string
  env?: Record<string, string>
}

/** Steps with the time they may take together, in seconds, on two cores. */
export interface Stage {
  name: string
  budget: number
  /** One after another; steps in a list of their own do not need each other and run side by side. */
  steps: (Step | Step[])[]
}

/** Runs one step; one that runs beside others keeps what it says until it has ended. */
function runStep({ name, command, env }: Step, isAlone: boolean): Promise<boolean> {
  const since = performance.now()
  const title = `\n── ${name}: ${command}`
  if (isAlone) console.log(title)
  return new Promise((resolve) => {
    const stdio: StdioOptions = isAlone ? 'inherit' : ['inherit', 'pipe', 'pipe']
    const child = spawn(command, { cwd: ROOT, env: { ...process.env, PATH, ...env }, shell: true, stdio })
    const said: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => said.push(text))
    const end = (isFine: boolean, why = '') => {
      if (!isAlone) console.log(`${title}\n${Buffer.concat(said).toString()}`.trimEnd())
      if (isFine) console.log(`── ${name} is fine (${seconds(since)} s)`)
      else console.error(`\n── ${name} failed${why}`)
      resolve(isFine)
    }
    child.on('error', (error) => end(false, `: ${error.message}`))
    child.on('close', (status) => end(status === 0))
  })
}

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1)

async function runSteps(steps: Stage['steps']): Promise<boolean> {
  for (const step of steps) {
    const isFine = Array.isArray(step)
      ? (await Promise.all(step.map((each) => runStep(each, false)))).every(Boolean)
      : await runStep(step, true)
    if (!isFine) return false
  }
  return true
}

/**
 * Runs the stages one after another in the root of the repository and ends the process at the first step that fails. At
 * the end stands what each stage took; one over its budget is pointed out and fails nothing, since machines differ.
 */
export async function runStages(stages: Stage[]): Promise<void> {
  const times: string[] = []
  let isFine = true
  for (const { name, budget, steps } of stages) {
    const since = performance.now()
    isFine = await runSteps(steps)
    const took = Number(seconds(since))
    times.push(`   ${name}: ${took.toFixed(0)} s of ${budget} s${took > budget ? '  ← OVER BUDGET' : ''}`)
    if (!isFine) break
  }
  console.log(`\n── time\n${times.join('\n')}`)
  if (!isFine) process.exit(1)
}
