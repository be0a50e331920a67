import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { HttpError, Invalid, NotFound } from '../../../platform/errors.ts'
import { today } from '../../../platform/format/zone.ts'
import type { Registry } from '../../../platform/registry.ts'
import { getAction } from '../../catalogue/actions/index.ts'
import { setStatus } from '../../devices/devices/index.ts'
import { attachToOrder } from './order-devices.commands.ts'
import { applicable } from './order-devices.queries.ts'
import { refuseReported } from './restoring.ts'

const put = (trx: Trx, orderId: number, ids: readonly number[], actionId: number | null) =>
  sql`
    insert into order_actions (order_id, device_id, action_id, should_disable_device)
    select ${orderId}, f.device_id, f.action_id, f.should_disable_device from ${applicable(ids)} f
    where ${actionId}::integer is null or f.action_id = ${actionId}
    order by f.device_id, f.action_id
    on conflict (order_id, device_id, action_id) do nothing`.execute(trx)

/**
 * Puts an action on an order for devices, which come onto it where they were not.
 * @throws NotFound; Invalid for a device of another category; HttpError (409) where the order is settled, a device of
 * another customer or the action no longer in use
 */
export async function makeActions(
  trx: Trx,
  registry: Registry,
  orderId: number,
  actionId: number,
  ids: readonly number[],
): Promise<void> {
  const action = await getAction(trx, actionId)
  if (!action.active) throw new HttpError(409, `De actie ‘${action.name}’ is niet meer in gebruik.`)
  await attachToOrder(trx, registry, orderId, ids)
  const { rows: fitting } = await sql`select from ${applicable(ids)} f where f.action_id = ${actionId}`.execute(trx)
  if (fitting.length !== new Set(ids).size)
    throw new Invalid({ device_ids: [`Kies apparaten van de categorie ${action.category} of eronder.`] })
  await put(trx, orderId, ids, actionId)
}

/** Puts a device on an order with all that can be done to it. @throws as attachToOrder */
export async function placeActions(trx: Trx, registry: Registry, orderId: number, deviceId: number): Promise<void> {
  await attachToOrder(trx, registry, orderId, [deviceId])
  await put(trx, orderId, [deviceId], null)
}

/** One action on an order, as its address names it. */
export interface OrderAction {
  order_id: number
  device_id: number
  action_id: number
}

/**
 * Says that an action was done, or was not after all. One that disables the device rejects it; taken back the device is
 * in use again, unless another one holds or somebody decided otherwise.
 * @param visit_id the visit at which it was done
 * @throws NotFound; HttpError (409) for what was done at a visit that is finished
 */
export async function setActionDone(trx: Trx, of: OrderAction, done: boolean, visit_id: number | null = null) {
  const device = await trx
    .selectFrom('devices')
    .select('status')
    .where('id', '=', of.device_id)
    .forUpdate()
    .executeTakeFirst()
  const rows = await trx
    .selectFrom('order_actions')
    .selectAll()
    .where('order_id', '=', of.order_id)
    .where('device_id', '=', of.device_id)
    .orderBy('id')
    .forUpdate()
    .execute()
  const row = rows.find(({ action_id }) => action_id === of.action_id)
  if (!row || !device) throw new NotFound('Actie op deze order')
  if (row.done === done) return
  await refuseReported(trx, row.visit_id === null ? [] : [row.visit_id])
  await trx.updateTable('order_actions').set({ done, done_on: done ? today() : null, visit_id: done ? visit_id : null }).where('id', '=', row.id).execute() // prettier-ignore
  if (!row.should_disable_device) return
  const holds = rows.some((other) => other.id !== row.id && other.done && other.should_disable_device)
  if (done && device.status === 'in_use') await setStatus(trx, [of.device_id], 'rejected')
  if (!done && !holds && device.status === 'rejected') await setStatus(trx, [of.device_id], 'in_use')
}
