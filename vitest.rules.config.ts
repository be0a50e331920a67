import { defineConfig } from 'vitest/config'

/** Tests of rules alone: pure functions, no database and no browser. Stryker runs them against each mutant. */
export default defineConfig({
  test: {
    include: ['tests/**/*-rules.test.ts', 'tests/training/participant-lists/*.test.ts'],
    environment: 'node',
  },
})
