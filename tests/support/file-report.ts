import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter } from 'vitest/node'

/** How one file of tests went. */
export interface FileReport {
  file: string
  ms: number
  passed: number
  /** The names of its red tests, or what kept it from being read. */
  red: string[]
}

/** Writes how each file went to the file that TEST_REPORT names, for whoever started the run. */
export function fileReport(): Reporter {
  return {
    onTestRunEnd(modules) {
      const report = modules.map((module): FileReport => {
        const tests = [...module.children.allTests()]
        const red = tests.filter((test) => test.result().state === 'failed').map((test) => test.fullName)
        const isBroken = red.length === 0 && !module.ok()
        return {
          file: path.relative('.', module.moduleId),
          ms: module.diagnostic().duration,
          passed: tests.filter((test) => test.result().state === 'passed').length,
          red: isBroken ? ['(what it needs)'] : red,
        }
      })
      if (process.env.TEST_REPORT) writeFileSync(process.env.TEST_REPORT, JSON.stringify(report))
    },
  }
}
