/** Everything that must be green before a change is kept, at home and in CI, but for the browser journeys. */
import { STATIC, UNIT_AND_HTTP } from './stages.ts'
import { runStages } from './steps.ts'

await runStages([STATIC, UNIT_AND_HTTP])
