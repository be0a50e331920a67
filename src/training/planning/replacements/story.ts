import { sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { addDays, instantOf, today as dayOf } from '../../../platform/format/zone.ts'
import type { Story } from '../../../platform/story.ts'
import { readSetting } from '../../../system/settings/index.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    /** Of the teacher who is ill this week: a part that another can take over, and one that nobody can. */
    sickness: { absence: number; teacher: number; part: number; nobody: number }
    /** The default messages that people read when somebody takes over. */
    replacementMessages: Record<'to_replacing' | 'to_replaced' | 'to_students', number>
  }
}

/** As `seedRepairs` tells. */
const [ILL, ABSENCE] = [7, 3]

/** An evening on the forklift, for which nobody else has the skill. */
export async function seedReplacements(trx: Trx, story: Story, now: Date): Promise<void> {
  const { forklift } = story.courses
  const component = await trx
    .selectFrom('course_components')
    .select(['id', 'description'])
    .where('course_id', '=', forklift)
    .orderBy('position')
    .executeTakeFirstOrThrow()
  const planning = await trx
    .insertInto('appointment_groups')
    .values({ course_id: forklift, incompany: false })
    .returning('id')
    .executeTakeFirstOrThrow()
  const day = addDays(dayOf(now), 5)
  const part = await trx
    .insertInto('appointments')
    .values({
      group_id: planning.id,
      component_id: component.id,
      description: component.description,
      starts_at: instantOf(day, '18:30')!,
      ends_at: instantOf(day, '21:30')!,
      status: 'confirmed',
      max_count: 6,
      room_id: story.rooms.zwolle1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('appointment_responsibles')
    .values({ appointment_id: part.id, contact_id: ILL, role_id: ROLE.teacher })
    .execute()
  story.sickness = { absence: ABSENCE, teacher: ILL, part: story.appointments.option, nobody: part.id }
  await sql`select add_replacement_messages()`.execute(trx)
  story.replacementMessages = (await readSetting(trx, 'replacement_messages')) as Story['replacementMessages']
}
