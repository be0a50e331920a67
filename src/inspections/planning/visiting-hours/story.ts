import type { Trx } from '../../../platform/database/types.ts'
import type { Story } from '../../../platform/story.ts'

/** One customer is there in the morning alone. */
export async function seedVisitingHours(trx: Trx, story: Story): Promise<void> {
  await trx
    .insertInto('company_visiting_hours')
    .values({ company_id: story.companies.deLinde, visit_from: '08:00', visit_until: '12:00' })
    .execute()
}
