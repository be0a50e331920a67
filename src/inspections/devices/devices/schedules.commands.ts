import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { lockVersion } from '../../../platform/database/versioned.ts'
import type { DeviceScheduleEdit } from './devices.forms.ts'
import { coveredUntil } from './devices.rules.ts'

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
  if (isDone) await coverLighter(trx, row.device_id, id, last_on)
  return row.device_id
}

async function coverLighter(trx: Trx, deviceId: number, id: number, doneOn: string): Promise<void> {
  const { rows } = await sql<{ id: number; next_on: string | null }>`
    select r.id, r.next_on from device_schedules r join inspection_schedules s on s.id = r.schedule_id
    where r.device_id = ${deviceId} and s.kind in ('inspection', 'maintenance') and coalesce(r.last_on < ${doneOn}, true)
      and s.weight < (select h.weight from device_schedules d join inspection_schedules h on h.id = d.schedule_id
        where d.id = ${id} and h.kind in ('inspection', 'maintenance'))
    order by r.id for update of r`.execute(trx)
  for (const lighter of rows)
    await trx
      .updateTable('device_schedules')
      .set({ last_on: doneOn, covered_until: coveredUntil(doneOn, lighter.next_on) })
      .where('id', '=', lighter.id)
      .execute()
}
