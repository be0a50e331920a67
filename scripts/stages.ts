/** What is run before a change is kept. What was found fine is remembered under node_modules/.cache, by content. */
import type { Stage } from './steps.ts'

const CACHE = 'node_modules/.cache'
const compile = (project: string) =>
  `node node_modules/typescript-native/bin/tsc -p ${project} --incremental --tsBuildInfoFile ${CACHE}/tsc/${project}.tsbuildinfo`

export const STATIC: Stage = {
  name: 'static',
  budget: 60,
  steps: [
    [
      { name: 'lint', command: 'npm run --silent lint' },
      {
        name: 'types',
        command: ['tsconfig.json', 'tsconfig.client.json', 'tsconfig.browser-tests.json'].map(compile).join(' && '),
      },
      {
        name: 'format',
        command: `prettier --check --log-level warn --cache --cache-strategy content --cache-location ${CACHE}/prettier-check .`,
      },
    ],
    { name: 'licences', command: 'node scripts/licences.ts' },
    { name: 'schema', command: 'node scripts/schema.ts --check' },
  ],
}

export const UNIT_AND_HTTP: Stage = {
  name: 'unit and HTTP',
  budget: 150,
  steps: [
    // The HTTP tests read the manifest of the built browser side.
    { name: 'build', command: 'vite build --logLevel warn' },
    { name: 'tests', command: 'vitest run' },
  ],
}

export const BROWSER: Stage = {
  name: 'browser',
  budget: 180,
  steps: [{ name: 'browser journeys', command: 'vitest run --config vitest.e2e.config.ts' }],
}

const FUZZED = 100_000

/** What takes too long for every change: the same seeds each time, so that chance never stands in the way of one. */
export const DEEP: Stage = {
  name: 'deep',
  budget: 1800,
  steps: [
    { name: 'build', command: 'vite build --logLevel warn' },
    // Each on a core of its own.
    [0, FUZZED / 2].map((from) => ({
      name: `requests from ${from} on`,
      command: 'vitest run tests/platform/fuzz.test.ts',
      env: { FUZZ_FROM: String(from), FUZZ_REQUESTS: String(FUZZED / 2) },
    })),
    {
      name: 'much at random',
      command:
        'vitest run tests/platform/faults tests/training/sequences tests/training/waiting-list-sequences tests/training/participant-lists rules.test',
      env: { PROPERTY_RUNS: '2000', SEQUENCES: '60', WAITING_SEQUENCES: '150' },
    },
    { name: 'every screen, light and dark', command: 'vitest run --config vitest.deep.config.ts' },
  ],
}
