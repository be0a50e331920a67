import { sql } from 'kysely'
import type { Trx } from '../../platform/database/types.ts'
import type { Story } from '../../platform/story.ts'

declare module '../../platform/story.ts' {
  interface Story {
    establishments: { zwolle: number; deventer: number }
    rooms: { zwolle1: number; zwolle2: number; hall: number; deventerA: number; deventerB: number }
  }
}

/** Where the training takes place: the head office with a hall for practice, and a smaller second establishment. */
export async function tellEstablishments(trx: Trx, story: Story): Promise<void> {
  await trx
    .insertInto('establishments')
    .values([
      { id: 1, name: 'Zwolle', street: 'Havenkade', street_no: '8', postal_code: '8011 AA', city: 'Zwolle' },
      { id: 2, name: 'Deventer', street: 'Handelskade', street_no: '75', postal_code: '7417 DE', city: 'Deventer' },
    ])
    .execute()
  await trx
    .insertInto('rooms')
    .values([
      { id: 1, establishment_id: 1, name: 'lokaal 1', capacity: 16 },
      { id: 2, establishment_id: 1, name: 'lokaal 2', capacity: 12 },
      { id: 3, establishment_id: 1, name: 'praktijkhal', capacity: 24 },
      { id: 4, establishment_id: 2, name: 'lokaal A', capacity: 14 },
      { id: 5, establishment_id: 2, name: 'lokaal B', capacity: 10 },
    ])
    .execute()
  story.establishments = { zwolle: 1, deventer: 2 }
  story.rooms = { zwolle1: 1, zwolle2: 2, hall: 3, deventerA: 4, deventerB: 5 }
  for (const table of ['establishments', 'rooms'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      trx,
    )
}
