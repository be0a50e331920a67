import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { addDays, instantOf, today } from '../../../platform/format/zone.ts'
import type { Story } from '../../../platform/story.ts'
import { addOrder } from '../../../administration/orders/orders/index.ts'
import { addLines } from '../../../administration/sales/sales/index.ts'
import { attachDevices } from '../../orders/order-devices/index.ts'
import { endVisit, isFree } from '../../planning/visits/index.ts'
import { makeReport } from '../reports/index.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    workday: {
      /** On the order of the teacher's visit: a device, work at one, and a product that is to be delivered. */
      device: number
      /** Another one, at which nobody looked. */
      found: number
      action: number
      product: number
      /** Of that device. */
      photo: number
      /** Of the teacher today. */
      visit: number
      /** One of the teacher that is over, with its report. */
      done: number
    }
  }
}

/** Times of the day at which somebody could still go. */
const TIMES = ['13:00', '14:30', '16:00', '17:30', '19:00', '07:00', '20:30', '22:00']
const HOUR = 3_600_000
const DEVICES = 8

async function orderFor(trx: Trx, story: Story, company_id: number, day: string): Promise<number> {
  const id = await addOrder(trx, {
    ...{ company_id, contact_id: null, employee_id: story.users[ROLE.scheduler]!, quotation_id: null },
    ...{ street: 'Veerallee', street_no: '12', street_no_adding: null, postal_code: '8019 AC', city: 'Zwolle' },
    ...{ country_code: 'NL', reference: 'Jaarlijkse keuring', order_date: day, plannable: true },
    ...{ header_text: null, footer_text: null },
  })
  const devices = await trx.selectFrom('devices').select('id').where('company_id', '=', company_id).where('status', '=', 'in_use').orderBy('device_category_id').orderBy('id').limit(DEVICES).execute() // prettier-ignore
  await attachDevices(trx, devices.map((device) => ({ order_id: id, device_id: device.id, schedule_id: null }))) // prettier-ignore
  return id
}

/** The first hour of a day that somebody has nothing else. */
async function freeHour(trx: Trx, employee: number, day: string): Promise<{ starts_at: Date; ends_at: Date }> {
  for (const time of TIMES) {
    const starts_at = instantOf(day, time)!
    const ends_at = new Date(starts_at.getTime() + HOUR)
    if (await isFree(trx, employee, starts_at, ends_at)) return { starts_at, ends_at }
  }
  throw new Error(`The story has no hour left on ${day}`)
}

/** A visit of yesterday with its report: one device rejected, one not found, the others approved. */
async function seedDone(trx: Trx, story: Story, now: Date): Promise<number> {
  const day = addDays(today(now), -1)
  const employee_id = story.users[ROLE.teacher]!
  const order_id = await orderFor(trx, story, story.companies.deLinde, day)
  const slot = await freeHour(trx, employee_id, day)
  const { id } = await trx.insertInto('visits').values({ order_id, employee_id, ...slot }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
  await sql`
    update order_devices o set visit_id = ${id}, inspected_by = ${employee_id}, inspected_at = ${slot.starts_at},
      result = told.result, remark = told.remark, checked = told.result <> 'not_found',
      checked_on = case when told.result <> 'not_found' then ${day}::date end,
      destination = case when told.result = 'approved' then 'invoice' end
    from (select id, case row_number() over (order by id) when 1 then 'rejected' when 2 then 'not_found' else 'approved' end
        as result, case row_number() over (order by id) when 1 then 'Slang gescheurd bij de koppeling' else '' end as remark
      from order_devices where order_id = ${order_id}) told
    where o.id = told.id`.execute(trx)
  await endVisit(trx, id, employee_id, {
    ...{ worked_from: slot.starts_at, worked_until: slot.ends_at, remark: '' },
    ...{ signed_by: null, signature_id: null, unsigned_reason: 'Niemand aanwezig' },
  })
  await makeReport(trx, id, { mail_to: null })
  return id
}

async function seedPhoto(trx: Trx, order_id: number, device_id: number, created_by: number): Promise<number> {
  const bytes = await readFile(new URL('../../../system/documents/samples/devices/typeplaatje.png', import.meta.url))
  const { id } = await trx
    .insertInto('stored_files')
    .values({
      storage_key: 'samples/devices/typeplaatje.png',
      name: 'typeplaatje.png',
      mime_type: 'image/png',
      byte_size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      created_by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.insertInto('order_device_files').values({ order_id, device_id, file_id: id }).execute()
  return id
}

/** What the teacher does today, and a visit that is over. */
export async function seedWorkday(trx: Trx, story: Story, now: Date): Promise<void> {
  const teacher = story.users[ROLE.teacher]!
  const order = story.orders.ofTeacher
  const [device, found] = await trx.selectFrom('order_devices').select('device_id').where('order_id', '=', order).orderBy('device_id').execute() // prettier-ignore
  const work = await trx
    .selectFrom('order_actions')
    .select('id')
    .where('order_id', '=', order)
    .executeTakeFirstOrThrow()
  const head = await trx.selectFrom('orders').select(['company_id', 'contact_id', 'order_date as day']).where('id', '=', order).executeTakeFirstOrThrow() // prettier-ignore
  const product = story.products.powder
  await addLines(trx, { type: 'order', id: order, ...head }, [{ product_id: product, count: '1', later: true }])
  const day = today(now)
  const slot = await freeHour(trx, teacher, day)
  const order_id = await orderFor(trx, story, story.companies.vanLoon, day)
  const { id } = await trx.insertInto('visits').values({ order_id, employee_id: teacher, ...slot }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
  const photo = await seedPhoto(trx, order, device!.device_id, teacher)
  story.workday = {
    device: device!.device_id,
    found: found!.device_id,
    photo,
    action: work.id,
    product,
    visit: id,
    done: await seedDone(trx, story, now),
  }
}
