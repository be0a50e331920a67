import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { addDays, today as dayOf } from '../../../platform/format/zone.ts'
import type { Story } from '../../../platform/story.ts'

/** The third teacher of the story, beside the two that sign in. */
const THIRD = 7

/** A teacher who fell ill this morning and is away for a week, with parts that want somebody else. */
export async function seedRepairs(trx: Trx, _story: Story, now: Date): Promise<void> {
  const today = dayOf(now)
  await trx
    .insertInto('absences')
    .values({ id: 3, contact_id: THIRD, kind: 'sick', first_day: today, last_day: addDays(today, 7) })
    .execute()
  await sql`select setval(pg_get_serial_sequence('absences', 'id'), 3)`.execute(trx)
}
