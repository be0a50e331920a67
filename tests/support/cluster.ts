/**
 * The database of a test run (vitest's globalSetup): one throw-away cluster, or the server that TEST_DATABASE_URL names,
 * with one migrated and prepared template that every test file copies (`testDatabase`).
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { applicationAccess, grantToApplication } from '../../src/platform/database/application-role.ts'
import { startCluster, withDatabase } from '../../src/platform/database/cluster.ts'
import { openDatabase } from '../../src/platform/database/connection.ts'
import { migrateToLatest } from '../../src/platform/database/migrate.ts'
import { prepare } from './template.ts'

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

interface TestServer {
  admin: string
  end: () => Promise<void>
}

export const templateName = (run: string) => `${run}_template`
/** The role under which the application of a test works. */
export const roleName = (run: string) => `${run}_app`

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL
    ? { admin: process.env.TEST_DATABASE_URL, end: async () => undefined }
    : await throwAwayServer()
  const run = `noordkaap_test_${randomBytes(4).toString('hex')}`
  const end = async () => {
    await dropAll(server.admin, run)
    await onServer(server.admin, (client) => client.query(`drop role if exists ${roleName(run)}`))
    await server.end()
  }
  let application: string
  try {
    application = await makeTemplate(server.admin, run)
  } catch (error) {
    await end()
    throw error
  }
  project.provide('testServer', server.admin)
  project.provide('testApplication', application)
  project.provide('testRun', run)
  return end
}

async function throwAwayServer(): Promise<TestServer> {
  const dataDir = scratchFolder()
  // As root the server runs under another account, which must be able to enter the folder.
  chmodSync(dataDir, 0o711)
  const cluster = await startCluster({
    dataDir,
    fsync: false,
    settings: { max_connections: '200', max_wal_size: '4GB' },
  })
  return {
    admin: withDatabase(cluster.connectionString, 'postgres'),
    end: async () => {
      await cluster.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A folder in memory where there is room: copying the template takes a tenth of the time there. */
function scratchFolder(): string {
  const memory = '/dev/shm'
  const home = existsSync(memory) && freeBytes(memory) > 2 * 1024 ** 3 ? memory : os.tmpdir()
  for (const name of readdirSync(home)) {
    const pid = /^noordkaap-test-(\d+)-/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) rmSync(path.join(home, name), { recursive: true, force: true })
  }
  return mkdtempSync(path.join(home, `noordkaap-test-${process.pid}-`))
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** @returns connection string of the application's role */
async function makeTemplate(admin: string, run: string): Promise<string> {
  const name = templateName(run)
  // As in production: sorting and comparing in Dutch, whatever the server was set up with.
  await onServer(admin, (client) =>
    client.query(
      `create database ${name} template template0 encoding 'UTF8' locale_provider icu icu_locale 'nl-NL' locale 'C.UTF-8'`,
    ),
  )
  const owner = withDatabase(admin, name)
  const database = openDatabase(owner, { max: 4, statementTimeout: 0 })
  try {
    await migrateToLatest(database.db)
    await prepare(database)
    const { connectionString } = await applicationAccess(owner, undefined, roleName(run))
    await grantToApplication(owner, connectionString, true)
    await database.pool.query('vacuum analyze')
    return connectionString
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
