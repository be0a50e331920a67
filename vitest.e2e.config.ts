import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The walk over every screen takes as long as three other files: begun last, it would run alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = (file: TestSpecification) => file.moduleId.endsWith('/accessibility.test.ts')
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['tests/support/cluster.ts', 'tests/support/chromium.ts'],
    sequence: { sequencer: LongestFirst },
    // As vitest.config.ts says.
    isolate: false,
    // A browser, a server and PostgreSQL each want a core of their own.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // As patient as the browser itself (tests/support/browser.ts).
    expect: { poll: { timeout: 15_000 } },
  },
})
