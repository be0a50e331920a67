import type { Trx } from '../../../platform/database/types.ts'
import type { Story } from '../../../platform/story.ts'

/** Courses with a minimum, so that an option waits for a decision. */
export async function seedDecisions(trx: Trx, story: Story): Promise<void> {
  await trx
    .insertInto('planning_decisions')
    .values({ group_id: story.plannings.option, min_count: 6, decide_days: 10 })
    .execute()
  await trx
    .insertInto('course_decisions')
    .values({ course_id: story.courses.forklift, min_count: 3, decide_days: 5 })
    .execute()
}
