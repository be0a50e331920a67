/**
 * The database of a test run (vitest's globalSetup): one throw-away cluster, or the server that TEST_DATABASE_URL names,
 * with two prepared templates that test files copy (`testDatabase`). Runs with the same TEST_RUN on one server share
 * the templates, which stay when a run ends.
 */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { applicationAccess, grantToApplication } from '../../src/platform/database/application-role.ts'
import { withDatabase } from '../../src/platform/database/cluster.ts'
import { type Database, openDatabase } from '../../src/platform/database/connection.ts'
import { migrateToLatest } from '../../src/platform/database/migrate.ts'
import { today } from '../../src/platform/format/zone.ts'
import { install, tell } from './template.ts'
import { type TestServer, throwAwayServer } from './throw-away-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the maintenance database. */
    testServer: string
    /** The same server in the name of the application's role. */
    testApplication: string
    /** What the names of this run's databases start with. */
    testRun: string
  }
}

/** With the demo story, and as a fresh installation. */
export const TEMPLATES = { story: 'template', installed: 'installed' } as const
export const templateName = (run: string, template: keyof typeof TEMPLATES) => `${run}_${TEMPLATES[template]}`
/** The role under which the application of a test works. */
export const roleName = (run: string) => `${run}_app`
/** Any number: runs that share their templates make them one after the other. */
const LOCK = 7_777_003

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL
  const server: TestServer = url ? { admin: url, end: async () => undefined } : await throwAwayServer()
  const shared = process.env.TEST_RUN
  // The story is told relative to today.
  const run = shared ? `${shared}_${today().replaceAll('-', '')}` : `noordkaap_test_${randomBytes(4).toString('hex')}`
  const end = async () => {
    if (!shared) {
      await dropAll(server.admin, run)
      await onServer(server.admin, (client) => client.query(`drop role if exists ${roleName(run)}`))
    }
    await server.end()
  }
  let application: string
  try {
    application = await onServer(server.admin, async (client) => {
      await client.query('select pg_advisory_lock($1)', [LOCK])
      return makeTemplates(client, server.admin, run)
    })
  } catch (error) {
    await end()
    throw error
  }
  project.provide('testServer', server.admin)
  project.provide('testApplication', application)
  project.provide('testRun', run)
  return end
}

/** @returns connection string of the application's role */
async function makeTemplates(client: pg.Client, admin: string, run: string): Promise<string> {
  const story = templateName(run, 'story')
  const installed = templateName(run, 'installed')
  const { connectionString } = await applicationAccess(admin, undefined, roleName(run))
  const { rowCount } = await client.query('select from pg_database where datname = $1', [installed])
  if (rowCount === 1) return connectionString
  // As in production: sorting and comparing in Dutch, whatever the server was set up with.
  await client.query(
    `create database ${story} template template0 encoding 'UTF8' locale_provider icu icu_locale 'nl-NL' locale 'C.UTF-8'`,
  )
  await within(admin, story, ({ db }) => migrateToLatest(db))
  const unfinished = `${run}_unfinished`
  await client.query(`create database ${unfinished} template ${story} strategy file_copy`)
  await within(admin, story, (database) => tell(database), connectionString)
  await within(admin, unfinished, (database) => install(database), connectionString)
  await client.query(`alter database ${unfinished} rename to ${installed}`)
  return connectionString
}

/** Works in one database as its owner; with a connection string the application may come in afterwards. */
async function within(
  admin: string,
  name: string,
  work: (database: Database) => Promise<unknown>,
  application?: string,
): Promise<void> {
  const owner = withDatabase(admin, name)
  const database = openDatabase(owner, { max: 4, statementTimeout: 0 })
  try {
    await work(database)
    if (application !== undefined) await grantToApplication(owner, withDatabase(application, name), true)
    await database.pool.query('vacuum analyze')
  } finally {
    await database.close()
  }
}

async function dropAll(admin: string, run: string): Promise<void> {
  await onServer(admin, async (client) => {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database where datname like $1', [
      `${run}\\_%`,
    ])
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
  })
}

async function onServer<T>(admin: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
