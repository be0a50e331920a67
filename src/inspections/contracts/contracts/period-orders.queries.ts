import { type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { isOfOwnFirm } from '../../devices/devices/index.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { productsByCategory } from '../../catalogue/device-categories/index.ts'

/** A device that is due before the work month after this one, with what is done and sold for it. */
export interface DueDevice {
  contract_id: number
  device_id: number
  name: string
  next_on: string
  schedule_id: number | null
  schedule: string | null
  norm: string | null
  category: string | null
  product_id: number | null
}

/** Whether a contract `c` is for one of its customer's `devices`: those that were chosen, or of its categories and below. */
const isMeant = sql<SqlBool>`case
  when c.for_devices then exists (select from contract_devices x where x.contract_id = c.id and x.device_id = devices.id)
  else c.for_all_categories or devices.device_category_id in (
    with recursive below as (
      select x.device_category_id as id from contract_categories x where x.contract_id = c.id
      union
      select k.id from below join device_categories k on k.parent_id = below.id
    ) select id from below) end`

/** The devices in use that a contract is for, due or not. */
export const isCoveredBy = (contractId: number) => sql<SqlBool>`exists (
  select from inspection_contracts c where c.id = ${contractId} and devices.status in ('in_use', 'rejected')
    and (devices.company_id in (c.company_id, c.address_company_id) or devices.contact_id = c.contact_id) and ${isMeant})`

/**
 * The devices of contracts that are due before a day. A contract for all categories has what comes later too.
 * @param asked.before YYYY-MM-DD, not on it
 */
export async function listDueDevices(
  db: Db | Trx,
  asked: readonly { contract_id: number; before: string }[],
): Promise<DueDevice[]> {
  if (asked.length === 0) return []
  const usual = (await readSetting(db, 'inspections')).approved_product_id
  const { rows } = await sql<DueDevice>`
    with asked as materialized (
      select * from unnest(${asked.map(({ contract_id }) => contract_id)}::integer[], ${asked.map(({ before }) => before)}::date[]) as a (contract_id, before)
    )
    select asked.contract_id, devices.id as device_id, devices.number || ' ' || devices.name as name, devices.next_on,
      due.schedule_id, due.schedule, due.norm, device_categories.name as category,
      coalesce(p.approved_product_id, ${usual}::integer) as product_id
    from asked join inspection_contracts c on c.id = asked.contract_id
    cross join lateral (
      select d.* from devices d where d.company_id in (c.company_id, c.address_company_id) and coalesce(d.next_on, 'infinity'::date) < asked.before
      union all
      select d.* from devices d where d.contact_id = c.contact_id and coalesce(d.next_on, 'infinity'::date) < asked.before
    ) devices
    left join device_categories on device_categories.id = devices.device_category_id
    left join ${productsByCategory} p on p.category_id = devices.device_category_id
    left join lateral (
      select s.id as schedule_id, s.name as schedule, s.norm from device_schedules r join inspection_schedules s on s.id = r.schedule_id
      where r.device_id = devices.id and r.next_on < asked.before order by s.weight desc, r.next_on, s.id limit 1
    ) due on true
    where ${isMeant} and not ${isOfOwnFirm}
    order by asked.contract_id, devices.walking_route_number, devices.number`.execute(db)
  return rows
}

/** The orders of periods that there are already. */
export async function listMadeOrders(db: Db | Trx, contractIds: readonly number[]) {
  if (contractIds.length === 0) return []
  return db
    .selectFrom('contract_orders')
    .innerJoin('orders', 'orders.id', 'contract_orders.order_id')
    .select([
      'contract_orders.contract_id',
      'contract_orders.order_id',
      'contract_orders.period_end',
      'contract_orders.work_month',
      'orders.uid',
    ])
    .where('contract_orders.contract_id', 'in', [...contractIds])
    .where('contract_orders.work_month', 'is not', null)
    .execute()
}

/** Contracts that go on, whose orders somebody or the night makes. */
export const listGoingContracts = (db: Db | Trx, today: string) =>
  db
    .selectFrom('inspection_contracts')
    .select('id')
    .where((eb) => eb.or([eb('terminated_on', 'is', null), eb('terminated_on', '>=', today)]))
    .where('expires_at', '>=', today)
    .where('begins_at', '<=', today)
