import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp, createServices } from './app.ts'
import { isEmpty, seedStory } from './demo.ts'
import { type Config, ConfigError, isBehindUnknownProxy, readConfig } from './platform/config.ts'
import { ClusterError, startCluster } from './platform/database/cluster.ts'
import { openDatabase } from './platform/database/connection.ts'
import { prepareDatabase } from './platform/server/prepare-database.ts'
import { watchProcess } from './platform/server/last-resort.ts'
import { createLog } from './platform/log.ts'
import { pdfThread } from './platform/pdf/thread.ts'
import { greeting } from './platform/greeting.ts'
import { askTwoStepOfAdministrators } from './system/settings/index.ts'
import { withSimulators } from './simulators.ts'

/** How long running requests may take to finish after SIGTERM. */
const GRACE_MS = 10_000
/** After this the process ends with whatever still hangs: who stops it waits for 30 s at most. */
const LIMIT_MS = 25_000
/** The same where something broke that nobody caught: what it held is better done by a process that is whole. */
const BROKEN = { graceMs: 3_000, limitMs: 8_000 }
/** After this, what a process before left in the folder of files is looked for: the start itself is busy enough. */
const SWEEP_AFTER_MS = 5 * 60_000
/** An embedded database that cannot be started for so long is told to whoever looks after this process. */
const GIVE_UP_MS = 120_000

async function run(config: Config): Promise<void> {
  const log = createLog(config.logLevel)
  const cluster =
    config.databaseUrl === undefined
      ? await startCluster({
          dataDir: config.dataDir,
          onDown: (err) => log.error({ err }, 'embedded database'),
        })
      : null
  const { connectionString, plain } = await prepareDatabase({
    connectionString: config.databaseUrl ?? cluster!.connectionString,
    migration: config.migrationDatabaseUrl,
    reset: config.reset,
    fill: async ({ db }) => {
      if (!config.demo) await askTwoStepOfAdministrators(db)
      else if (await isEmpty(db)) await seedStory(db, { hasPast: config.demoPast, config })
    },
  })
  if (isBehindUnknownProxy(config))
    log.warn('visitors through a proxy all have its address, and slow down each other: set TRUST_PROXY')
  if (!plain) log.warn('the application works with all rights of its tables: see Deployment in README.md')
  const { db, pool, close } = openDatabase(connectionString, {
    max: 20,
    onError: (err) => log.warn({ err }, 'database connection lost'),
  })

  // A supervisor may do better than we when the embedded database does not come back.
  const isAlive = () => Date.now() - (cluster?.downSince ?? Date.now()) < GIVE_UP_MS
  const services = createServices({ config, db, pool, log, connectionString })
  pdfThread()
  const server = createServer(createApp(services, undefined, isAlive))
  await services.changes.start()
  await services.jobs.start(services)
  await services.jobs.add(db, 'secrets.reseal', {}, { key: 'secrets.reseal' })
  const later = new Date(Date.now() + SWEEP_AFTER_MS)
  await services.jobs.add(db, 'files.sweep', {}, { key: 'files.sweep', runAt: later })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  // Who keeps this process going starts it again only if it could be started at all.
  process.send?.('listening')
  process.stdout.write(greeting(config, { port, clusterDir: cluster?.dataDir ?? null, nobody: await isEmpty(db) }))

  let stopping = false
  const stop = async (status: number, { graceMs, limitMs }: typeof BROKEN) => {
    if (stopping) return
    stopping = true
    setTimeout(() => {
      log.error('stopping took too long; what still ran is cut off')
      process.exit(1)
    }, limitMs).unref()
    const closed = new Promise((resolve) => server.close(resolve))
    await services.changes.stop()
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), graceMs).unref()
    await services.jobs.stop()
    await closed
    await close()
    await cluster?.stop()
    process.exit(status)
  }
  const asked = () => void stop(0, { graceMs: GRACE_MS, limitMs: LIMIT_MS })
  process.on('SIGTERM', asked)
  process.on('SIGINT', asked)
  // Whoever keeps this process going is gone.
  process.on('disconnect', asked)
  watchProcess(services, () => void stop(1, BROKEN).catch(() => process.exit(1)))
}

try {
  await run(await withSimulators(readConfig()))
} catch (error) {
  const known = error instanceof ConfigError || error instanceof ClusterError
  const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
  const message = taken
    ? 'The port is in use: stop what listens there or choose another with PORT.'
    : (error as Error).message
  process.stderr.write(known || taken ? `${message}\n` : `${(error as Error).stack}\n`)
  process.exit(1)
}
