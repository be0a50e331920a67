import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { addDays, today as dayOf } from '../../../platform/format/zone.ts'
import type { Story } from '../../../platform/story.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    /** A driver whose code ends soon with too few hours, one who has them all, a course that was followed elsewhere, and the
     * contact of a driver whom the supervisor leads. */
    drivers: { short: number; complete: number; credit: number; led: number }
  }
}

const DAY = 7 * 60

/** Two drivers of the transport company, of whom one lacks hours; the student, and somebody who is led, have time left. */
export async function seedDrivers(trx: Trx, story: Story, now: Date): Promise<void> {
  const today = dayOf(now)
  const [short, complete] = story.code95.drivers as [number, number]
  const { id: led } = await trx
    .selectFrom('contacts')
    .select('id')
    .where('company_id', '=', story.companies.deLinde)
    .where('id', 'not in', [story.contacts.anouk, story.contacts.supervisor])
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('code95_drivers')
    .values([
      { id: 1, contact_id: short, valid_until: addDays(today, 150) },
      { id: 2, contact_id: complete, valid_until: addDays(today, 210) },
      { id: 3, contact_id: story.contacts.student, valid_until: addDays(today, 620) },
      { id: 4, contact_id: led, valid_until: addDays(today, 800) },
    ])
    .execute()
  const course = (
    id: number,
    contact_id: number,
    description: string,
    code: string,
    days: number,
    practice = false,
  ) => ({
    ...{ id, contact_id, description, code, minutes: DAY, practice, counted_on: addDays(today, -days) },
  })
  await trx
    .insertInto('code95_credits')
    .values([
      course(1, short, 'Het nieuwe rijden', 'W01-2', 900, true),
      course(2, short, 'Rijden in de winter', 'U03-1', 500),
      course(3, complete, 'Het nieuwe rijden', 'W01-2', 1200, true),
      course(4, complete, 'Rij- en rusttijden', 'U02-4', 1000),
      course(5, complete, 'Lading zekeren', 'U07-1', 700, true),
      course(6, complete, 'Gezond aan het stuur', 'U13-2', 400),
      course(7, complete, 'Veiligheid rond de vrachtwagen', 'U05-2', 100),
      course(8, story.contacts.student, 'Het nieuwe rijden', 'W01-2', 800, true),
      course(9, story.contacts.student, 'Lading zekeren', 'U07-1', 300),
      course(10, led, 'Lading zekeren', 'U07-1', 300),
    ])
    .execute()
  await sql`select setval(pg_get_serial_sequence('code95_drivers', 'id'), 4),
    setval(pg_get_serial_sequence('code95_credits', 'id'), 10)`.execute(trx)
  story.drivers = { short: 1, complete: 2, credit: 2, led }
}
