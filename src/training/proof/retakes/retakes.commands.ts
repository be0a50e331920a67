import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { enrol } from '../../places/enrolment/index.ts'

interface Named {
  contact_id: number
  group_id: number
}

/** Nobody plans them again. Who was set aside already stays so, for the reason that was given then. */
export async function setAside(trx: Trx, rows: readonly Named[], reason: string): Promise<void> {
  if (rows.length === 0) return
  await trx
    .insertInto('retakes_set_aside')
    .values(rows.map(({ contact_id, group_id }) => ({ contact_id, group_id, reason })))
    .onConflict((conflict) => conflict.columns(['contact_id', 'group_id']).doNothing())
    .execute()
}

/** They are to be planned again after all. */
export async function bringBack(trx: Trx, { contact_id, group_id }: Named): Promise<void> {
  await trx
    .deleteFrom('retakes_set_aside')
    .where('contact_id', '=', contact_id)
    .where('group_id', '=', group_id)
    .execute()
}

/** They are enrolled again, each group in the same parts, by the command that enrols everybody. */
export async function enrolAgain(
  trx: Trx,
  viewer: Viewer,
  going: readonly { parts: number[]; contactIds: number[] }[],
): Promise<{ partIds: number[]; enrolmentIds: number[] }> {
  const done = { partIds: [] as number[], enrolmentIds: [] as number[] }
  for (const { parts, contactIds } of going)
    for (const appointmentId of parts) {
      const enrolled = await enrol(trx, viewer, { appointmentId, contactIds, whatAppointments: 'this' })
      done.partIds.push(...enrolled.partIds)
      done.enrolmentIds.push(...enrolled.enrolmentIds)
    }
  return done
}
