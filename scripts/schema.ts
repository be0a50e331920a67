/**
 * Writes what is told of the migrated database: src/platform/database/schema.ts, its types, and docs/schema.sql, for
 * people. With --check it only compares and exits with 1 when a committed file differs.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { generate, PostgresDialect } from 'kysely-codegen'
import { startCluster } from '../src/platform/database/cluster.ts'
import { openDatabase } from '../src/platform/database/connection.ts'
import { migrateToLatest } from '../src/platform/database/migrate.ts'
import { describeSchema } from './schema-sql.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

for (const [name, generated] of Object.entries(await describeDatabase())) {
  const file = path.join(ROOT, name)
  if (!process.argv.includes('--check')) {
    writeFileSync(file, generated)
    console.log(`${name} is written.`)
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== generated) {
    console.error(`${name} does not match the migrations: run npm run schema.`)
    process.exitCode = 1
  }
}

/** The files by their path in the repository. */
async function describeDatabase(): Promise<Record<string, string>> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'noordkaap-schema-'))
  chmodSync(dataDir, 0o711)
  const cluster = await startCluster({ dataDir, fsync: false })
  const { db, close } = openDatabase(cluster.connectionString, { max: 2, statementTimeout: 0 })
  try {
    await migrateToLatest(db)
    return {
      'src/platform/database/schema.ts': await generate({
        db,
        dialect: new PostgresDialect({ dateParser: 'string', numericParser: 'string', defaultSchemas: ['public'] }),
        defaultSchemas: ['public'],
        excludePattern: '(kysely_*|graphile_worker.*)',
        // What the parsers of connection.ts make of them.
        typeMapping: { int8: 'number', json: 'unknown', jsonb: 'unknown' },
        outFile: null,
      }),
      'docs/schema.sql': await describeSchema(db),
    }
  } finally {
    await close()
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
