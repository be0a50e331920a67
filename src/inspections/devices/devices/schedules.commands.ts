import type { Trx } from '../../../platform/database/types.ts'
import { lockVersion } from '../../../platform/database/versioned.ts'
import type { DeviceScheduleEdit } from './devices.forms.ts'
import { coveredUntil } from './devices.rules.ts'
import { coverLighter } from './inspecting.commands.ts'

/**
 * When something was done last, and whether and how often it applies. What is lighter was done with it: the heavier
 * covers the lighter.
 * @throws NotFound, Stale when someone else saved first
 */
export async function editDeviceSchedule(
  trx: Trx,
  id: number,
  { version, last_on, repeat_after, applies }: DeviceScheduleEdit,
): Promise<number> {
  const row = await lockVersion(trx, 'device_schedules', id, version, { last_on, repeat_after, applies })
  const isDone = last_on !== null && last_on !== row.last_on
  const covered_until = isDone ? coveredUntil(last_on, row.next_on) : last_on === null ? null : row.covered_until
  await trx.updateTable('device_schedules').set({ last_on, repeat_after, applies, covered_until }).where('id', '=', id).execute() // prettier-ignore
  if (isDone) await coverLighter(trx, [id], last_on)
  return row.device_id
}
