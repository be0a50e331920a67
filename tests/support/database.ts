import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
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
  /** What it begins as: the demo story, a fresh installation, or a database without any table. */
  from?: 'story' | 'installed' | 'nothing'
  /** Who works with it: the owner of the tables, or the role that the application has. */
  as?: 'owner' | 'application'
}

/** A database of the test file's own, copied from a template; `close` drops it. */
export async function testDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { max = 5, from = 'story', as = 'owner' } = options
  const server = inject('testServer')
  const run = inject('testRun')
  const name = `${run}_${randomBytes(6).toString('hex')}`
  const template = from === 'nothing' ? 'template0' : templateName(run, from)
  await onServer(server, `create database ${name} template ${template} strategy file_copy`)
  const ownersString = withDatabase(server, name)
  const connectionString = as === 'owner' ? ownersString : withDatabase(inject('testApplication'), name)
  const owner = openDatabase(ownersString, { max: as === 'owner' ? max : 2 })
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
