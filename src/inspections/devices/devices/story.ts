import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import type { Story } from '../../../platform/story.ts'
import { planDevices } from '../../catalogue/device-categories/index.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    devices: {
      /** One of De Linde with a revision that comes near, and its log. */
      extinguisher: number
      log: number
      /** An open order of who owns it. */
      order: number
      /** That of who owns it. */
      client_id: number
      schedule: number
      /** Of a customer whom the supervisor does not see. */
      foreign: number
      foreignSchedule: number
      /** One that nothing hangs on, and one that is not used. */
      loose: number
      unused: number
      /** Replaced, and what came in its place. */
      replaced: number
      replacement: number
    }
  }
}

/** What hangs at a customer: name, category, years since it was made. */
const KINDS = [
  { name: 'Poederblusser 6 kg', category: 'extinguishers', brand: 'Saval', model: 'P6' },
  { name: 'Schuimblusser 6 l', category: 'extinguishers', brand: 'Ajax', model: 'VS6' },
  { name: 'Koolzuursneeuwblusser 5 kg', category: 'extinguishers', brand: 'Saval', model: 'CO5' },
  { name: 'Brandslanghaspel 30 m', category: 'reels', brand: 'Ajax', model: 'H30' },
  { name: 'AED Lifepoint Pro', category: 'aeds', brand: 'Metsis', model: 'Lifepoint Pro' },
  { name: 'Boormachine', category: 'tools', brand: 'Makita', model: 'HP2070' },
] as const
const PLACES = ['Entree', 'Receptie', 'Keuken', 'Gang begane grond', 'Werkplaats', 'Magazijn', 'Eerste verdieping']
const OWNERS = 40
const MANY = 900

/** Of each kind in turn, spread over these companies. */
const devicesOf = (companies: number[], year: number, now: Date, story: Story) =>
  Array.from({ length: MANY }, (_, i) => {
    const { category, ...kind } = KINDS[i % KINDS.length]!
    const round = Math.floor(i / companies.length)
    return {
      ...kind,
      id: i + 1,
      company_id: companies[i % companies.length]!,
      number: round + 1,
      walking_route_number: round + 1,
      device_category_id: story.deviceCategories[category],
      serial_number: `${kind.model.replaceAll(' ', '')}-${String(year - (i % 9)).slice(2)}-${String(40_000 + i * 7)}`,
      production_year: year - (i % 9),
      production_month: 1 + (i % 12),
      buy_date: addDays(today(now), -330 * (i % 9) - 40),
      location_description: PLACES[round % PLACES.length]!,
      status: i % 97 === 5 ? 'rejected' : i % 89 === 7 ? 'out_of_use' : 'in_use',
    }
  })

const scheduleOf = async (trx: Trx, device_id: number, schedule_id: number) =>
  (
    await trx
      .selectFrom('device_schedules')
      .select('id')
      .where('device_id', '=', device_id)
      .where('schedule_id', '=', schedule_id)
      .executeTakeFirstOrThrow()
  ).id

/** Looked at in the year before, some of them too long ago. */
const lookAt = (trx: Trx, count: number, day: string) =>
  sql`
    update device_schedules r set covered_until = d.last_on,
      last_on = case when s.kind in ('inspection', 'maintenance') then d.last_on end
    from inspection_schedules s, (select id, (${day}::date - (case when id = 1 then 350 when id % 11 = 3 then 380
      else id % 330 + 15 end)) as last_on from devices where id <= ${count}) d
    where s.id = r.schedule_id and r.device_id = d.id
      and d.last_on > (select coalesce(f.produced_on, f.buy_date) from devices f where f.id = d.id)
  `.execute(trx)

/** What is sold when an extinguisher is inspected. */
const nameInspection = (trx: Trx, story: Story) =>
  trx
    .updateTable('device_categories')
    .set({ product_id: story.products.inspection })
    .where('id', '=', story.deviceCategories.extinguishers)
    .execute()

/** Of tools the class and the cable, by which measured values are judged. */
const describeTools = (trx: Trx, { deviceCategories, deviceFields }: Story) =>
  sql`
    insert into device_metas (device_id, field_id, value)
    select d.id, f.id, f.value from devices d
      cross join lateral (values
        (${deviceFields.class}::integer, case when d.id % 4 = 0 then 'I' else 'II' end),
        (${deviceFields.cable}, (3 + d.id % 3)::text)) f(id, value)
    where d.device_category_id = ${deviceCategories.tools}
  `.execute(trx)

const openOrderOf = async (trx: Trx, company: number) =>
  (await trx.selectFrom('orders').select('id').where('company_id', '=', company).where('status', '=', 'open').orderBy('id').executeTakeFirstOrThrow()).id // prettier-ignore

const numberOf = async (trx: Trx, id: number) =>
  (await trx.selectFrom('companies').select('client_id').where('id', '=', id).executeTakeFirstOrThrow()).client_id

/** 900 devices of 40 customers: most are in order, some are due, late, rejected, out of use or replaced. */
export async function seedDevices(trx: Trx, story: Story, now: Date): Promise<void> {
  const year = Number(today(now).slice(0, 4))
  await nameInspection(trx, story)
  const { deLinde, vanLoon } = story.companies
  const { rows } = await sql<{ id: number }>`select id from companies where active
    order by id <> ${deLinde}, id <> ${vanLoon}, id limit ${OWNERS}`.execute(trx)
  const companies = rows.map(({ id }) => id)
  const made = devicesOf(companies, year, now, story)
  // The revision of the first comes in this month.
  Object.assign(made[0]!, {
    product_id: story.products.extinguisher,
    production_year: year - 10,
    production_month: Number(today(now).slice(5, 7)),
  })
  await trx.insertInto('devices').values(made).execute()
  const loose = made.length + 1
  await trx
    .insertInto('devices')
    .values([
      { id: loose, company_id: deLinde, number: 901, name: 'Heggenschaar', brand: 'Stihl', model: 'HSA 56' },
      {
        id: loose + 1,
        company_id: deLinde,
        number: 902,
        name: 'Poederblusser 9 kg',
        device_category_id: story.deviceCategories.extinguishers,
        production_year: year - 20,
        status: 'disposed',
      },
      {
        id: loose + 2,
        company_id: deLinde,
        number: 903,
        name: 'Poederblusser 9 kg',
        device_category_id: story.deviceCategories.extinguishers,
        production_year: year,
        replaces_device_id: loose + 1,
        installed_on: addDays(today(now), -20),
      },
    ]) // prettier-ignore
    .execute()
  await sql`select setval(pg_get_serial_sequence('devices', 'id'), ${loose + 2})`.execute(trx)
  await planDevices(trx, [...made.map(({ id }) => id), loose, loose + 1, loose + 2])
  await lookAt(trx, made.length, today(now))
  await describeTools(trx, story)
  await trx
    .insertInto('device_consumables')
    .values({
      device_id: 1,
      product_id: story.products.powder,
      installed_on: addDays(today(now), -1700),
      replace_after: 60,
    })
    .execute()
  const log = await trx
    .insertInto('device_logs')
    .values({ device_id: 1, text: 'Toegevoegd', notes: 'Hangt hoog: trap meenemen.' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { tenYears, yearly } = story.inspectionSchedules
  story.devices = {
    ...{
      extinguisher: 1,
      log: log.id,
      order: await openOrderOf(trx, deLinde),
      client_id: await numberOf(trx, deLinde),
      loose,
      unused: 8,
      replaced: loose + 1,
      replacement: loose + 2,
    },
    schedule: await scheduleOf(trx, 1, tenYears),
    foreign: 2,
    foreignSchedule: await scheduleOf(trx, 2, yearly),
  }
}
