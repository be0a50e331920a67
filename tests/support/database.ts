import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { withDatabase } from '../../src/platform/database/cluster.ts'
import { type Database, openDatabase } from '../../src/platform/database/connection.ts'
import { templateName } from './cluster.ts'

export interface TestDatabase extends Database {
  connectionString: string
}

export interface TestDatabaseOptions {
  /** Connections of the pool. */
  max?: number
  /** Start from a database without any table instead of the migrated template. */
  empty?: boolean
}

/** A database of the test file's own, copied from the migrated template; `close` drops it. */
export async function testDatabase({ max = 5, empty = false }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = inject('testServer')
  const run = inject('testRun')
  const name = `${run}_${randomBytes(6).toString('hex')}`
  await onServer(
    server,
    `create database ${name} template ${empty ? 'template0' : templateName(run)} strategy file_copy`,
  )
  const connectionString = withDatabase(server, name)
  const database = openDatabase(connectionString, { max })
  return {
    ...database,
    connectionString,
    close: async () => {
      await database.close()
      await onServer(server, `drop database ${name} with (force)`)
    },
  }
}

async function onServer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
