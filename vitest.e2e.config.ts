import { defineConfig } from 'vitest/config'
import { atMost } from './tests/support/at-most.ts'
import { fileReport } from './tests/support/file-report.ts'
import { longestFirst } from './tests/support/longest-first.ts'

export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['tests/support/cluster.ts', 'tests/support/chromium.ts'],
    reporters: ['default', atMost(60), fileReport()],
    sequence: { sequencer: longestFirst('popups.test.ts', 'enrolment.test.ts', 'regions.test.ts') },
    // As vitest.config.ts says.
    isolate: false,
    // A browser, a server and PostgreSQL each want a core of their own.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // As patient as the browser itself (tests/support/browser.ts).
    expect: { poll: { timeout: 15_000 }, requireAssertions: true },
  },
})
