import { HttpError } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { getAppointment, listParts } from '../../planning/appointments/index.ts'
import { listResults } from '../../proof/results/index.ts'

/** The parts that took place or still will: a cancelled one has no results and keeps its status. */
export function heldParts<P extends { status: string }>(parts: P[]): P[] {
  const held = parts.filter(({ status }) => status !== 'cancelled')
  if (held.length === 0) throw new HttpError(409, 'Deze planning is geannuleerd en kan niet worden afgerond.')
  return held
}

/**
 * The planning of a course that a part belongs to, with everybody in it. @throws NotFound, HttpError when it is
 * cancelled
 */
export async function getPlanningToFinish(db: Db | Trx, viewer: Viewer, partId: number) {
  const appointment = await getAppointment(db, partId)
  const parts = heldParts(await listParts(db, appointment.group_id))
  const rows = await listResults(
    db,
    viewer,
    parts.map(({ id }) => id),
  )
  return { appointment, parts, rows }
}
export type PlanningToFinish = Awaited<ReturnType<typeof getPlanningToFinish>>
