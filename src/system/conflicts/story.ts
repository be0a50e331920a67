import { sql } from 'kysely'
import { ROLE } from '../../platform/access/roles.ts'
import type { Trx } from '../../platform/database/types.ts'
import type { Story } from '../../platform/story.ts'
import { formatDate } from '../../platform/format/format.ts'
import { TO_SETTLE } from './conflicts.rules.ts'
import { addDays, today } from '../../platform/format/zone.ts'
import { addTask } from '../tasks/index.ts'

declare module '../../platform/story.ts' {
  interface Story {
    conflicts: { task: number }
  }
}

const HOUR_MS = 3_600_000

/** A teacher changed a task in a cellar, and somebody at the office did so meanwhile. */
export async function seedConflicts(trx: Trx, story: Story, now: Date): Promise<void> {
  const { seal } = story.tasks
  const task = await trx.selectFrom('tasks').selectAll().where('id', '=', seal).executeTakeFirstOrThrow()
  const at = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  const title = 'Zegels en loodjes meenemen'
  const note = 'Twee rollen.'
  await trx
    .insertInto('conflicts')
    .values({
      id: 1,
      user_id: story.users[ROLE.teacher]!,
      key: 'verhaal-verschil-001',
      label: 'Taak',
      url: `/tasks/edit/${seal}`,
      fields: JSON.stringify([
        ['title', title],
        ['day', formatDate(task.day)],
        ['note', note],
        ['version', '0'],
      ]),
      message: 'Deze gegevens zijn intussen gewijzigd door Sanne Willems.',
      stale: JSON.stringify({
        by: 'Sanne Willems',
        at: at(1).toISOString(),
        version: task.version,
        fields: { title: [title, task.title], note: [note, task.note] },
      }),
      object_type: 'task',
      object_id: seal,
      happened_at: at(2),
    })
    .execute()
  await sql`select setval(pg_get_serial_sequence('conflicts', 'id'), 1)`.execute(trx)
  story.conflicts = { task: 1 }
  const of = { type: 'conflict', id: 1 }
  await addTask(trx, { title: TO_SETTLE, kind: 'conflict', of, day: addDays(today(now), 3) })
}
