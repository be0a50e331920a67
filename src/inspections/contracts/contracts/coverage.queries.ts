import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { productsByCategory } from '../../catalogue/device-categories/index.ts'

/**
 * How much of each product the contract of an order still covers in its period: what a fixed price is agreed for, less
 * what devices of orders of that period took (rulings 11.26). Empty for an order without such a contract.
 */
export async function coverageOf(db: Db | Trx, orderId: number): Promise<Map<number, number>> {
  const usual = (await readSetting(db, 'inspections')).approved_product_id
  const { rows } = await sql<{ product_id: number; left: number }>`
    with period as (
      select c.id, o.period_end from contract_orders o join inspection_contracts c on c.id = o.contract_id
      where o.order_id = ${orderId} and c.price_kind = 'fixed' and o.period_end is not null
    ), taken as (
      select coalesce(p.approved_product_id, ${usual}::integer) as product_id, count(*)::integer as count
      from period join contract_orders o on o.contract_id = period.id and o.period_end = period.period_end
      join order_devices x on x.order_id = o.order_id and x.covered
      join devices d on d.id = x.device_id
      left join ${productsByCategory} p on p.category_id = d.device_category_id
      group by 1
    )
    select p.product_id, greatest(p.amount - coalesce(taken.count, 0), 0) as left
    from period join contract_products p on p.contract_id = period.id left join taken using (product_id)`.execute(db)
  return new Map(rows.map(({ product_id, left }) => [product_id, left]))
}
