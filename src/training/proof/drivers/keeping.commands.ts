import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { wallClock } from '../../../platform/format/zone.ts'
import { listHours } from '../../planning/code95/index.ts'

interface HeldPart {
  id: number
  ends_at: Date
}

/**
 * Writes down what the students of a planning get for code 95, as it is known now: the signatures that it rests on are
 * removed one day. Who gets nothing any more loses what was written down before.
 * @returns how many get hours
 */
export async function keepCredits(trx: Trx, planningId: number, parts: readonly HeldPart[]): Promise<number> {
  const ids = parts.map(({ id }) => id)
  const hours = await listHours(trx, ids)
  if (hours === null) return 0
  const course = await trx
    .selectFrom('appointment_groups')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .select(['courses.description', 'code95_code', 'code95_practice', 'code95_elearning_hours'])
    .where('appointment_groups.id', '=', planningId)
    .executeTakeFirstOrThrow()
  const last = parts.reduce((latest, part) => (part.ends_at > latest ? part.ends_at : latest), parts[0]!.ends_at)
  const rows = [...hours].flatMap(([contact_id, { minutes, reasons, days }]) => {
    // What is learnt at home counts with a complete course alone.
    const elearning = reasons.length === 0 ? course.code95_elearning_hours * 60 : 0
    return minutes === 0
      ? []
      : [
          {
            contact_id,
            minutes: minutes + elearning,
            elearning_minutes: elearning,
            day_minutes: JSON.stringify(Object.fromEntries(days)),
          },
        ]
  })
  await trx
    .deleteFrom('code95_credits')
    .where('group_id', '=', planningId)
    .where((eb) =>
      rows.length === 0
        ? eb.lit(true)
        : eb(
            'contact_id',
            'not in',
            rows.map(({ contact_id }) => contact_id),
          ),
    )
    .execute()
  if (rows.length === 0) return 0
  await trx
    .insertInto('code95_credits')
    .values(
      rows.map((row) => ({
        ...row,
        group_id: planningId,
        description: course.description,
        code: course.code95_code,
        practice: course.code95_practice,
        counted_on: wallClock(last).day,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['group_id', 'contact_id']).doUpdateSet((eb) => ({
        description: eb.ref('excluded.description'),
        code: eb.ref('excluded.code'),
        minutes: eb.ref('excluded.minutes'),
        elearning_minutes: eb.ref('excluded.elearning_minutes'),
        day_minutes: sql`excluded.day_minutes`,
        practice: eb.ref('excluded.practice'),
        counted_on: sql`excluded.counted_on`,
      })),
    )
    .execute()
  return rows.length
}
