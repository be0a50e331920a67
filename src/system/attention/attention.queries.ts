import { sql } from 'kysely'
import { type Viewer, may, viewerFor } from '../../platform/access/viewer.ts'
import type { Registry } from '../../platform/registry.ts'
import type { Db } from '../../platform/database/types.ts'
import { type Attention, attention } from './points.ts'

/** What this viewer may be told of, what is wrong before what waits. */
const offeredTo = (registry: Registry, viewer: Viewer): Attention[] =>
  registry
    .offered(attention, viewer)
    .filter(({ area, right }) => may(viewer, area, right))
    .sort((a, b) => Number(b.tone === 'danger') - Number(a.tone === 'danger'))

/** Whether anything could ever ask this viewer's attention. */
export const hasAttention = (registry: Registry, viewer: Viewer): boolean => offeredTo(registry, viewer).length > 0

/**
 * What asks attention now, with how many: one query for all that SQL counts, and none for who has nothing to look after.
 * @param ofMenu only what entries of the menu may wait for, since every page asks that
 */
export async function listAttention(db: Db, registry: Registry, viewer: Viewer, { ofMenu = false } = {}) {
  const offered = offeredTo(registry, viewer).filter((item) => !ofMenu || 'count' in item)
  if (offered.length === 0) return []
  const counts = offered.map((item) =>
    'count' in item ? sql`(${item.count(viewerFor(viewer, item.area, item.right))})` : sql`0`,
  )
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}]::integer[] as counts`.execute(db)
  const counted = await Promise.all(
    offered.map((item) =>
      'counted' in item ? item.counted(db, registry, viewerFor(viewer, item.area, item.right)) : Promise.resolve(0),
    ),
  )
  return offered.flatMap(({ name, icon, tone, label, url }, i) => {
    const count = rows[0]!.counts[i]! + counted[i]!
    return count === 0 ? [] : [{ name, icon, tone, url, count, label: count === 1 ? label.one : label.many }]
  })
}
