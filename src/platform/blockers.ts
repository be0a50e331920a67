import { Blocked, type Reason } from './errors.ts'
import { formatCount } from './format/format.ts'
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
  what?: Happening
  /** Of one record; left out where `among` says it. */
  reasons?(db: Db | Trx, id: number, type: string): Promise<Reason[]>
  /** Of several at once that go together, where many are asked about. */
  among?(db: Db | Trx, ids: number[], type: string): Promise<Map<number, Reason[]>>
}

export const blockers = point<Blocker>('blockers')

/** The area whose right to change is the right to delete records of this type. */
export function deletionArea(registry: Registry, type: string): Area {
  const found = registry.screens.find(({ deletes, record }) => deletes === true && record?.type === type)
  return found && found.area !== 'public' ? found.area : registry.record(type).area
}

type Happening = 'delete' | 'disable'

/** Everything that blocks deleting (or disabling) these records; those that nothing blocks are not in it. */
export async function reasonsAgainstEach(
  db: Db | Trx,
  registry: Registry,
  type: string,
  ids: number[],
  happening: Happening = 'delete',
): Promise<Map<number, Reason[]>> {
  const found = new Map<number, Reason[]>()
  // One after the other: inside a transaction there is only one connection to ask.
  for (const blocker of registry.all(blockers))
    if (
      (typeof blocker.record === 'string' ? blocker.record === type : blocker.record(registry.record(type))) &&
      (blocker.what ?? happening) === happening
    )
      for (const [id, reasons] of await reasonsOf(blocker, db, ids, type)) {
        const some = reasons.filter((reason) => reason.count > 0)
        if (some.length > 0) found.set(id, [...(found.get(id) ?? []), ...some])
      }
  return found
}

async function reasonsOf(blocker: Blocker, db: Db | Trx, ids: number[], type: string): Promise<Map<number, Reason[]>> {
  if (ids.length === 0) return new Map()
  if (blocker.among) return blocker.among(db, ids, type)
  const found = new Map<number, Reason[]>()
  for (const id of ids) found.set(id, (await blocker.reasons?.(db, id, type)) ?? [])
  return found
}

/** Everything that blocks deleting (or disabling) this record; empty when nothing does. */
export async function reasonsAgainst(
  db: Db | Trx,
  registry: Registry,
  type: string,
  id: number,
  happening: Happening = 'delete',
): Promise<Reason[]> {
  return (await reasonsAgainstEach(db, registry, type, [id], happening)).get(id) ?? []
}

/** '2 inschrijvingen, 1 reservering en 1 incompany training'. */
export const reasonsText = (reasons: Reason[]): string =>
  new Intl.ListFormat('nl', { type: 'conjunction' }).format(
    reasons.map(({ label, one, count }) => formatCount(count, one ?? label.toLowerCase(), label.toLowerCase())),
  )

/** @throws Blocked (409) with the reasons when something hangs on the record */
export async function assertDeletable(db: Db | Trx, registry: Registry, type: string, id: number): Promise<void> {
  const reasons = await reasonsAgainst(db, registry, type, id)
  if (reasons.length > 0) throw new Blocked(reasons)
}
