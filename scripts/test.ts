/**
 * All tests: the list of `npm run check`, then the journeys in a real browser. With `breaking` or `deep` what takes
 * longer instead, and with `server` the files that are named after it, on the server of TEST_DATABASE_URL.
 */
import { BREAKING, BROWSER, DEEP, STATIC, UNIT_AND_HTTP } from './stages.ts'
import type { Stage } from './steps.ts'
import { runStagesOnServer } from './test-server.ts'

const [kind = 'all', ...files] = process.argv.slice(2)
const server: Stage = {
  name: 'another server',
  budget: 300,
  steps: [{ name: 'tests', run: { tests: files.join(' ') } }],
}
const STAGES: Record<string, Stage[]> = {
  all: [STATIC, UNIT_AND_HTTP, BROWSER],
  breaking: [BREAKING],
  deep: [DEEP],
  server: [server],
}
await runStagesOnServer(STAGES[kind]!)
