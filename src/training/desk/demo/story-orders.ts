import type { Trx } from '../../../platform/database/types.ts'
import type { Story } from '../../../platform/story.ts'
import { addCosts, followEnrolments, leavingWhole, proposeCosts } from '../../money/ordering/index.ts'

/**
 * A planning that is billed by order, with one for each company in it, and somebody who left it late: in the demo that is
 * shown, since tests count the orders of the story.
 */
export async function seedPlanningOrders(trx: Trx, story: Story): Promise<void> {
  if (!story.hasPast) return
  const course_id = story.courses.bhv
  const planning = story.plannings.coming
  await trx
    .updateTable('courses')
    .set({ no_show_product_id: story.products.noShow })
    .where('id', '=', course_id)
    .execute()
  const steps = [
    { days: 14, percentage: 50 },
    { days: 7, percentage: 100 },
  ]
  await trx
    .insertInto('course_cancellation_costs')
    .values(steps.map((step) => ({ course_id, ...step })))
    .execute()
  await trx.insertInto('planning_order_choices').values({ group_id: planning, order_by: 'company' }).execute()
  await followEnrolments(trx, planning, null)
  const last = await trx
    .selectFrom('enrolments')
    .innerJoin('appointments', 'appointments.id', 'enrolments.appointment_id')
    .select(['enrolments.id', 'enrolments.contact_id'])
    .where('appointments.group_id', '=', planning)
    .where('enrolments.contact_id', 'not in', [story.contacts.anouk, story.contacts.gerrit, story.contacts.student])
    .orderBy('enrolments.contact_id', 'desc')
    .execute()
  const leaving = last.filter(({ contact_id }) => contact_id === last[0]?.contact_id)
  const ids = leaving.map(({ id }) => id)
  if (ids.length === 0) return
  const costs = await proposeCosts(trx, await leavingWhole(trx, ids))
  await trx.deleteFrom('enrolments').where('id', 'in', ids).execute()
  await addCosts(trx, costs, { delivered: true })
  await followEnrolments(trx, planning, [leaving[0]!.contact_id])
}
