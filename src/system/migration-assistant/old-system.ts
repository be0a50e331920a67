import type { Db, Trx } from '../../platform/database/types.ts'
import type { Services } from '../../platform/services.ts'
import { databaseSystem } from './database.adapter.ts'
import { folderSystem } from './folder.adapter.ts'
import { targetsOf } from './steps.rules.ts'
import type { OldSystem, Source } from './types.ts'

/** The older system that a move is from. */
export function systemOf(
  { config, registry }: Pick<Services, 'config' | 'registry'>,
  db: Db | Trx,
  { id, source }: { id: number; source: Source },
): OldSystem {
  const targets = targetsOf(registry)
  return source === 'database' ? databaseSystem(config.migration?.url ?? null, targets) : folderSystem(db, id, targets)
}
