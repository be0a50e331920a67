import { sql } from 'kysely'
import { type Viewer, may } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import type { Services } from '../../../platform/services.ts'
import { getAppointment, listParts } from '../../planning/appointments/index.ts'
import { freePlaces } from './enrolment.rules.ts'
import { waysOut } from './points.ts'

/** What else there is for so many people, and how many of them the planning has places for. */
export async function listWaysOut(
  db: Db,
  viewer: Viewer,
  { registry }: Pick<Services, 'registry'>,
  appointmentId: number,
) {
  const { group_id } = await getAppointment(db, appointmentId)
  const given = registry.all(waysOut).filter(({ area, right }) => may(viewer, area, right))
  if (given.length === 0) return { ways: [], free: 0 }
  const { rows } = await sql<{ open: boolean[] }>`
    select array[${sql.join(given.map((way) => way.when(viewer, group_id)))}] as open`.execute(db)
  const parts = await listParts(db, group_id)
  return {
    ways: given
      .filter((_way, i) => rows[0]!.open[i])
      .map((way) => ({ label: way.label, short: way.short, icon: way.icon, url: way.url(group_id) })),
    free: Math.max(0, Math.min(...parts.map(freePlaces))),
  }
}
