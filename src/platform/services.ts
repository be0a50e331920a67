import type pg from 'pg'
import type { Config } from './config.ts'
import type { Db } from './database/types.ts'
import type { FileStore } from './files/file-store.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Log } from './log.ts'
import type { ChangeFeed } from './http/change-feed.ts'
import type { Registry } from './registry.ts'
import type { Views } from './http/views.ts'

/** What handlers may reach; made once in `app.ts` and handed down, never imported as a global. */
export interface Services {
  config: Config
  db: Db
  pool: pg.Pool
  log: Log
  views: Views
  files: FileStore
  jobs: Jobs
  changes: ChangeFeed
  registry: Registry
}

/**
 * Makes something at its first use and keeps it for the process, such as throttles. The services of a save, which ask
 * over the connection of its transaction, share the pool and so get the same one.
 */
export function singleton<T>(make: (services: Services) => T): (services: Services) => T {
  const made = new WeakMap<pg.Pool, T>()
  return (services) => {
    let found = made.get(services.pool)
    if (found === undefined) made.set(services.pool, (found = make(services)))
    return found
  }
}
