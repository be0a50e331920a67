import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { addDays } from '../../../platform/format/zone.ts'
import { coveredUntil } from './devices.rules.ts'

interface Due {
  id: number
  next_on: string | null
}

const doneOn = (trx: Trx, rows: readonly Due[], day: string) =>
  sql`
    update device_schedules r set last_on = ${day}::date, covered_until = done.covered_until
    from unnest(${rows.map(({ id }) => id)}::integer[],
      ${rows.map(({ next_on }) => coveredUntil(day, next_on))}::date[]) as done(id, covered_until)
    where r.id = done.id`.execute(trx)

/** What is lighter than these was done with them: the heavier covers the lighter. @param ids schedules of devices */
export async function coverLighter(trx: Trx, ids: readonly number[], day: string): Promise<void> {
  const { rows } = await sql<Due>`
    select r.id, r.next_on from device_schedules d
    join inspection_schedules h on h.id = d.schedule_id and h.kind in ('inspection', 'maintenance')
    join device_schedules r on r.device_id = d.device_id join inspection_schedules s on s.id = r.schedule_id
    where d.id = any(${[...ids]}::integer[]) and s.kind in ('inspection', 'maintenance') and s.weight < h.weight
      and coalesce(r.last_on < ${day}, true)
    order by r.id for update of r`.execute(trx)
  if (rows.length > 0) await doneOn(trx, rows, day)
}

/** Who comes does what is due within so many days. */
const SOON_DAYS = 60

/**
 * Devices were inspected on a day: by the schedule that is named, or else by the heaviest that is due soon, or else by
 * the one that is due first; with what is lighter.
 */
export async function markInspected(
  trx: Trx,
  inspected: readonly { device_id: number; schedule_id: number | null }[],
  day: string,
): Promise<void> {
  const ids = inspected.map(({ device_id }) => device_id)
  if (ids.length === 0) return
  await trx.selectFrom('device_schedules').select('id').where('device_id', 'in', ids).orderBy('id').forUpdate().execute() // prettier-ignore
  const soon = addDays(day, SOON_DAYS)
  const { rows } = await sql<Due>`
    select r.id, r.next_on
    from unnest(${ids}::integer[], ${inspected.map(({ schedule_id }) => schedule_id)}::integer[]) as i(device_id, schedule_id)
    cross join lateral (
      select r.id, r.next_on from device_schedules r join inspection_schedules s on s.id = r.schedule_id
      where r.device_id = i.device_id and case when i.schedule_id is null
        then s.kind in ('inspection', 'maintenance') and r.next_on is not null else r.schedule_id = i.schedule_id end
      order by case when r.next_on <= ${soon} then s.weight else 0 end desc, r.next_on, r.id limit 1
    ) r
    order by r.id`.execute(trx)
  if (rows.length === 0) return
  await doneOn(trx, rows, day)
  await coverLighter(trx, rows.map(({ id }) => id), day) // prettier-ignore
}
