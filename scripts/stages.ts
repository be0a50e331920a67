/** What is run before a change is kept. What was found fine is remembered under node_modules/.cache, by content. */
import type { Stage, Step } from './steps.ts'

const CACHE = 'node_modules/.cache'
const BUILD: Step = { name: 'build', run: { command: 'vite build --logLevel warn' } }

export const STATIC: Stage = {
  name: 'static',
  budget: 75,
  steps: [
    [
      { name: 'lint and types', run: { command: 'npm run --silent lint' } },
      {
        name: 'format',
        run: {
          command: `prettier --check --log-level warn --cache --cache-strategy content --cache-location ${CACHE}/prettier-check .`,
        },
      },
    ],
    { name: 'dead code', run: { command: 'knip --no-progress --no-config-hints' } },
    { name: 'licences', run: { command: 'node scripts/licences.ts' } },
    { name: 'schema', run: { command: 'node scripts/schema.ts --check' } },
  ],
}

export const UNIT_AND_HTTP: Stage = {
  name: 'unit and HTTP',
  budget: 460,
  // The HTTP tests read the manifest of the built browser side.
  steps: [BUILD, { name: 'tests', run: { tests: '' } }],
}

export const BROWSER: Stage = {
  name: 'browser',
  budget: 120,
  steps: [{ name: 'browser journeys', run: { tests: '--config vitest.e2e.config.ts' } }],
}

/** So many random requests, the same in each run, on both cores. */
const requests = (count: number): Step[] =>
  [0, count / 2].map((from) => ({
    name: `requests from ${from} on`,
    run: { tests: 'tests/platform/fuzz.test.ts' },
    env: { FUZZ_FROM: String(from), FUZZ_REQUESTS: String(count / 2) },
  }))

/** What takes longer than each change has, and must hold for each that lands. */
export const BREAKING: Stage = {
  name: 'kills and requests',
  budget: 300,
  steps: [
    BUILD,
    requests(15_000),
    { name: 'faults and starts', run: { tests: '--config vitest.breaking.config.ts' } },
    { name: 'kills', run: { tests: '--config vitest.deep.config.ts tests/deep/kills' } },
  ],
}

/** All that takes too long for each change: the same seeds each time, so that chance never stands in the way of one. */
export const DEEP: Stage = {
  name: 'deep',
  budget: 2400,
  steps: [
    BUILD,
    requests(100_000),
    { name: 'faults and starts', run: { tests: '--config vitest.breaking.config.ts' } },
    {
      name: 'much at random',
      run: {
        tests:
          'tests/training/sequences tests/training/waiting-list-sequences tests/training/participant-lists tests/inspections/planning-board rules.test',
      },
      env: {
        PROPERTY_RUNS: '2000',
        SEQUENCES: '60',
        IMPORT_FILES: '200',
        WAITING_SEQUENCES: '150',
        BOARD_MOVES: '2000',
      },
    },
    {
      name: 'the outbox of two phones',
      run: { tests: 'tests/platform/outbox-model' },
      env: { OUTBOX_OPERATIONS: '500' },
    },
    { name: 'every screen, light and dark', run: { tests: '--config vitest.deep.config.ts' } },
  ],
}
