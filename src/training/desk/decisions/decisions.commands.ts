import type { Trx } from '../../../platform/database/types.ts'

export interface Rule {
  rule: 'none' | 'own'
  min_count: number | null
  decide_days: number | null
}

/** What a course needs to be given; none: nothing is decided about it. */
export async function setCourseRule(
  trx: Trx,
  course_id: number,
  { rule, min_count, decide_days }: Rule,
): Promise<void> {
  if (rule === 'none' || min_count === null || decide_days === null) {
    await trx.deleteFrom('course_decisions').where('course_id', '=', course_id).execute()
    return
  }
  await trx
    .insertInto('course_decisions')
    .values({ course_id, min_count, decide_days })
    .onConflict((conflict) => conflict.column('course_id').doUpdateSet({ min_count, decide_days }))
    .execute()
}

/** The same of one planning; none: as its course says. */
export async function setPlanningRule(
  trx: Trx,
  group_id: number,
  { rule, min_count, decide_days }: Rule,
): Promise<void> {
  if (rule === 'none' || min_count === null || decide_days === null) {
    await trx.deleteFrom('planning_decisions').where('group_id', '=', group_id).execute()
    return
  }
  await trx
    .insertInto('planning_decisions')
    .values({ group_id, min_count, decide_days })
    .onConflict((conflict) => conflict.column('group_id').doUpdateSet({ min_count, decide_days }))
    .execute()
}
