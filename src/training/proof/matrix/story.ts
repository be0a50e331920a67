import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import type { Story } from '../../../platform/story.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    /** What De Linde needs of BHV. */
    certificateNeed: number
  }
}

/** A company that needs more certificates than it holds, in numbers and of one function. */
export async function seedNeeds(trx: Trx, story: Story): Promise<void> {
  const { deLinde } = story.companies
  const { bhv, ehbo, vca } = story.courses
  await trx
    .insertInto('certificate_needs')
    .values([
      { id: 1, company_id: deLinde, course_id: bhv, needed: 12 },
      { id: 2, company_id: deLinde, course_id: ehbo, needed: 2 },
      { id: 3, company_id: deLinde, course_id: vca, job_title: 'Teamleider facilitair', needed: null },
    ])
    .execute()
  await sql`select setval(pg_get_serial_sequence('certificate_needs', 'id'), 3)`.execute(trx)
  story.certificateNeed = 1
}
