import { defineConfig } from 'vitest/config'
import { fileReport } from './tests/support/file-report.ts'
import { longestFirst } from './tests/support/longest-first.ts'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts', 'islands/**/*.test.{ts,tsx}'],
    exclude: ['tests/breaking/**', 'tests/e2e/**', 'tests/deep/**', 'node_modules/**'],
    environment: 'node',
    reporters: ['default', fileReport()],
    globalSetup: ['tests/support/cluster.ts'],
    setupFiles: ['tests/support/properties.ts'],
    sequence: {
      sequencer: longestFirst(
        'fuzz.test.ts',
        'bad-input.test.ts',
        'every-change.test.ts',
        'every-screen.test.ts',
        'save-reads.test.ts',
        'undo-every-change.test.ts',
      ),
    },
    // Half of the time goes by in waiting for PostgreSQL.
    maxWorkers: 3,
    // Every test file has a database of its own; loading the product once per worker halves the time of the suite.
    isolate: false,
    // A test that asserts nothing is red.
    expect: { poll: { timeout: 15_000 }, requireAssertions: true },
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
})
