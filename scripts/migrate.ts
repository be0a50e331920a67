/**
 * Brings the database of DATABASE_URL, or the embedded one, to the newest migration, and the application's role to its
 * rights.
 */
import { startCluster } from '../src/platform/database/cluster.ts'
import { prepareDatabase } from '../src/platform/server/prepare-database.ts'
import { configured } from './configured.ts'

try {
  const { databaseUrl, migrationDatabaseUrl, dataDir, reset } = configured()
  const cluster = databaseUrl === undefined ? await startCluster({ dataDir }) : undefined
  try {
    const { migrated } = await prepareDatabase({
      connectionString: databaseUrl ?? cluster!.connectionString,
      migration: migrationDatabaseUrl,
      reset,
    })
    console.log(migrated.length === 0 ? 'The database was up to date.' : `Carried out:\n${migrated.join('\n')}`)
  } finally {
    await cluster?.stop()
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
