/** Brings the database of DATABASE_URL, or the embedded one, to the newest migration. */
import { startCluster } from '../src/platform/database/cluster.ts'
import { openDatabase } from '../src/platform/database/connection.ts'
import { migrateToLatest } from '../src/platform/database/migrate.ts'
import { readConfig } from '../src/platform/config.ts'

try {
  const { databaseUrl, dataDir } = readConfig()
  const cluster = databaseUrl === undefined ? await startCluster({ dataDir }) : undefined
  const { db, close } = openDatabase(databaseUrl ?? cluster!.connectionString, { max: 1, statementTimeout: 0 })
  try {
    const done = await migrateToLatest(db)
    console.log(done.length === 0 ? 'The database was up to date.' : `Carried out:\n${done.join('\n')}`)
  } finally {
    await close()
    await cluster?.stop()
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
