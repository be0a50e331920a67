import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { HttpError, Invalid, NotFound } from '../../../platform/errors.ts'
import { forgetFiles } from '../../../platform/files/kept-files.ts'
import { today } from '../../../platform/format/zone.ts'
import type { Registry } from '../../../platform/registry.ts'
import type { Services } from '../../../platform/services.ts'
import { type Destination, lockSale } from '../../../administration/sales/sales/index.ts'
import { getAction } from '../../catalogue/actions/index.ts'
import { isOfOwnFirm, setStatus } from '../../devices/devices/index.ts'
import { filesOf } from './inspecting.commands.ts'
import { applicable, isOfBuyer } from './order-devices.queries.ts'

export interface AttachedDevice {
  order_id: number
  device_id: number
  /** By which schedule it is looked at; null for what is due then. */
  schedule_id: number | null
}

/** Puts devices on orders of who owns them; those that stand there already stay as they are. */
export async function attachDevices(trx: Trx, rows: readonly AttachedDevice[]): Promise<void> {
  await sql`
    insert into order_devices (order_id, device_id, schedule_id)
    select r.order_id, r.device_id, r.schedule_id
    from unnest(${rows.map(({ order_id }) => order_id)}::integer[], ${rows.map(({ device_id }) => device_id)}::integer[],
      ${rows.map(({ schedule_id }) => schedule_id)}::integer[]) as r(order_id, device_id, schedule_id)
    on conflict (order_id, device_id) do nothing`.execute(trx)
}

export const carriesDevices = async (trx: Trx, orderId: number): Promise<boolean> =>
  (await trx.selectFrom('order_devices').select('id').where('order_id', '=', orderId).limit(1).executeTakeFirst()) !==
  undefined

const lockOrder = (trx: Trx, registry: Registry, id: number) => lockSale(trx, registry, { type: 'order', id })

/** @throws Invalid where one of them is somebody else's */
async function refuseStrange(trx: Trx, orderId: number, ids: readonly number[]): Promise<void> {
  const theirs = await trx
    .selectFrom('devices')
    .innerJoin('orders', (join) => join.on('orders.id', '=', orderId))
    .select(['devices.id', isOfOwnFirm.as('own')])
    .where('devices.id', 'in', [...ids])
    .where(isOfBuyer)
    .execute()
  if (theirs.some(({ own }) => own)) throw new HttpError(409, OWN)
  if (theirs.length !== new Set(ids).size) throw new HttpError(409, OTHERS)
}
const OWN = 'Dit is een apparaat van uw eigen onderneming. Dat staat op geen order.'
const OTHERS = 'Dit apparaat is van een andere klant dan de order.'

/** @throws HttpError (409) where the order is settled, or a device is of another customer */
export async function attachToOrder(trx: Trx, registry: Registry, orderId: number, ids: readonly number[]) {
  await lockOrder(trx, registry, orderId)
  await refuseStrange(trx, orderId, ids)
  await attachDevices(trx, ids.map((device_id) => ({ order_id: orderId, device_id, schedule_id: null }))) // prettier-ignore
}

/** What was to be done to it goes along. @throws NotFound; HttpError (409) where something was done already */
export async function removeFromOrder(
  trx: Trx,
  services: Pick<Services, 'jobs' | 'registry'>,
  orderId: number,
  deviceId: number,
): Promise<void> {
  await lockOrder(trx, services.registry, orderId)
  const [row] = await trx
    .selectFrom('order_devices')
    .select((eb) => [
      'id',
      'checked',
      'destination',
      eb
        .exists(
          eb
            .selectFrom('order_actions')
            .select('order_actions.id')
            .where('order_id', '=', orderId)
            .where('device_id', '=', deviceId)
            .where('done', '=', true),
        )
        .as('worked'),
    ])
    .where('order_id', '=', orderId)
    .where('device_id', '=', deviceId)
    .execute()
  if (!row) throw new NotFound('Apparaat op deze order')
  if (row.checked) throw new HttpError(409, 'Dit apparaat is op deze order al gekeurd.')
  if (row.destination !== null) throw new HttpError(409, 'Over dit apparaat is al besloten.')
  if (row.worked) throw new HttpError(409, 'Aan dit apparaat is op deze order al gewerkt.')
  const files = await filesOf(trx, [row.id])
  await trx.deleteFrom('order_devices').where('id', '=', row.id).execute()
  await forgetFiles(trx, services, files)
}

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

/** Work of a visit that is finished stands in its report and is billed. @throws HttpError (409) */
async function refuseReported(trx: Trx, visitId: number | null): Promise<void> {
  if (visitId === null) return
  const { done } = await trx
    .selectFrom('visits')
    .select('done')
    .where('id', '=', visitId)
    .forShare()
    .executeTakeFirstOrThrow()
  if (done) throw new HttpError(409, 'Deze actie is bij een afgerond bezoek gedaan en wordt niet meer gewijzigd.')
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
  await refuseReported(trx, row.visit_id)
  await trx.updateTable('order_actions').set({ done, done_on: done ? today() : null, visit_id: done ? visit_id : null }).where('id', '=', row.id).execute() // prettier-ignore
  if (!row.should_disable_device) return
  const holds = rows.some((other) => other.id !== row.id && other.done && other.should_disable_device)
  if (done && device.status === 'in_use') await setStatus(trx, [of.device_id], 'rejected')
  if (!done && !holds && device.status === 'rejected') await setStatus(trx, [of.device_id], 'in_use')
}

/** These cost nothing, as the contract of their order has it. */
export const coverDevices = (trx: Trx, orderId: number, ids: readonly number[]) =>
  trx
    .updateTable('order_devices')
    .set({ covered: true })
    .where('order_id', '=', orderId)
    .where('device_id', 'in', [...ids])
    .execute()

/** Where devices of an order went; what is billed was looked at today. */
export const decideDevices = (trx: Trx, orderId: number, ids: readonly number[], destination: Destination) =>
  trx
    .updateTable('order_devices')
    .set({
      destination,
      ...(destination === 'invoice'
        ? { checked: true, checked_on: sql<string>`coalesce(order_devices.checked_on, ${today()}::date)` }
        : {}),
    })
    .where('order_id', '=', orderId)
    .where('device_id', 'in', [...ids])
    .returning(['device_id', 'schedule_id', 'result'])
    .execute()

/** Devices of an order come onto the order that follows it, with what is still to be done to them. */
export async function passDevices(trx: Trx, orderId: number, ids: readonly number[], to: number): Promise<void> {
  const rows = await trx
    .selectFrom('order_devices')
    .select(['device_id', 'schedule_id'])
    .where('order_id', '=', orderId)
    .where('device_id', 'in', [...ids])
    .execute()
  await attachDevices(
    trx,
    rows.map((row) => ({ ...row, order_id: to })),
  )
  await trx
    .updateTable('order_actions')
    .set({ order_id: to })
    .where('order_id', '=', orderId)
    .where('device_id', 'in', [...ids])
    .where('done', '=', false)
    .execute()
}
