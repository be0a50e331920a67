import { migrateJobs } from '../jobs/jobs.ts'
import { type Access, applicationAccess, grantToApplication, isOwner } from '../database/application-role.ts'
import { type Database, openDatabase } from '../database/connection.ts'
import { ClusterError } from '../database/embedded/error.ts'
import { migrateToLatest, migrationsAtHead } from '../database/migrate.ts'

export interface PrepareOptions {
  /** Connection string of who works with the database: the application's, or the owner's when that is all there is. */
  connectionString: string
  /** Connection string of the owner of the tables, when the application has a user of its own. */
  migration: string | undefined
  /** Whether the application may put everything back to the demo story. */
  reset: boolean
  /** What else the owner does before the application starts. */
  fill?: (owner: Database) => Promise<void>
}

export interface Prepared extends Access {
  /** Names of the migrations that were carried out. */
  migrated: string[]
}

/**
 * Brings the database to the newest migration as the owner of the tables, and the application's role to the rights it
 * needs (README, Deployment). Several processes may do so at once.
 * @throws {ClusterError} when the application's user cannot connect, or nobody here may migrate and it is needed
 */
export async function prepareDatabase({ connectionString, migration, reset, fill }: PrepareOptions): Promise<Prepared> {
  const owner = migration ?? connectionString
  const database = openDatabase(owner, { max: 2, statementTimeout: 0 })
  try {
    if (!(await isOwner(owner))) {
      if (!(await migrationsAtHead(database.db)))
        throw new ClusterError(
          'The tables belong to another user, who has to migrate first: set MIGRATION_DATABASE_URL, or run npm run migrate with it.',
        )
      await fill?.(database)
      return { connectionString, plain: true, migrated: [] }
    }
    const access = await applicationAccess(owner, migration === undefined ? undefined : connectionString)
    const migrated = await migrateToLatest(database.db)
    await migrateJobs(database.pool)
    const plain = await grantToApplication(owner, access.connectionString, reset)
    await fill?.(database)
    return { ...access, plain, migrated }
  } finally {
    await database.close()
  }
}
