import { type Expression, type SqlBool, sql } from 'kysely'
import { type Viewer, viewerScope } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import { companiesVisibleTo } from '../../../relations/companies/index.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import type { DeviceStatus } from './devices.rules.ts'
import { devicesArea } from './rights.ts'

/** Row scope of the record type 'device': a supervisor has those of the own companies. */
export const devicesVisibleTo = (viewer: Viewer): Expression<SqlBool> =>
  viewerScope(viewer, devicesArea) === 'all'
    ? sql<SqlBool>`true`
    : sql<SqlBool>`devices.company_id in (select companies.id from companies where ${companiesVisibleTo(viewer)})`

export const searchedDevices = { text: sql<string>`devices.search_text`, table: 'devices' }

/** Whose it is, by name. */
export const ownerName = sql<string>`coalesce(companies.name, ${nameText})`

/** What is due with the day that it is due: the heaviest schedule of that month, and what is used up by then. */
const whatIsDue = sql<string | null>`case when devices.next_on is not null then (
  select concat_ws(' + ',
    (select s.name from device_schedules r join inspection_schedules s on s.id = r.schedule_id
      where r.device_id = devices.id and r.next_on < date_trunc('month', devices.next_on) + interval '1 month'
      order by s.weight desc, r.next_on, s.id limit 1),
    (select string_agg(p.name, ' + ' order by p.name) from device_consumables c join products p on p.id = c.product_id
      where c.device_id = devices.id and c.due_on < date_trunc('month', devices.next_on) + interval '1 month'))) end`

export const listDevices = (db: Db | Trx) =>
  db
    .selectFrom('devices')
    .leftJoin('companies', 'companies.id', 'devices.company_id')
    .leftJoin('contacts', 'contacts.id', 'devices.contact_id')
    .leftJoin('device_categories', 'device_categories.id', 'devices.device_category_id')
    .select([
      'devices.id',
      'devices.version',
      'devices.number',
      'devices.name',
      'devices.serial_number',
      'devices.location_description',
      'devices.walking_route_number',
      sql<DeviceStatus>`devices.status`.as('status'),
      'devices.next_on',
      'devices.company_id',
      'devices.contact_id',
      ownerName.as('owner'),
      'device_categories.name as category',
      whatIsDue.as('due'),
    ])

const inPopup = (db: Db | Trx) =>
  listDevices(db)
    .leftJoin('products', 'products.id', 'devices.product_id')
    .leftJoin('devices as earlier', 'earlier.id', 'devices.replaces_device_id')
    .leftJoin('devices as later', 'later.replaces_device_id', 'devices.id')
    .select([
      'devices.description',
      'devices.device_category_id',
      'devices.product_id',
      'products.name as product',
      'devices.brand',
      'devices.model',
      'devices.production_year',
      'devices.production_month',
      'devices.produced_on',
      'devices.buy_date',
      'devices.installed_on',
      'devices.calibration_days',
      'devices.replaces_device_id',
      'devices.updated_at',
      sql<number | null>`coalesce(companies.client_id, contacts.client_id)`.as('client_id'),
      sql<string | null>`earlier.number || ' ' || earlier.name`.as('replaces'),
      'later.id as replaced_by_id',
      sql<string | null>`later.number || ' ' || later.name`.as('replaced_by'),
    ])

/** @throws NotFound */
export async function getDevice(db: Db | Trx, id: number) {
  const device = await inPopup(db).where('devices.id', '=', id).executeTakeFirst()
  if (!device) throw new NotFound('Apparaat')
  return device
}
export type Device = Awaited<ReturnType<typeof getDevice>>

export async function deviceNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('devices').select(['id', 'number', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, number, name }) => [id, `${number} ${name}`]))
}
export const deviceLabelSql = sql<string>`(devices.number || ' ' || devices.name)`

/** By what it is due, heaviest first, with the rule of its category. */
export const listDeviceSchedules = (db: Db | Trx, deviceId: number) =>
  schedulesOf(db)
    .where('device_schedules.device_id', '=', deviceId)
    .orderBy('inspection_schedules.weight', 'desc')
    .orderBy('device_schedules.id')
    .execute()

const schedulesOf = (db: Db | Trx) =>
  db
    .selectFrom('device_schedules')
    .innerJoin('inspection_schedules', 'inspection_schedules.id', 'device_schedules.schedule_id')
    .innerJoin('devices', 'devices.id', 'device_schedules.device_id')
    .select([
      'device_schedules.id',
      'device_schedules.version',
      'device_schedules.device_id',
      'device_schedules.last_on',
      'device_schedules.covered_until',
      'device_schedules.next_on',
      'device_schedules.applies',
      'device_schedules.repeat_after as own_repeat_after',
      'inspection_schedules.name',
      'inspection_schedules.kind',
      'inspection_schedules.norm',
      'inspection_schedules.basis',
      'inspection_schedules.first_after',
      sql<number | null>`coalesce(device_schedules.repeat_after, inspection_schedules.repeat_after)`.as('repeat_after'),
      'inspection_schedules.hard',
      'inspection_schedules.weight',
      'devices.produced_on',
      'devices.production_year',
      'devices.production_month',
      'devices.installed_on',
      'devices.buy_date',
      deviceLabelSql.as('device'),
    ])
export type DeviceSchedule = Awaited<ReturnType<typeof listDeviceSchedules>>[number]

/** @throws NotFound */
export async function getDeviceSchedule(db: Db | Trx, id: number): Promise<DeviceSchedule> {
  const schedule = await schedulesOf(db).where('device_schedules.id', '=', id).executeTakeFirst()
  if (!schedule) throw new NotFound('Schema van dit apparaat')
  return schedule
}

/** What is used up in it: what its product says, with what was installed when. */
export async function listDeviceConsumables(db: Db | Trx, deviceId: number) {
  const { rows } = await sql<{
    product_id: number
    name: string
    installed_on: string | null
    expires_on: string | null
    due_on: string | null
  }>`
    select p.id as product_id, p.name, c.installed_on, c.expires_on, c.due_on
    from devices d
    join product_consumables pc on pc.product_id = d.product_id
    join products p on p.id = pc.consumable_id
    left join device_consumables c on c.device_id = d.id and c.product_id = p.id
    where d.id = ${deviceId}
    order by p.name, p.id`.execute(db)
  return rows
}

export const listDeviceLogs = (db: Db | Trx, deviceId: number) =>
  db
    .selectFrom('device_logs')
    .select(['id', 'happened_at', 'text', 'notes'])
    .where('device_id', '=', deviceId)
    .orderBy('id', 'desc')
    .limit(100)
    .execute()

/** How many devices a customer has, for the tab in its popup. */
export const countDevicesOf = (column: 'company_id' | 'contact_id', id: number) =>
  sql<number>`(select count(*)::integer from devices where ${sql.ref(`devices.${column}`)} = ${id})`

/** Which checklist devices are inspected by: that of their category, or of the nearest above that has one. */
export async function checklistOfDevices(
  db: Db | Trx,
  deviceIds: readonly number[],
): Promise<Map<number, { id: number; norm: string }>> {
  const { rows } = await sql<{ device_id: number; id: number; norm: string }>`
    with recursive above as (
      select d.id as device_id, c.parent_id, c.checklist_id
      from devices d join device_categories c on c.id = d.device_category_id
      where d.id = any(${[...deviceIds]}::integer[])
      union all
      select a.device_id, c.parent_id, c.checklist_id
      from above a join device_categories c on c.id = a.parent_id where a.checklist_id is null
    )
    select a.device_id, k.id, k.norm from above a join checklists k on k.id = a.checklist_id`.execute(db)
  return new Map(rows.map(({ device_id, ...checklist }) => [device_id, checklist]))
}
