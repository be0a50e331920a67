import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { grantToApplication } from '../../src/platform/database/application-role.ts'
import { withDatabase } from '../../src/platform/database/cluster.ts'
import { type Database, openDatabase } from '../../src/platform/database/connection.ts'
import { templateName } from './cluster.ts'

export interface TestDatabase extends Database {
  connectionString: string
  /** The owner of the tables, who may do what the application may not. */
  owner: Database
}

export interface TestDatabaseOptions {
  /** Connections of the pool. */
  max?: number
  /** Start from a database without any table instead of the migrated template. */
  empty?: boolean
  /** Who works with it: the owner of the tables, or the role that the application has. */
  as?: 'owner' | 'application'
  /** What the owner makes in an empty database before the application may come in. */
  install?: (owner: Database) => Promise<void>
}

/** A database of the test file's own, copied from the migrated template; `close` drops it. */
export async function testDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { max = 5, empty = false, as = 'owner', install } = options
  const server = inject('testServer')
  const run = inject('testRun')
  const name = `${run}_${randomBytes(6).toString('hex')}`
  await onServer(
    server,
    `create database ${name} template ${empty ? 'template0' : templateName(run)} strategy file_copy`,
  )
  const ownersString = withDatabase(server, name)
  const connectionString = as === 'owner' ? ownersString : withDatabase(inject('testApplication'), name)
  const owner = openDatabase(ownersString, { max: as === 'owner' ? max : 2 })
  await install?.(owner)
  if (empty && as === 'application') await grantToApplication(ownersString, connectionString, true)
  const database = as === 'owner' ? owner : openDatabase(connectionString, { max })
  return {
    ...database,
    connectionString,
    owner,
    close: async () => {
      await database.close()
      if (owner !== database) await owner.close()
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
