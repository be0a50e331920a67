import { defineConfig } from 'vitest/config'

/** Tests of rules alone: pure functions, no database and no browser. `npm run mutate` runs them against every mutant. */
export default defineConfig({
  test: {
    include: ['tests/**/*-rules.test.ts', 'tests/training/participant-lists/*.test.ts'],
    // They read lists that were written at random, thousands of lines each: too slow to repeat for every mutant.
    exclude: ['tests/training/participant-lists/properties.test.ts'],
    environment: 'node',
    setupFiles: ['tests/support/properties.ts'],
    expect: { requireAssertions: true },
  },
})
