import { type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { isOfOwnFirm, listDevices } from '../../devices/devices/index.ts'
import type { Result } from './results.ts'

/** Whether a device is of the customer of an order, over rows of both tables. */
export const isOfBuyer = sql<SqlBool>`(devices.company_id = orders.company_id
  or orders.company_id is null and devices.contact_id = orders.contact_id)`

/** Whether a visit that is not finished says what came of a device. */
export const atOpenVisit = sql<SqlBool>`exists (select from visits v where v.id = order_devices.visit_id and not v.done)`

/** The devices of an order with what is done to each, as one walks past them. */
export const orderDevicesOf = (db: Db | Trx, orderId: number) =>
  listDevices(db)
    .innerJoin('order_devices', 'order_devices.device_id', 'devices.id')
    .select((eb) => [
      'devices.device_category_id',
      'devices.product_id',
      'devices.replaces_device_id',
      'order_devices.schedule_id',
      'order_devices.checked',
      'order_devices.checked_on',
      'order_devices.covered',
      'order_devices.destination',
      'order_devices.id as row_id',
      'order_devices.version as row_version',
      'order_devices.visit_id',
      sql<boolean>`${atOpenVisit}`.as('at_open_visit'),
      sql<Result | null>`order_devices.result`.as('result'),
      'order_devices.remark',
      'order_devices.follow_up',
      'order_devices.new_serial_number',
      'order_devices.instrument_id',
      jsonArrayFrom(
        eb
          .selectFrom('order_actions')
          .innerJoin('actions', 'actions.id', 'order_actions.action_id')
          .select(['actions.id', 'actions.name', 'order_actions.done', 'order_actions.done_on'])
          .whereRef('order_actions.order_id', '=', 'order_devices.order_id')
          .whereRef('order_actions.device_id', '=', 'order_devices.device_id')
          .orderBy(sql`actions.name collate "nl-x-icu"`)
          .orderBy('actions.id'),
      ).as('actions'),
    ])
    .where('order_devices.order_id', '=', orderId)
    .orderBy('devices.walking_route_number')
    .orderBy('devices.number')
    .orderBy('devices.id')
    .execute()
export type OrderDevice = Awaited<ReturnType<typeof orderDevicesOf>>[number]

export async function orderDeviceNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('order_devices')
    .innerJoin('devices', 'devices.id', 'order_devices.device_id')
    .select(['order_devices.id', 'devices.number', 'devices.name'])
    .where('order_devices.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, number, name }) => [id, `${number} ${name}`]))
}

/** What can be done to devices: the actions in use of their categories and of those above these. */
export const applicable = (ids: readonly number[]) => sql<{ device_id: number; action_id: number }>`(
  with recursive above as (
    select d.id as device_id, c.id, c.parent_id from devices d
      join device_categories c on c.id = d.device_category_id where d.id = any(${[...ids]}::integer[])
    union
    select above.device_id, c.id, c.parent_id from above join device_categories c on c.id = above.parent_id
  ) select above.device_id, a.id as action_id, a.name, a.should_disable_device
    from above join actions a on a.device_category_id = above.id where a.active)`

/** The actions that devices of an order can still get, with the devices that lack each. */
export async function offeredActions(db: Db, orderId: number, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; name: string; device_ids: number[] }>`
    select f.action_id as id, f.name, array_agg(f.device_id order by f.device_id) as device_ids
    from ${applicable(ids)} f
    where not exists (select from order_actions o where o.order_id = ${orderId} and o.device_id = f.device_id
      and o.action_id = f.action_id)
    group by f.action_id, f.name order by f.name collate "nl-x-icu", f.action_id`.execute(db)
  return rows
}

const MOST_OFFERED = 500

/** Devices of the customer of an order that it does not carry yet, as one walks past them. */
export const attachableDevices = (db: Db, orderId: number) =>
  listDevices(db)
    .innerJoin('orders', (join) => join.on('orders.id', '=', orderId))
    .select('devices.device_category_id')
    .where(isOfBuyer)
    .where(sql<SqlBool>`not ${isOfOwnFirm}`)
    .where('devices.status', 'in', ['in_use', 'rejected'])
    .where(sql<SqlBool>`devices.id not in (select o.device_id from order_devices o where o.order_id = ${orderId})`)
    .orderBy('devices.walking_route_number')
    .orderBy('devices.number')
    .limit(MOST_OFFERED)
    .execute()

/** How many devices an order carries, for the tab in its popup. */
export const countOrderDevices = (id: number) =>
  sql<number>`(select count(*)::integer from order_devices where order_devices.order_id = ${id})`
