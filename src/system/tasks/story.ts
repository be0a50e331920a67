import { sql } from 'kysely'
import { ROLE } from '../../platform/access/roles.ts'
import type { Trx } from '../../platform/database/types.ts'
import { addDays, today } from '../../platform/format/zone.ts'
import type { Story } from '../../platform/story.ts'

declare module '../../platform/story.ts' {
  interface Story {
    tasks: { call: number; seal: number }
  }
}

/** A customer whom the office calls, and something that the teacher brings along; both are for later. */
export async function seedTasks(trx: Trx, story: Story, now: Date): Promise<void> {
  await trx
    .insertInto('tasks')
    .values([
      {
        id: 1,
        title: 'De Linde bellen over nieuwe blussers',
        kind: 'own',
        day: addDays(today(now), 6),
        object_type: 'company',
        object_id: story.companies.deLinde,
      },
      {
        id: 2,
        title: 'Zegels meenemen',
        kind: 'own',
        day: addDays(today(now), 9),
        user_id: story.users[ROLE.teacher]!,
      },
    ])
    .execute()
  await sql`select setval(pg_get_serial_sequence('tasks', 'id'), 2)`.execute(trx)
  story.tasks = { call: 1, seal: 2 }
}
