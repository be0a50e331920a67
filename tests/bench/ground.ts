import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedStory } from '../../src/demo.ts'
import { startCluster } from '../../src/platform/database/cluster.ts'
import { type Database, openDatabase } from '../../src/platform/database/connection.ts'
import { migrateToLatest } from '../../src/platform/database/migrate.ts'
import { migrateJobs } from '../../src/platform/jobs/jobs.ts'
import { openSales } from './bulk-sales.ts'
import { SAVED_VIEW } from './scenarios.ts'
import { MANY, SCALES, type Scale, seedBulk } from './bulk.ts'

/** A filled database on a cluster of its own, and what a server that works with it is started with. */
export interface Ground {
  database: Database
  env: Record<string, string>
  /** The id of a view that the planner has saved. */
  view: number
  /** The many companies have the ids after this one. */
  company0: number
  /** One of the many orders. */
  order: number
  /** The process of PostgreSQL that all others of the cluster stem from. */
  postgres: number
  stop: () => Promise<void>
}

/** The id of the planner's view, made where it is not there from an earlier time. */
async function savedView(db: Database['db']): Promise<number> {
  const { id: owner_id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'planner@noordkaap.example')
    .executeTakeFirstOrThrow()
  const kept = await db.selectFrom('saved_views').select('id').where('name', '=', SAVED_VIEW.name).executeTakeFirst()
  const view = { ...SAVED_VIEW, owner_id, position: 1 }
  return (kept ?? (await db.insertInto('saved_views').values(view).returning('id').executeTakeFirstOrThrow())).id
}

/** @param kept a folder to keep it in and to take it from a next time; by default it is made for once */
export async function layGround(scale: Scale, kept?: string): Promise<Ground> {
  if (kept) mkdirSync(kept, { recursive: true })
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'noordkaap-bench-'))
  chmodSync(dataDir, 0o711)
  const cluster = await startCluster({
    dataDir,
    fsync: false,
    settings: { shared_buffers: '1GB', max_wal_size: '4GB', max_connections: '300' },
  })
  const database = openDatabase(cluster.connectionString, { max: 2, statementTimeout: 0 })
  await migrateToLatest(database.db)
  await migrateJobs(database.pool)
  const { people } = await database.db
    .selectFrom('contacts')
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .executeTakeFirstOrThrow()
  if (people === 0) await seedStory(database.db)
  if (people < SCALES[scale]) console.log('seeding', scale, await seedBulk(database.pool, SCALES[scale]))
  await openSales(database.pool)
  const { company0 } = await database.db
    .selectFrom('companies')
    .select(({ fn, eb }) => eb(fn.min('id'), '-', 1).as('company0'))
    .where('client_id', '>', MANY)
    .executeTakeFirstOrThrow()
  const { order } = await database.db
    .selectFrom('orders')
    .select(({ fn, eb }) => eb(fn.max('id'), '-', 500).as('order'))
    .executeTakeFirstOrThrow()
  return {
    database,
    order: Number(order),
    company0: Number(company0),
    view: await savedView(database.db),
    postgres: Number(readFileSync(join(cluster.dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]),
    env: {
      DATABASE_URL: cluster.connectionString,
      DATA_DIR: dataDir,
      PORT: '0',
      NOORDKAAP_DEMO: '1',
      LOG_LEVEL: 'silent',
      NODE_ENV: 'production',
      SESSION_SECRET: 'only for measuring, never elsewhere',
    },
    stop: async () => {
      await database.close()
      await cluster.stop()
      if (!kept) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
