/** All tests: the list of `npm run check`, then the journeys in a real browser. */
import { runSteps } from './steps.ts'

await runSteps([
  { name: 'check', command: 'node scripts/check.ts' },
  { name: 'browser journeys', command: 'vitest run --config vitest.e2e.config.ts' },
])
