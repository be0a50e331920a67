import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { HttpError, NotFound } from '../../../platform/errors.ts'
import { forgetFiles } from '../../../platform/files/kept-files.ts'
import { today } from '../../../platform/format/zone.ts'
import type { Registry } from '../../../platform/registry.ts'
import type { Services } from '../../../platform/services.ts'
import { type Destination, lockSale } from '../../../administration/sales/sales/index.ts'
import { isOfOwnFirm } from '../../devices/devices/index.ts'
import { filesOf } from './inspecting.commands.ts'
import { isOfBuyer } from './order-devices.queries.ts'

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
