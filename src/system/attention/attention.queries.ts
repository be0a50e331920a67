import { sql } from 'kysely'
import { type Viewer, may, viewerFor } from '../../platform/access/viewer.ts'
import type { Registry } from '../../platform/registry.ts'
import type { Db } from '../../platform/database/types.ts'
import { type Attention, attention } from './points.ts'

/** What this viewer may be told of. */
const offeredTo = (registry: Registry, viewer: Viewer): Attention[] =>
  registry.all(attention).filter(({ area }) => may(viewer, area))

/** Whether anything could ever ask this viewer's attention. */
export const hasAttention = (registry: Registry, viewer: Viewer): boolean => offeredTo(registry, viewer).length > 0

/** What asks attention now, with how many; one query for all, and none for who has nothing to look after. */
export async function listAttention(db: Db, registry: Registry, viewer: Viewer) {
  const offered = offeredTo(registry, viewer)
  if (offered.length === 0) return []
  const counts = offered.map((item) => sql`(${item.count(viewerFor(viewer, item.area))})`)
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}]::integer[] as counts`.execute(db)
  return offered.flatMap(({ name, icon, tone, label, url }, i) => {
    const count = rows[0]!.counts[i]!
    return count === 0 ? [] : [{ name, icon, tone, url, count, label: count === 1 ? label.one : label.many }]
  })
}
