/** All tests: the list of `npm run check`, then the journeys in a real browser; with `deep` what takes long instead. */
import { BROWSER, DEEP, STATIC, UNIT_AND_HTTP } from './stages.ts'
import { runStages } from './steps.ts'

await runStages(process.argv.includes('deep') ? [DEEP] : [STATIC, UNIT_AND_HTTP, BROWSER])
