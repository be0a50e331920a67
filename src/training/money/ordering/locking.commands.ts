import { lockOrders } from '../../../administration/orders/orders/index.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { listStood } from './ordering.queries.ts'
import { listPlaced } from './places.queries.ts'

/**
 * Locks the orders of a planning, and then itself: so does who bills orders and plannings.
 * @param more orders that it may take places of
 */
export async function lockPlanning(trx: Trx, planningId: number, more: readonly number[] = []): Promise<void> {
  const orders = await trx.selectFrom('planning_orders').select('order_id').where('group_id', '=', planningId).execute()
  const stood = [...orders, ...(await listStood(trx, [planningId])), ...(await listPlaced(trx, planningId))]
  await lockOrders(trx, [...new Set([...more, ...stood.flatMap(({ order_id }) => order_id ?? [])])])
  await trx.selectFrom('appointment_groups').select('id').where('id', '=', planningId).forUpdate().execute()
}
