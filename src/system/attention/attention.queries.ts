import { sql } from 'kysely'
import { type Viewer, may, viewerFor } from '../../platform/access/viewer.ts'
import type { Registry } from '../../platform/registry.ts'
import type { Db } from '../../platform/database/types.ts'
import { type ClosedRead, closedColumn, closedDaysOf, workingDaysBefore } from '../holidays/index.ts'
import { type Answered, type AttentionLine, type ShownGroup, groupsOf } from './attention.rules.ts'
import { type Attention, type WorkKind, type WaitingRow, attention } from './points.ts'

/** What this viewer may be told of, what is wrong before what waits. */
const offeredTo = (registry: Registry, viewer: Viewer): Attention[] =>
  registry
    .offered(attention, viewer)
    .filter(({ area, right }) => may(viewer, area, right))
    .sort((a, b) => Number(b.tone === 'danger') - Number(a.tone === 'danger'))

/** Whether anything could ever ask this viewer's attention. */
export const hasAttention = (registry: Registry, viewer: Viewer): boolean => offeredTo(registry, viewer).length > 0

const toldOf = ({ name, icon, tone, url, label }: Attention, count: number): Omit<AttentionLine, 'day'> => ({
  name,
  icon,
  tone,
  url,
  count,
  label: count === 1 ? label.one : label.many,
})

/** What entries of the menu may wait for, with how many: one query, and none for who has nothing to look after. */
export async function listMenuCounts(
  db: Db,
  registry: Registry,
  viewer: Viewer,
): Promise<Omit<AttentionLine, 'day'>[]> {
  const offered = offeredTo(registry, viewer).filter((one) => 'rows' in one)
  if (offered.length === 0) return []
  const counts = offered.map((one) => sql`(select count(*) from (${one.rows(viewerOf(one, viewer))}) of_line)`)
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}]::integer[] as counts`.execute(db)
  return offered.flatMap((one, i) => (rows[0]!.counts[i] ? [toldOf(one, rows[0]!.counts[i])] : []))
}

const viewerOf = ({ area, right }: Attention, viewer: Viewer): Viewer => viewerFor(viewer, area, right)

interface Read {
  lines: Record<number, { count: number; day: string }> | null
  plannings: Partial<Record<WorkKind, number[]>> | null
  others: Partial<Record<WorkKind, number>> | null
  closed: ClosedRead
}

/** All that SQL counts, and which days are no working days, in one round trip. */
async function readLines(db: Db, viewer: Viewer, offered: readonly Attention[]): Promise<Read> {
  const lines = offered.flatMap((one, i) =>
    'rows' in one
      ? [
          sql`select ${sql.lit(i)}::integer, ${sql.lit(one.kind)}::text, r.day, r.planning
          from (${one.rows(viewerOf(one, viewer))}) r`,
        ]
      : [],
  )
  const none = sql`select 0, '', null::date, null::integer where false`
  const { rows } = await sql<Read>`
    with waiting (line, kind, day, planning) as materialized (${sql.join([none, ...lines], sql` union all `)})
    select (select json_object_agg(line, json_build_object('count', count, 'day', day))
        from (select line, count(*) as count, min(day) as day from waiting group by line) l) as lines,
      (select json_object_agg(kind, plannings) from (select kind, json_agg(distinct planning) as plannings
        from waiting where planning is not null group by kind) p) as plannings,
      (select json_object_agg(kind, count) from (select kind, count(*) as count
        from waiting where planning is null group by kind) o) as others,
      ${closedColumn} as closed`.execute(db)
  return rows[0]!
}

const foundBy = async (one: Attention, db: Db, registry: Registry, viewer: Viewer): Promise<WaitingRow[]> =>
  'counted' in one ? one.counted(db, registry, viewerOf(one, viewer)) : []

/** What asks attention now, by the kind of work; the line whose harm comes first stands first. */
export async function listAttention(db: Db, registry: Registry, viewer: Viewer): Promise<ShownGroup[]> {
  const offered = offeredTo(registry, viewer)
  if (offered.length === 0) return []
  const [read, found] = await Promise.all([
    readLines(db, viewer, offered),
    Promise.all(offered.map((one) => foundBy(one, db, registry, viewer))),
  ])
  const { isClosed } = closedDaysOf(read.closed)
  const answered = offered.flatMap((one, i): Answered[] => {
    const rows = found[i]!
    const days = rows.map(({ day }) => day)
    const { count, day } = read.lines?.[i] ?? { count: rows.length, day: days.toSorted()[0]! }
    if (count === 0) return []
    const harm = workingDaysBefore(day, one.workingDaysBefore ?? 0, isClosed)
    return [{ kind: one.kind, rows, line: { ...toldOf(one, count), day: harm } }]
  })
  return groupsOf(answered, { plannings: read.plannings ?? {}, others: read.others ?? {} })
}
