import type { Trx } from '../../../platform/database/types.ts'
import type { OrderBy } from '../../catalogue/courses/index.ts'
import { followEnrolments } from './sync-orders.commands.ts'

/** Says how enrolments of a planning become orders, and lets its orders follow; 'course': as its course says. */
export async function chooseOrders(trx: Trx, planningId: number, orderBy: OrderBy | 'course'): Promise<void> {
  // Whoever enrols meanwhile holds the parts, and so comes before or after.
  await trx
    .selectFrom('appointments')
    .select('id')
    .where('group_id', '=', planningId)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (orderBy === 'course') await trx.deleteFrom('planning_order_choices').where('group_id', '=', planningId).execute()
  else
    await trx
      .insertInto('planning_order_choices')
      .values({ group_id: planningId, order_by: orderBy })
      .onConflict((conflict) =>
        conflict
          .column('group_id')
          .doUpdateSet({ order_by: orderBy })
          .where('planning_order_choices.order_by', '<>', orderBy),
      )
      .execute()
  await followEnrolments(trx, planningId, null)
}
