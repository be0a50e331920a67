import { sql } from 'kysely'
import type { Trx } from '../../platform/database/types.ts'
import { addDays, today as dayOf } from '../../platform/format/zone.ts'
import type { Story } from '../../platform/story.ts'

declare module '../../platform/story.ts' {
  interface Story {
    /** A driver whose code ends soon with too few hours, one who has them all, and a course that was followed elsewhere. */
    drivers: { short: number; complete: number; credit: number }
  }
}

const DAY = 7 * 60

/** Two drivers of the transport company: one lacks hours, one is ready. */
export async function seedDrivers(trx: Trx, story: Story, now: Date): Promise<void> {
  const today = dayOf(now)
  const [short, complete] = story.code95.drivers as [number, number]
  await trx
    .insertInto('code95_drivers')
    .values([
      { id: 1, contact_id: short, valid_until: addDays(today, 150) },
      { id: 2, contact_id: complete, valid_until: addDays(today, 210) },
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
    ])
    .execute()
  await sql`select setval(pg_get_serial_sequence('code95_drivers', 'id'), 2),
    setval(pg_get_serial_sequence('code95_credits', 'id'), 7)`.execute(trx)
  story.drivers = { short: 1, complete: 2, credit: 2 }
}
