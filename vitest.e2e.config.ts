import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['tests/support/cluster.ts', 'tests/support/chromium.ts'],
    // A browser, a server and PostgreSQL each want a core of their own.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // As patient as the browser itself (tests/support/browser.ts).
    expect: { poll: { timeout: 15_000 } },
  },
})
