import { Blocked, type Reason } from './errors.ts'
import type { Db, Trx } from './database/types.ts'
import type { KnownRecord } from './manifest.ts'
import type { Area } from './access/rights.ts'
import { point } from './points.ts'
import type { Registry } from './registry.ts'

/** Reasons that block deleting (or disabling) a record; every area adds those it knows of. Zero counts are left out. */
export interface Blocker {
  /** The record type, or which types. */
  record: string | ((type: KnownRecord) => boolean)
  /** What it keeps from happening; both when absent. */
  what?: 'delete' | 'disable'
  reasons(db: Db | Trx, id: number, type: string): Promise<Reason[]>
}

export const blockers = point<Blocker>('blockers')

/** The area whose right to change is the right to delete records of this type. */
export function deletionArea(registry: Registry, type: string): Area {
  const found = registry.screens.find(({ deletes, record }) => deletes === true && record?.type === type)
  return found && found.area !== 'public' ? found.area : registry.record(type).area
}

/** Everything that blocks deleting (or disabling) this record; empty when nothing does. */
export async function reasonsAgainst(
  db: Db | Trx,
  registry: Registry,
  type: string,
  id: number,
  happening: 'delete' | 'disable' = 'delete',
): Promise<Reason[]> {
  const reasons: Reason[] = []
  // One after the other: inside a transaction there is only one connection to ask.
  for (const blocker of registry.all(blockers))
    if (
      (typeof blocker.record === 'string' ? blocker.record === type : blocker.record(registry.record(type))) &&
      (blocker.what ?? happening) === happening
    )
      reasons.push(...(await blocker.reasons(db, id, type)))
  return reasons.filter((reason) => reason.count > 0)
}

/** @throws Blocked (409) with the reasons when something hangs on the record */
export async function assertDeletable(db: Db | Trx, registry: Registry, type: string, id: number): Promise<void> {
  const reasons = await reasonsAgainst(db, registry, type, id)
  if (reasons.length > 0) throw new Blocked(reasons)
}
