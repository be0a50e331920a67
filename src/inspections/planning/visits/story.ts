import { sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { addDays, instantOf, today, weekday } from '../../../platform/format/zone.ts'
import type { Story } from '../../../platform/story.ts'
import { addOrder } from '../../../administration/orders/orders/index.ts'
import { attachDevices } from '../../orders/order-devices/index.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    visits: {
      /** Of the teacher, on an order of the teacher. */
      ofTeacher: number
      /** Of nobody yet; its order was not worked on. */
      loose: number
      /** An order with devices that is not planned. */
      unplanned: number
    }
  }
}

const SLOTS = [
  ['08:30', '10:00'],
  ['10:30', '12:00'],
  ['13:00', '15:30'],
] as const
/** Orders that are made for it: most are planned, the last ones wait. */
const MANY = 16
const WAITING = 4
const MOST_DEVICES = 6
const OF_TEACHER = 3

/** The working days from a week ago until two weeks ahead. */
const workingDays = (now: Date): string[] =>
  Array.from({ length: 21 }, (_, i) => addDays(today(now), i - 7)).filter((day) => weekday(day) <= 5)

/** An order for the devices of a customer. */
async function orderFor(trx: Trx, story: Story, company_id: number, day: string): Promise<number> {
  const id = await addOrder(trx, {
    ...{ company_id, contact_id: null, employee_id: story.users[ROLE.scheduler]!, quotation_id: null },
    ...{ street: null, street_no: null, street_no_adding: null, postal_code: null, city: null, country_code: 'NL' },
    ...{ reference: 'Jaarlijkse keuring', order_date: day, plannable: true, header_text: null, footer_text: null },
  })
  const devices = await trx.selectFrom('devices').select('id').where('company_id', '=', company_id).where('status', '=', 'in_use').orderBy('next_on').orderBy('id').limit(MOST_DEVICES).execute() // prettier-ignore
  await attachDevices(trx, devices.map((device) => ({ order_id: id, device_id: device.id, schedule_id: null }))) // prettier-ignore
  return id
}

type Slots = { employee_id: number; starts_at: Date; ends_at: Date }[]

/** The times at which these people can go. */
async function freeSlots(trx: Trx, employees: number[], days: string[]): Promise<Slots> {
  const free: Slots = []
  for (const day of days)
    for (const employee_id of employees)
      for (const [from, to] of SLOTS) {
        const [starts_at, ends_at] = [instantOf(day, from)!, instantOf(day, to)!]
        if (await isFree(trx, employee_id, starts_at, ends_at)) free.push({ employee_id, starts_at, ends_at })
      }
  return free
}

async function plan(
  trx: Trx,
  order_id: number,
  slot: Omit<Slots[number], 'employee_id'> & { employee_id: number | null },
  now: Date,
) {
  const done = slot.ends_at < now
  const { id } = await trx.insertInto('visits').values({ ...slot, order_id, done, done_at: done ? slot.ends_at : null }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
  if (done) await sql`update order_devices set checked = true, checked_on = ${slot.starts_at}::timestamptz::date where order_id = ${order_id}`.execute(trx) // prettier-ignore
  return id
}

/** Visits for three weeks around today, each of an order that carries devices; some orders wait to be planned. */
export async function seedVisits(trx: Trx, story: Story, now: Date): Promise<void> {
  const { deLinde, vanLoon, kuipers } = story.companies
  const { rows: owners } = await sql<{ company_id: number }>`
    select distinct company_id from devices where company_id is not null
      and company_id <> all(${[deLinde, vanLoon, kuipers]}) order by company_id limit ${MANY}`.execute(trx)
  const days = workingDays(now)
  const teacher = story.users[ROLE.teacher]!
  const slots = await freeSlots(trx, [story.users[ROLE.scheduler]!, story.users[ROLE.administrator]!], days)
  const free = (await freeSlots(trx, [teacher], days)).filter(({ starts_at }) => starts_at > now)
  // The teacher goes where nobody teaches, so as to be there for who has to be replaced.
  const quiet: Slots = []
  for (const slot of free) if (await isQuiet(trx, slot)) quiet.push(slot)
  const [own, ...more] = [...quiet, ...free].slice(0, OF_TEACHER)
  const ofTeacher = await plan(trx, story.orders.ofTeacher, own!, now)
  const orders: number[] = []
  for (const { company_id } of owners) orders.push(await orderFor(trx, story, company_id, days[0]!))
  const planned = orders.slice(0, -WAITING)
  const step = Math.floor(slots.length / planned.length)
  for (const [i, order] of planned.slice(0, -1).entries()) await plan(trx, order, more[i] ?? slots[i * step]!, now)
  const day = days.at(-1)!
  const loose = await plan(trx, planned.at(-1)!, { employee_id: null, starts_at: instantOf(day, '09:00')!, ends_at: instantOf(day, '11:00')! }, now) // prettier-ignore
  story.visits = { ofTeacher, loose, unplanned: orders.at(-1)! }
}

/** Whether somebody has something else then, by the contact of the account. */
export async function isFree(trx: Trx, employee: number, from: Date, to: Date): Promise<boolean> {
  const { rows } = await sql`
    select from bookings b join users u on u.contact_id = b.resource_id
    where b.resource = 'contact' and u.id = ${employee} and not isempty(b.during * tstzrange(${from}, ${to}))`.execute(
    trx,
  )
  return rows.length === 0
}

/** Whether nobody at all has something then. */
async function isQuiet(trx: Trx, { starts_at, ends_at }: Slots[number]): Promise<boolean> {
  const { rows } = await sql`
    select from bookings b where not isempty(b.during * tstzrange(${starts_at}, ${ends_at})) limit 1`.execute(trx)
  return rows.length === 0
}
