import { sql } from 'kysely'
import type { Db } from '../../../platform/database/types.ts'
import type { Registry } from '../../../platform/registry.ts'
import { type Viewer, may } from '../../../platform/access/viewer.ts'
import type { Judged } from '../../../system/calendar/points.ts'
import { type Finding, judgeStored } from '../appointments/index.ts'
import { appointmentsArea } from '../appointments/rights.ts'
import { replacementsArea } from '../replacements/rights.ts'
import { isDuring } from './calendar.queries.ts'

/** As many as a view shows. */
const MOST_JUDGED = 5_000

/** For who is away: where others take over what is open of that absence. */
function mendOf(findings: readonly Finding[]): Judged['mend'] {
  const conflicts = findings.flatMap(({ resource, conflicts = [] }) => (resource === 'contact' ? conflicts : []))
  const absence = conflicts.find(({ record }) => record === 'absence')
  return absence && { label: 'Vervanger kiezen', url: `/replacements/of/${absence.record_id}` }
}

/** What is not right about the coming parts of a period, for who plans; by id of the part. */
export async function judgePeriod(
  db: Db,
  registry: Registry,
  viewer: Viewer,
  { from, to }: { from: Date; to: Date },
): Promise<Record<number, Judged>> {
  if (!may(viewer, appointmentsArea, 'change')) return {}
  const { rows } = await sql<{ id: number }>`
    select id from appointments
    where ${isDuring(from, to)} and ends_at > now() and status <> 'cancelled'
    order by starts_at limit ${sql.lit(MOST_JUDGED)}`.execute(db)
  const found = await judgeStored(
    db,
    registry,
    rows.map(({ id }) => id),
  )
  const replaces = may(viewer, replacementsArea, 'change')
  const judged = [...found].filter(([, findings]) => findings.length > 0)
  return Object.fromEntries(
    judged.map(([id, findings]) => [
      id,
      {
        tone: findings.some(({ tone }) => tone === 'red') ? 'red' : 'orange',
        texts: findings.map(({ text }) => text),
        mend: replaces ? mendOf(findings) : undefined,
      } satisfies Judged,
    ]),
  )
}
