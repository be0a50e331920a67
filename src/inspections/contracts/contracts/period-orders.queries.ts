import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { readSetting } from '../../../system/settings/index.ts'

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
    with recursive asked as materialized (
      select * from unnest(${asked.map(({ contract_id }) => contract_id)}::integer[], ${asked.map(({ before }) => before)}::date[]) as a (contract_id, before)
    ), tree as (
      select c.contract_id, c.device_category_id as id from contract_categories c join asked using (contract_id)
      union
      select tree.contract_id, d.id from tree join device_categories d on d.parent_id = tree.id
    ), above as (
      select id as category_id, parent_id, approved_product_id from device_categories
      union all
      select above.category_id, c.parent_id, c.approved_product_id
      from above join device_categories c on c.id = above.parent_id where above.approved_product_id is null
    )
    select asked.contract_id, d.id as device_id, d.number || ' ' || d.name as name, d.next_on, due.schedule_id, due.schedule, due.norm,
      device_categories.name as category,
      coalesce((select approved_product_id from above where above.category_id = d.device_category_id and approved_product_id is not null limit 1), ${usual}::integer) as product_id
    from asked join inspection_contracts c on c.id = asked.contract_id
    cross join lateral (
      select devices.* from devices where devices.company_id in (c.company_id, c.address_company_id) and coalesce(devices.next_on, 'infinity'::date) < asked.before
      union all
      select devices.* from devices where devices.contact_id = c.contact_id and coalesce(devices.next_on, 'infinity'::date) < asked.before
    ) d
    left join device_categories on device_categories.id = d.device_category_id
    left join lateral (
      select s.id as schedule_id, s.name as schedule, s.norm from device_schedules r join inspection_schedules s on s.id = r.schedule_id
      where r.device_id = d.id and r.next_on < asked.before order by s.weight desc, r.next_on, s.id limit 1
    ) due on true
    where case when c.for_devices then exists (select from contract_devices x where x.contract_id = c.id and x.device_id = d.id)
      else c.for_all_categories or exists (select from tree where tree.contract_id = c.id and tree.id = d.device_category_id) end
    order by asked.contract_id, d.walking_route_number, d.number`.execute(db)
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
