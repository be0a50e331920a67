import { Invalid } from '../../../platform/errors.ts'
import type { PlanCtx } from '../../../platform/screens/table/bulk.ts'
import { type BulkPlan, planOf } from '../../../platform/screens/table/bulk-plan.ts'
import { listOrders } from './orders.queries.ts'

/** Of which orders something is still to be delivered. @throws Invalid when none was chosen */
export async function planDelivering({ db, form }: PlanCtx<object, { ids: number[] }>): Promise<BulkPlan> {
  const orders = await listOrders(db).where('orders.id', 'in', form.ids).orderBy('orders.id').execute()
  if (orders.length === 0) throw new Invalid({ ids: ['Vink minimaal één order aan.'] })
  return planOf(
    orders.map((order) => ({ ...order, name: order.uid })),
    ({ line_count, status }) =>
      line_count === 0 ? { why: 'heeft geen producten' } : status === 'open' ? {} : { why: 'is al geleverd' },
  ).plan
}
