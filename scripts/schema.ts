/**
 * Writes src/platform/database/schema.ts, the types of the migrated database. With --check it only compares and exits
 * with 1 when the committed file differs.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { generate, PostgresDialect } from 'kysely-codegen'
import { startCluster } from '../src/platform/database/cluster.ts'
import { openDatabase } from '../src/platform/database/connection.ts'
import { migrateToLatest } from '../src/platform/database/migrate.ts'

const FILE = fileURLToPath(new URL('../src/platform/database/schema.ts', import.meta.url))

const generated = await generatedTypes()
if (!process.argv.includes('--check')) {
  writeFileSync(FILE, generated)
  console.log('src/platform/database/schema.ts is written.')
} else if (readFileSync(FILE, 'utf8') !== generated) {
  console.error('src/platform/database/schema.ts does not match the migrations: run npm run schema.')
  process.exitCode = 1
}

async function generatedTypes(): Promise<string> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'noordkaap-schema-'))
  chmodSync(dataDir, 0o711)
  const cluster = await startCluster({ dataDir, fsync: false })
  const { db, close } = openDatabase(cluster.connectionString, { max: 2, statementTimeout: 0 })
  try {
    await migrateToLatest(db)
    return await generate({
      db,
      dialect: new PostgresDialect({ dateParser: 'string', numericParser: 'string', defaultSchemas: ['public'] }),
      defaultSchemas: ['public'],
      excludePattern: '(kysely_*|graphile_worker.*)',
      // What the parsers of connection.ts make of them.
      typeMapping: { int8: 'number', json: 'unknown', jsonb: 'unknown' },
      outFile: null,
    })
  } finally {
    await close()
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
