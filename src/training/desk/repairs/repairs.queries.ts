import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import type { Registry } from '../../../platform/registry.ts'
import { type Finding, judgeStored, placeFor } from '../../planning/appointments/index.ts'

/** What lies further ahead changes too often to repair it now. */
export const REPAIR_DAYS = 28
const DAY_MS = 86_400_000

export interface Repair {
  id: number
  group_id: number
  description: string
  course: string
  place: string
  starts_at: Date
  ends_at: Date
  /** Red before orange. */
  findings: Finding[]
}

/** Parts of the coming weeks about which something is not right that no planner settled, the first to come in front. */
export async function listRepairs(db: Db, registry: Registry, viewer: Viewer): Promise<Repair[]> {
  const now = Date.now()
  const parts = await db
    .selectFrom('appointments')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .select([
      'appointments.id',
      'appointments.group_id',
      'appointments.description',
      'appointments.starts_at',
      'appointments.ends_at',
      'courses.description as course',
      placeFor(viewer).as('place'),
    ])
    .where('appointments.starts_at', '>', new Date(now))
    .where('appointments.starts_at', '<', new Date(now + REPAIR_DAYS * DAY_MS))
    .where('appointments.status', 'not in', ['cancelled', 'done'])
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id')
    .execute()
  const found = await judgeStored(
    db,
    registry,
    parts.map(({ id }) => id),
  )
  return parts.flatMap((part) => {
    const findings = (found.get(part.id) ?? []).filter(({ settled }) => settled !== true)
    return findings.length === 0 ? [] : [{ ...part, place: part.place ?? '', findings }]
  })
}
