/** Everything that must be green before a change is kept but the browser journeys; with `--near` what is near it. */
import { nearStages } from './near.ts'
import { STATIC, UNIT_AND_HTTP } from './stages.ts'
import { runStagesOnServer } from './test-server.ts'

await runStagesOnServer(process.argv.includes('--near') ? nearStages() : [STATIC, UNIT_AND_HTTP])
