import { readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { ClusterError } from './embedded/error.ts'

export const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** Any number will do, as long as nothing else in this database locks it. */
const LOCK = 7_103_251
const FILE_NAME = /^\d{14}_[a-z0-9_]+?__[a-z0-9_]+\.ts$/

/**
 * Brings the database to the newest migration, all in one transaction. Several processes may do so at once: one works,
 * the others wait and find it done. Returns the names of the migrations this call carried out.
 * @throws {ClusterError} when the database comes from another version; {Error} with the name of the migration that
 *   failed; nothing of the run is kept then
 */
export async function migrateToLatest<DB>(db: Kysely<DB>, folder = MIGRATIONS): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    // Neither waiting for the lock nor a long change of a large table may be cut off by the limits for requests.
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`set lock_timeout = 0`.execute(connection)
    await sql`select pg_advisory_lock(${LOCK})`.execute(connection)
    try {
      return await run(connection, folder)
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
      await sql`reset lock_timeout`.execute(connection)
    }
  })
}

async function run<DB>(connection: Kysely<DB>, folder: string): Promise<string[]> {
  await refuseUnknown(connection, folder)
  const migrator = new Migrator({ db: connection, provider: { getMigrations: () => load(folder) } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined) {
    const failed = results.find(({ status }) => status === 'Error')?.migrationName
    const reason = error instanceof Error ? error.message : JSON.stringify(error)
    throw new Error(failed ? `Migration ${failed} failed: ${reason}` : `Migrating failed: ${reason}`, { cause: error })
  }
  if (results.length > 0) await closeAllSets(connection)
  return results.map(({ migrationName }) => migrationName)
}

/**
 * What was changed in another shape of the tables cannot be taken back in this one; what can be for longer is tried, and
 * refused where it does not fit any more.
 */
async function closeAllSets<DB>(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('undoable_sets') is not null as there`.execute(db)
  if (rows[0]?.there)
    await sql`select close_change_sets(array_agg(change_set)) from undoable_sets
      where to_jsonb(undoable_sets) ->> 'until' is null having count(*) > 0`.execute(db)
}

/** Names of the migrations that the database has had; null when it never had any. */
async function executed<DB>(db: Kysely<DB>): Promise<string[] | null> {
  const { rows: tables } = await sql<{
    there: boolean
  }>`select to_regclass('kysely_migration') is not null as there`.execute(db)
  if (!tables[0]?.there) return null
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** @throws ClusterError when the database has had a migration that this version does not know */
async function refuseUnknown<DB>(db: Kysely<DB>, folder: string): Promise<void> {
  const known = new Set(names(folder))
  const unknown = (await executed(db))?.filter((name) => !known.has(name)) ?? []
  if (unknown.length > 0)
    throw new ClusterError(
      `The database was made by another version of Noordkaap: it has had the migration ${unknown[0]}, which this one does not know. Nothing was changed. Start the version that made it, or a newer one, or restore a backup.`,
    )
}

/** Whether every migration of this version of the product has been carried out; more may be there, from a newer one. */
export async function migrationsAtHead<DB>(db: Kysely<DB>, folder = MIGRATIONS): Promise<boolean> {
  const wanted = names(folder)
  const done = new Set(await executed(db))
  return done.size > 0 && wanted.every((name) => done.has(name))
}

function names(folder: string): string[] {
  const files = readdirSync(folder).filter((file) => !file.startsWith('.'))
  const strange = files.find((file) => !FILE_NAME.test(file))
  if (strange) throw new Error(`migrations/${strange} is not named <timestamp>_<table>__<what>.ts`)
  return files.map((file) => path.basename(file, '.ts')).sort()
}

async function load(folder: string): Promise<Record<string, Migration>> {
  const entries = names(folder).map(async (name): Promise<[string, Migration]> => {
    const module = (await import(pathToFileURL(path.join(folder, `${name}.ts`)).href)) as Migration
    return [name, module]
  })
  return Object.fromEntries(await Promise.all(entries))
}
