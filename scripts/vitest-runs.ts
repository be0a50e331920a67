/** Runs of vitest, in which a red file gets a second chance on its own. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { FileReport } from '../tests/support/file-report.ts'
import { runCommand } from './command.ts'

export interface Counted {
  passed: number
  /** Tests that are red, as `file > name`. */
  red: string[]
  /** Files that were red first and green alone. */
  unstable: string[]
  dearest: { file: string; ms: number }[]
}

/** So many files may be tried again in one run; more red ones have a cause. */
const MOST_UNSTABLE = 3
/** Whatever these find by chance is there: they are never tried again (docs/testing.md). */
const NEVER_AGAIN = /kills|faults|sequences|fuzz|races|attacks|bulk-runs|properties/
/** Files that were unstable in a run before, and still are to be mended. */
const KNOWN = 'tests/unstable.txt'

/** Whether red files get a second chance: few enough, none of them known for it, and none that looks for chance itself. */
export const mayRunAgain = (red: readonly string[], { known, unstable }: { known: string[]; unstable: number }) =>
  red.length > 0 &&
  red.length + unstable <= MOST_UNSTABLE &&
  red.every((file) => !NEVER_AGAIN.test(file) && !known.includes(file))

interface How {
  name: string
  env: Record<string, string>
  isAlone: boolean
}

/** @returns whether all tests are green, now or on their second chance */
export async function runTests(args: string, how: How, counted: Counted): Promise<boolean> {
  const { isFine, files } = await runOnce(args, how)
  for (const { file, ms, passed } of files) {
    counted.passed += passed
    counted.dearest.push({ file, ms })
  }
  if (isFine) return true
  const red = files.filter(({ red: names }) => names.length > 0)
  const all = red.flatMap(({ file, red: names }) => names.map((test) => `${file} > ${test}`))
  const config = /--config \S+/.exec(args)?.[0] ?? ''
  const known = readFileSync(KNOWN, 'utf8').split('\n')
  if (
    !mayRunAgain(
      red.map(({ file }) => file),
      { known, unstable: counted.unstable.length },
    )
  ) {
    counted.red.push(...all)
    return false
  }
  for (const { file, red: names } of red) {
    const second = await runOnce(`${config} ${file}`, { ...how, name: `${file} once more` })
    if (!second.isFine) {
      counted.red.push(...all)
      return false
    }
    counted.passed += names.length
    counted.unstable.push(file)
  }
  return true
}

async function runOnce(args: string, { name, env, isAlone }: How): Promise<{ isFine: boolean; files: FileReport[] }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'noordkaap-report-'))
  const report = path.join(folder, 'files.json')
  const command = `vitest run ${args}`
  try {
    const isFine = await runCommand(command, {
      env: { ...env, TEST_REPORT: report },
      isAlone,
      title: `\n── ${name}: ${command}`,
    })
    return { isFine, files: filesOf(report) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What a run that broke off did not write down is not known. */
function filesOf(report: string): FileReport[] {
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as FileReport[]
  } catch {
    return []
  }
}
