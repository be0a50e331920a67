/** Makes the first administrator, or a new link for one who has no other way in, and prints it: it works once. */
import { parseArgs } from 'node:util'
import { startCluster } from '../src/platform/database/cluster.ts'
import { openDatabase } from '../src/platform/database/connection.ts'
import { prepareDatabase } from '../src/platform/server/prepare-database.ts'
import { inTransaction } from '../src/platform/database/transaction.ts'
import { EMAIL_PATTERN } from '../src/platform/forms/fields.ts'
import { administratorLink } from '../src/system/accounts/index.ts'
import { configured } from './configured.ts'

const { values } = parseArgs({ options: { email: { type: 'string' }, name: { type: 'string' } } })
const { email, name } = values
if (!email || !EMAIL_PATTERN.test(email)) {
  process.stderr.write('Use: npm run admin -- --email you@example.nl --name "Your Name"\n')
  process.exit(1)
}
const config = configured()
const cluster = config.databaseUrl === undefined ? await startCluster({ dataDir: config.dataDir }) : null
const { connectionString } = await prepareDatabase({
  connectionString: config.databaseUrl ?? cluster!.connectionString,
  migration: config.migrationDatabaseUrl,
  reset: config.reset,
})
const { db, close } = openDatabase(connectionString, { max: 2 })
try {
  const { path, works } = await inTransaction(db, null, (trx) => administratorLink(trx, { email, name }))
  process.stdout.write(`${email} chooses a password here, once, within ${works}:\n${config.baseUrl}${path}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
await close()
await cluster?.stop()
