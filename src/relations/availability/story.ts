import { sql } from 'kysely'
import type { Trx } from '../../platform/database/types.ts'
import { addDays, today, weekday } from '../../platform/format/zone.ts'
import type { Story } from '../../platform/story.ts'

declare module '../../platform/story.ts' {
  interface Story {
    /** The leave of both teachers. */
    absences: { teacher: number; otherTeacher: number }
    freeDays: { teacher: number; otherTeacher: number }
    workingWeeks: { teacher: number; otherTeacher: number }
  }
}

/** Past what the story plans, so that nobody of it is booked then. */
const LATER = 250

/** Leave next year, Sundays off, and hours that nobody of the story is planned outside of. */
export async function seedAvailability(trx: Trx, story: Story, now: Date): Promise<void> {
  const { teacher, otherTeacher } = story.contacts
  const later = addDays(today(now), LATER)
  const end = addDays(later, 90)
  const sunday = addDays(later, 7 - weekday(later))
  await trx
    .insertInto('absences')
    .values([
      {
        id: 1,
        contact_id: teacher,
        kind: 'leave',
        first_day: later,
        last_day: addDays(later, 11),
        reason: 'Zomervakantie',
      },
      { id: 2, contact_id: otherTeacher, kind: 'leave', first_day: addDays(later, 14), last_day: addDays(later, 25) },
    ])
    .execute()
  await trx
    .insertInto('free_days')
    .values([
      { id: 1, contact_id: teacher, first_day: sunday, last_day: end },
      { id: 2, contact_id: otherTeacher, first_day: sunday, every_weeks: 2, last_day: end },
    ])
    .execute()
  await trx
    .insertInto('working_weeks')
    .values([
      { id: 1, contact_id: teacher, first_day: later, last_day: end },
      { id: 2, contact_id: otherTeacher, first_day: later, last_day: end },
    ])
    .execute()
  await trx
    .insertInto('working_hours')
    .values(
      [1, 2].flatMap((week_id) =>
        [1, 2, 3, 4, 5].map((day) => ({ week_id, weekday: day, opens: '08:00', closes: '17:30' })),
      ),
    )
    .execute()
  for (const table of ['absences', 'free_days', 'working_weeks'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 2)`.execute(trx)
  story.absences = { teacher: 1, otherTeacher: 2 }
  story.freeDays = { teacher: 1, otherTeacher: 2 }
  story.workingWeeks = { teacher: 1, otherTeacher: 2 }
}
