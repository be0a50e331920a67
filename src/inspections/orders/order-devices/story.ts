import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import type { Story } from '../../../platform/story.ts'
import { attachDevices } from './order-devices.commands.ts'
import { applicable } from './order-devices.queries.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    orderDevices: {
      /** Of De Linde, of whose three devices one was looked at. */
      order: number
      /** One that was not, with an action that stands there and one that can still come. */
      device: number
      placed: number
      action: number
      /** One of the same customer that the order does not carry. */
      other: number
    }
  }
}

const lastOrderOf = async (trx: Trx, company: number) =>
  (await trx.selectFrom('orders').select('id').where('company_id', '=', company).where('status', '=', 'open').orderBy('id', 'desc').executeTakeFirstOrThrow()).id // prettier-ignore

const devicesOf = async (trx: Trx, company: number, count: number) =>
  (await trx.selectFrom('devices').select('id').where('company_id', '=', company).where('status', '=', 'in_use').orderBy('id').limit(count).execute()).map(({ id }) => id) // prettier-ignore

const attach = (trx: Trx, order: number, ids: readonly number[]) =>
  attachDevices(
    trx,
    ids.map((device_id) => ({ order_id: order, device_id, schedule_id: null })),
  )

/** Three orders with devices: one half done, one not begun, and one of the teacher. */
export async function seedOrderDevices(trx: Trx, story: Story, now: Date): Promise<void> {
  const { deLinde, kuipers } = story.companies
  const order = await lastOrderOf(trx, deLinde)
  const [device, second, third, other] = (await devicesOf(trx, deLinde, 4)) as [number, number, number, number]
  await attach(trx, order, [device, second, third])
  await trx
    .updateTable('order_devices')
    .set({ checked: true, checked_on: addDays(today(now), -1) })
    .where('order_id', '=', order)
    .where('device_id', '=', third)
    .execute()
  await trx.insertInto('order_actions').values({ order_id: order, device_id: device, action_id: story.actions.seal }).execute() // prettier-ignore
  story.orderDevices = { order, device, placed: story.actions.seal, action: story.actions.scrap, other }
  const theirs = await devicesOf(trx, kuipers, 3)
  await attach(trx, await lastOrderOf(trx, kuipers), theirs)
  await attach(trx, story.orders.ofTeacher, theirs)
  const { rows } = await sql<{ device_id: number; action_id: number }>`
    select f.device_id, f.action_id from ${applicable(theirs)} f where f.action_id <> ${story.actions.spare}
    order by f.device_id, f.action_id limit 1`.execute(trx)
  const [work] = rows
  await trx.insertInto('order_actions').values({ ...work!, order_id: story.orders.ofTeacher }).execute() // prettier-ignore
  story.actions.ofTeacher = work!.action_id
}
