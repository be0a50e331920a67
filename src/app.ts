import { fileURLToPath } from 'node:url'
import type { RequestHandler } from 'express'
import type pg from 'pg'
import { assembled } from './platform/area.ts'
import type { Config } from './platform/config.ts'
import type { Db } from './platform/database/types.ts'
import { DiskFileStore } from './platform/files/file-store.ts'
import { heldFiles } from './platform/files/held-files.ts'
import { type Assets, readAssets } from './platform/http/assets.ts'
import { ChangeFeed } from './platform/http/change-feed.ts'
import { createServer } from './platform/server/server.ts'
import { Views } from './platform/http/views.ts'
import { Jobs } from './platform/jobs/jobs.ts'
import type { Log } from './platform/log.ts'
import type { Manifest } from './platform/manifest.ts'
import { Registry } from './platform/registry.ts'
import type { Services } from './platform/services.ts'
import { administration } from './administration/index.ts'
import { inspections } from './inspections/index.ts'
import { relations } from './relations/index.ts'
import { signInOf } from './system/accounts/index.ts'
import { system } from './system/index.ts'
import { training } from './training/index.ts'

/** All areas, lower ones first; the only list of them. */
export const areas: Manifest[] = [system, relations, administration, training, inspections]
export const manifests: Manifest[] = assembled(areas)

const root = fileURLToPath(new URL('..', import.meta.url))

/** Wires the services of one process together. */
export function createServices(base: {
  config: Config
  db: Db
  pool: pg.Pool
  log: Log
  connectionString: string
}): Services {
  const { connectionString, ...rest } = base
  const registry = new Registry(manifests)
  return {
    ...rest,
    views: new Views(`${root}/views`, { reload: base.config.environment === 'development' && base.config.dev }),
    files: new DiskFileStore(
      `${base.config.dataDir}/files`,
      `${root}/src/system/documents/samples`,
      registry.all(heldFiles).flatMap(({ folders }) => folders),
    ),
    jobs: new Jobs(connectionString, base.log),
    changes: new ChangeFeed(connectionString, base.log),
    registry,
  }
}

/**
 * The Express application over these services.
 * @param isAlive whether this process can still do its work, for those who look after it
 */
export function createApp(
  services: Services,
  assets: Assets = readAssets(`${root}/public/build`),
  isAlive = () => true,
) {
  const { passport } = signInOf(services)
  return createServer(services, {
    publicDir: `${root}/public`,
    assets,
    isAlive,
    signIn: passport.session() as RequestHandler,
  })
}
