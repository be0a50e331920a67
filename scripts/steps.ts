import { runCommand } from './command.ts'
import { type Counted, runTests } from './vitest-runs.ts'

export interface Step {
  name: string
  /** A command of the shell, or the arguments of `vitest run`. */
  run: { command: string } | { tests: string }
  env?: Record<string, string>
}

/** Steps with the time they may take together, in seconds, on two cores. */
export interface Stage {
  name: string
  budget: number
  /** One after another; steps in a list of their own do not need each other and run side by side. */
  steps: (Step | Step[])[]
}

async function runStep({ name, run, env = {} }: Step, isAlone: boolean, counted: Counted): Promise<boolean> {
  const since = performance.now()
  const isFine =
    'tests' in run
      ? await runTests(run.tests, { name, env, isAlone }, counted)
      : await runCommand(run.command, { env, isAlone, title: `\n── ${name}: ${run.command}` })
  if (isFine) console.log(`── ${name} is fine (${seconds(since)} s)`)
  else console.error(`\n── ${name} failed`)
  return isFine
}

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1)

async function runSteps(steps: Stage['steps'], counted: Counted): Promise<boolean> {
  for (const step of steps) {
    const isFine = Array.isArray(step)
      ? (await Promise.all(step.map((each) => runStep(each, false, counted)))).every(Boolean)
      : await runStep(step, true, counted)
    if (!isFine) return false
  }
  return true
}

/**
 * Runs the stages one after another in the root of the repository until a step fails. At the end stands what each stage
 * took (one over its budget is pointed out and fails nothing, since machines differ), what was red, and the count.
 * @returns whether all went well
 */
export async function runStages(stages: Stage[]): Promise<boolean> {
  const times: string[] = []
  const counted: Counted = { passed: 0, red: [], unstable: [], dearest: [] }
  let isFine = true
  for (const { name, budget, steps } of stages) {
    const since = performance.now()
    isFine = await runSteps(steps, counted)
    const took = Number(seconds(since))
    times.push(`   ${name}: ${took.toFixed(0)} s of ${budget} s${took > budget ? '  ← OVER BUDGET' : ''}`)
    if (!isFine) break
  }
  const dearest = counted.dearest.sort((a, b) => b.ms - a.ms).slice(0, 10)
  console.log(
    `\n── the ten dearest files\n${dearest.map(({ file, ms }) => `   ${Math.round(ms / 1000)} s ${file}`).join('\n')}`,
  )
  console.log(`\n── time\n${times.join('\n')}`)
  for (const name of counted.unstable) console.log(`unstable: ${name}`)
  for (const name of counted.red) console.log(`red: ${name}`)
  // A step that failed without a red test counts as one.
  const failed = isFine ? counted.red.length : Math.max(counted.red.length, 1)
  console.log(`── counted: ${counted.passed} passed, ${failed} failed`)
  return isFine
}
