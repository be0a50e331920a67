/** Adds bulk of the story's shape for measuring: `npm run seed -- --scale 10k|100k|1m`. */
import { parseArgs } from 'node:util'
import { isEmpty, seedStory } from '../src/demo.ts'
import { startCluster } from '../src/platform/database/cluster.ts'
import { prepareDatabase } from '../src/platform/server/prepare-database.ts'
import { SCALES, type Scale, seedBulk } from '../tests/bench/bulk.ts'
import { configured } from './configured.ts'

const { values } = parseArgs({ options: { scale: { type: 'string', default: '10k' } } })
if (!(values.scale in SCALES)) {
  process.stderr.write(`Use: npm run seed -- --scale ${Object.keys(SCALES).join('|')}\n`)
  process.exit(1)
}
const config = configured()
const cluster = config.databaseUrl === undefined ? await startCluster({ dataDir: config.dataDir }) : null
let counts: Record<string, number> = {}
let startedAt = 0
await prepareDatabase({
  connectionString: config.databaseUrl ?? cluster!.connectionString,
  migration: config.migrationDatabaseUrl,
  reset: config.reset,
  fill: async ({ db, pool }) => {
    if (await isEmpty(db)) await seedStory(db, { config })
    startedAt = performance.now()
    counts = await seedBulk(pool, SCALES[values.scale as Scale])
  },
})
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
process.stdout.write(
  `${Object.entries(counts)
    .map(([table, count]) => `${count} ${table}`)
    .join(', ')} added in ${seconds} s\n`,
)
await cluster?.stop()
