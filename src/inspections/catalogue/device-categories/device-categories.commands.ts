import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { lockVersion } from '../../../platform/database/versioned.ts'
import type {
  DeviceCategoryEdit,
  DeviceCategoryInput,
  InspectionScheduleEdit,
  InspectionScheduleInput,
} from './device-categories.forms.ts'

/** Gives devices the schedules of their category and of those above it, and takes away what never applied. */
export const planDevices = (trx: Trx, ids: readonly number[]) =>
  sql`select plan_devices(${[...ids]}::integer[])`.execute(trx)

/** Likewise for all devices of a category and of those below it. */
const planCategory = (trx: Trx, id: number) =>
  sql`
    with recursive below as (
      select ${id}::integer as id
      union
      select c.id from device_categories c join below on c.parent_id = below.id
    )
    select plan_devices(array(select d.id from devices d where d.device_category_id in (select id from below) order by d.id))
  `.execute(trx)

export async function addCategory(trx: Trx, input: DeviceCategoryInput): Promise<number> {
  const { id } = await trx.insertInto('device_categories').values(input).returning('id').executeTakeFirstOrThrow()
  return id
}

/** @throws Stale when someone else saved first; a category below itself is refused by the database */
export async function editCategory(trx: Trx, id: number, { version, ...input }: DeviceCategoryEdit): Promise<void> {
  const before = await lockVersion(trx, 'device_categories', id, version, input)
  await trx.updateTable('device_categories').set(input).where('id', '=', id).execute()
  if (before.parent_id !== input.parent_id) await planCategory(trx, id)
}

/** Takes a schedule from the devices that were never done by it; the others keep it from being deleted. */
const unplan = (trx: Trx, scheduleId: number) => sql`select unplan_schedule(${scheduleId})`.execute(trx)

export async function deleteCategory(trx: Trx, id: number): Promise<void> {
  const schedules = await trx.selectFrom('inspection_schedules').select('id').where('category_id', '=', id).execute()
  for (const schedule of schedules) await deleteSchedule(trx, schedule.id)
  await trx.deleteFrom('device_categories').where('id', '=', id).execute()
}

export async function addSchedule(trx: Trx, category_id: number, input: InspectionScheduleInput): Promise<number> {
  const { id } = await trx
    .insertInto('inspection_schedules')
    .values({ ...input, category_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await planCategory(trx, category_id)
  return id
}

/** @throws NotFound, Stale when someone else saved first */
export async function editSchedule(trx: Trx, id: number, { version, ...input }: InspectionScheduleEdit): Promise<void> {
  const { category_id } = await lockVersion(trx, 'inspection_schedules', id, version, input)
  await trx.updateTable('inspection_schedules').set(input).where('id', '=', id).execute()
  await planCategory(trx, category_id)
}

export async function deleteSchedule(trx: Trx, id: number): Promise<void> {
  await unplan(trx, id)
  await trx.deleteFrom('inspection_schedules').where('id', '=', id).execute()
}
