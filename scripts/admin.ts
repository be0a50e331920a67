/** Makes the first administrator and prints the one-time link for choosing a password. */
import { parseArgs } from 'node:util'
import { readConfig } from '../src/platform/config.ts'
import { startCluster } from '../src/platform/database/cluster.ts'
import { openDatabase } from '../src/platform/database/connection.ts'
import { prepareDatabase } from '../src/platform/database/prepare.ts'
import { inTransaction } from '../src/platform/database/transaction.ts'
import { EMAIL_PATTERN } from '../src/platform/forms/fields.ts'
import { addUser, issueToken } from '../src/system/accounts/index.ts'

const { values } = parseArgs({ options: { email: { type: 'string' }, name: { type: 'string' } } })
if (!values.email || !EMAIL_PATTERN.test(values.email) || !values.name?.trim()) {
  process.stderr.write('Use: npm run admin -- --email you@example.nl --name "Your Name"\n')
  process.exit(1)
}
const { email, name } = values
const config = readConfig()
const cluster = config.databaseUrl === undefined ? await startCluster({ dataDir: config.dataDir }) : null
const { connectionString } = await prepareDatabase({
  connectionString: config.databaseUrl ?? cluster!.connectionString,
  migration: config.migrationDatabaseUrl,
  reset: config.reset,
})
const { db, close } = openDatabase(connectionString, { max: 2 })
const existing = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
if (existing) {
  process.stderr.write('There is already an account with this e-mail address.\n')
  process.exitCode = 1
} else {
  const token = await inTransaction(db, null, async (trx) =>
    issueToken(trx, await addUser(trx, { email, name, roles: [1] }), 'first_use'),
  )
  process.stdout.write(
    `${name} chooses a password here, once, within 3 days:\n${config.baseUrl}/firstUse?token=${token}\n`,
  )
}
await close()
await cluster?.stop()
