import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { Invalid, NotFound } from '../../../platform/errors.ts'
import { lockVersion } from '../../../platform/database/versioned.ts'
import { categoriesOfProducts, planDevices } from '../../catalogue/device-categories/index.ts'
import type { DeviceEdit, DeviceInput } from './devices.forms.ts'
import { type TypedMetas, saveMetas } from './metas/metas.commands.ts'
import { type DeviceStatus, STATUSES } from './devices.rules.ts'

export interface Owner {
  company_id: number | null
  contact_id: number | null
}

/** The next number of this customer; who adds at the same moment waits. */
async function nextNumber(trx: Trx, { company_id, contact_id }: Owner): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`noordkaap.devices.${company_id ?? 0}.${contact_id ?? 0}`}))`.execute(trx) // prettier-ignore
  const { last } = await trx
    .selectFrom('devices')
    .select((eb) => eb.fn.max('number').as('last'))
    .where(company_id === null ? 'contact_id' : 'company_id', '=', company_id ?? contact_id)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/** A line in the log of each of these. */
export async function logDevices(trx: Trx, ids: readonly number[], text: string): Promise<void> {
  if (ids.length === 0) return
  const rows = ids.map((device_id) => ({ device_id, text }))
  await trx.insertInto('device_logs').values(rows).execute()
}

/** All that was due until the day that devices were last inspected counts as done; what is replaced once was not. */
async function beginFrom(trx: Trx, ids: readonly number[], last_on: string): Promise<void> {
  await sql`
    update device_schedules r set covered_until = ${last_on}::date,
      last_on = case when s.kind in ('inspection', 'maintenance') then ${last_on}::date end
    from inspection_schedules s where s.id = r.schedule_id and r.device_id = any(${[...ids]}::integer[])`.execute(trx)
}

/** @throws Invalid where a device would replace one of somebody else */
async function refuseStrange(trx: Trx, owner: Owner, replaced: number | null): Promise<void> {
  if (replaced === null) return
  const other = await trx.selectFrom('devices').select(['company_id', 'contact_id']).where('id', '=', replaced).executeTakeFirst() // prettier-ignore
  if (other?.company_id === owner.company_id && other.contact_id === owner.contact_id) return
  throw new Invalid({ replaces_device_id: ['Kies een apparaat van dezelfde klant.'] })
}

/** Where no category was chosen it is that of the product. */
async function withCategories(trx: Trx, inputs: readonly DeviceInput[]): Promise<DeviceInput[]> {
  const bare = inputs.flatMap(({ device_category_id, product_id }) => (device_category_id === null ? (product_id ?? []) : [])) // prettier-ignore
  const known = await categoriesOfProducts(trx, bare)
  return inputs.map((input) => ({
    ...input,
    device_category_id: input.device_category_id ?? known.get(input.product_id ?? 0) ?? null,
  }))
}

/** @throws Invalid by the constraints of its table: a number twice, a device that is replaced twice or is somebody else's */
export async function addDevice(
  trx: Trx,
  owner: Owner,
  { metas = {}, ...form }: DeviceInput & { metas?: TypedMetas },
): Promise<number> {
  const [{ last_on, ...input }] = (await withCategories(trx, [form])) as [DeviceInput]
  await refuseStrange(trx, owner, input.replaces_device_id)
  const number = input.number ?? (await nextNumber(trx, owner))
  const { id } = await trx
    .insertInto('devices')
    .values({ ...input, ...owner, number })
    .returning('id')
    .executeTakeFirstOrThrow()
  await saveMetas(trx, id, input.device_category_id, metas)
  await planDevices(trx, [id])
  if (last_on !== null) await beginFrom(trx, [id], last_on)
  await logDevices(trx, [id], 'Toegevoegd')
  if (input.replaces_device_id !== null) await setStatus(trx, [input.replaces_device_id], 'disposed')
  return id
}

/** Devices of a list, in its order, which get the next numbers where they bring none. */
export async function addDevices(trx: Trx, owner: Owner, forms: readonly DeviceInput[]): Promise<number[]> {
  const inputs = await withCategories(trx, forms)
  let next = await nextNumber(trx, owner)
  for (const { number } of inputs) if (number !== null && number >= next) next = number + 1
  const made = await trx
    .insertInto('devices')
    .values(inputs.map(({ last_on: _last, ...input }) => ({ ...input, ...owner, number: input.number ?? next++ })))
    .returning('id')
    .execute()
  const ids = made.map(({ id }) => id)
  await planDevices(trx, ids)
  const days = new Map<string, number[]>()
  for (const [i, { last_on }] of inputs.entries())
    if (last_on !== null) days.set(last_on, [...(days.get(last_on) ?? []), ids[i]!])
  for (const [day, of] of days) await beginFrom(trx, of, day)
  await logDevices(trx, ids, 'Ingelezen uit een lijst')
  return ids
}

/** Devices of somebody else from now on, under the next numbers there, in this order. */
export async function handOver(trx: Trx, ids: readonly number[], owner: Owner): Promise<void> {
  const next = await nextNumber(trx, owner)
  await sql`
    update devices set company_id = ${owner.company_id}, contact_id = ${owner.contact_id}, number = ${next} + at - 1
    from unnest(${[...ids]}::integer[]) with ordinality chosen (id, at) where devices.id = chosen.id`.execute(trx)
}

export async function setPlace(trx: Trx, ids: readonly number[], location_description: string): Promise<void> {
  await trx.updateTable('devices').set({ location_description }).where('id', 'in', [...ids]).execute() // prettier-ignore
}

/** @throws NotFound, Stale when someone else saved first */
export async function editDevice(
  trx: Trx,
  id: number,
  { version, number, metas, ...input }: DeviceEdit,
): Promise<void> {
  const before = await lockVersion(trx, 'devices', id, version, { number, ...input })
  if (input.replaces_device_id !== before.replaces_device_id) await refuseStrange(trx, before, input.replaces_device_id)
  await trx
    .updateTable('devices')
    .set({ ...input, number: number ?? before.number })
    .where('id', '=', id)
    .execute()
  // Two editors of what its category asks meet by the version of the device.
  if (await saveMetas(trx, id, input.device_category_id, metas))
    await trx
      .updateTable('devices')
      .set({ version: version + 1 })
      .where('id', '=', id)
      .execute()
  if (before.device_category_id !== input.device_category_id) await planDevices(trx, [id])
  if (before.status !== input.status) await logDevices(trx, [id], STATUSES[input.status].label)
  if (input.replaces_device_id !== null && input.replaces_device_id !== before.replaces_device_id)
    await setStatus(trx, [input.replaces_device_id], 'disposed')
}

export async function deleteDevice(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('devices').where('id', '=', id).execute()
}

/** Several at once; those that stand so already stay as they are. */
export async function setStatus(trx: Trx, ids: readonly number[], status: DeviceStatus): Promise<void> {
  if (ids.length === 0) return
  const changed = await trx
    .updateTable('devices')
    .set({ status })
    .where('id', 'in', [...ids])
    .where('status', '<>', status)
    .returning('id')
    .execute()
  await logDevices(trx, changed.map(({ id }) => id), STATUSES[status].label) // prettier-ignore
}

/** What somebody wrote at a line of its log. @throws NotFound */
export async function setLogNotes(trx: Trx, deviceId: number, logId: number, notes: string): Promise<void> {
  const changed = await trx
    .updateTable('device_logs')
    .set({ notes })
    .where('id', '=', logId)
    .where('device_id', '=', deviceId)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new NotFound('Regel van het logboek')
}

/**
 * When a part of it was installed, and the day that is printed on it where somebody told that. How long it lasts is what
 * its product says today.
 * @throws NotFound for a product that is not used up in it
 */
export async function setInstallDate(
  trx: Trx,
  deviceId: number,
  productId: number,
  installed_on: string,
  expires_on?: string | null,
) {
  const { rows } = await sql<{ months: number | null }>`
    select case when pc.replace_after is null then p.replace_after * case p.replace_unit when 'years' then 12 else 1 end
      else pc.replace_after * case pc.replace_unit when 'years' then 12 else 1 end end as months
    from devices d join product_consumables pc on pc.product_id = d.product_id and pc.consumable_id = ${productId}
    join products p on p.id = pc.consumable_id where d.id = ${deviceId}`.execute(trx)
  if (!rows[0]) throw new NotFound('Onderdeel van dit apparaat')
  const part = { installed_on, replace_after: rows[0].months, ...(expires_on === undefined ? {} : { expires_on }) }
  await trx
    .insertInto('device_consumables')
    .values({ device_id: deviceId, product_id: productId, ...part })
    .onConflict((conflict) => conflict.columns(['device_id', 'product_id']).doUpdateSet(part))
    .execute()
}
