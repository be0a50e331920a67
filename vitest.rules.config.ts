import { defineConfig } from 'vitest/config'

/** Tests of rules alone: pure functions, no database and no browser. `npm run mutate` runs them against every mutant. */
export default defineConfig({
  test: {
    include: ['tests/**/*-rules.test.ts', 'tests/training/participant-lists/*.test.ts'],
    // Too slow to repeat for every mutant: lists written at random, and threads, which no mutant reaches.
    exclude: ['tests/training/participant-lists/{properties,text-properties,value-properties,thread}.test.ts'],
    environment: 'node',
    setupFiles: ['tests/support/properties.ts'],
    expect: { requireAssertions: true },
    testTimeout: 30_000,
  },
})
