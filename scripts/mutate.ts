/**
 * Breaks the rules in every way Stryker knows and asks of each file that the tests notice enough of it: a good total hides
 * a bad file. `npm run mutate -- src/x/y.rules.ts …` does so with these files alone; other arguments are Stryker's own.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type MutationReport, mutationScores, scoreLine } from './mutation-scores.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'))
const { jsonReporter, thresholds } = read('stryker.config.json') as {
  jsonReporter: { fileName: string }
  thresholds: { low: number }
}

const given = process.argv.slice(2)
const files = given.filter((argument) => argument.endsWith('.rules.ts'))
const others = given.filter((argument) => !files.includes(argument))
// What an earlier run said is no answer to this one.
rmSync(path.join(ROOT, jsonReporter.fileName), { force: true })
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/@stryker-mutator/core/bin/stryker.js',
    'run',
    ...(files.length > 0 ? ['--mutate', files.join()] : []),
    ...others,
  ],
  { cwd: ROOT, stdio: 'inherit' },
)

if (existsSync(path.join(ROOT, jsonReporter.fileName))) {
  const scores = mutationScores(read(jsonReporter.fileName) as MutationReport)
  const below = scores.filter(({ score }) => score < thresholds.low)
  console.log(['', ...scores.map((each) => scoreLine(each, thresholds.low))].join('\n'))
  console.log(`${below.length} of ${scores.length} files below ${thresholds.low} %.`)
  process.exitCode = status !== 0 || below.length > 0 || scores.length === 0 ? 1 : 0
} else {
  console.error('Stryker ended without a report.')
  process.exitCode = 1
}
