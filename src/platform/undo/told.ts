import type { Trx } from '../database/types.ts'
import type { Registry } from '../registry.ts'
import { type RowChange, type Told, restorings } from './points.ts'

/** So many mails, by the name of their message. */
type Counts = ReadonlyMap<string, number>

/** How many mails of each message would go by themselves as things stand in this transaction. */
export async function toldNow(trx: Trx, registry: Registry, changes: readonly RowChange[]): Promise<Counts> {
  const counts = new Map<string, number>()
  for (const { tells } of registry.all(restorings))
    for (const { template, mails } of (await tells?.(trx, changes)) ?? [])
      counts.set(template, (counts.get(template) ?? 0) + mails)
  return counts
}

/** What has come to it. */
export const moreTold = (before: Counts, after: Counts): Told[] =>
  [...after].flatMap(([template, count]) => {
    const mails = count - (before.get(template) ?? 0)
    return mails > 0 ? [{ template, mails }] : []
  })
