import { defineConfig } from 'vitest/config'
import { longestFirst } from './tests/support/longest-first.ts'
import base from './vitest.config.ts'

/** What breaks off and starts again, and every job done twice: before a change lands (`npm run test:breaking`). */
export default defineConfig({
  ...base,
  test: {
    ...base.test!,
    include: ['tests/breaking/**/*.test.ts'],
    exclude: [],
    sequence: { sequencer: longestFirst('jobs-twice.test.ts', 'faults.test.ts') },
  },
})
