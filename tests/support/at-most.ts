import type { Reporter } from 'vitest/node'

/** Fails a run of more tests than this: a browser is slow, and most behaviour shows over HTTP. */
export function atMost(limit: number): Reporter {
  return {
    onTestRunEnd(modules) {
      const count = modules.reduce((sum, { children }) => sum + [...children.allTests()].length, 0)
      if (count <= limit) return
      console.error(`\n${count} browser tests, of which there may be ${limit}: test over HTTP what needs no browser.`)
      process.exitCode = 1
    },
  }
}
