import { sql } from 'kysely'
import type { Trx } from '../../platform/database/types.ts'
import { addDays, today, weekday } from '../../platform/format/zone.ts'
import type { Story } from '../../platform/story.ts'

declare module '../../platform/story.ts' {
  interface Story {
    establishments: { zwolle: number; deventer: number }
    rooms: { zwolle1: number; zwolle2: number; hall: number; deventerA: number; deventerB: number }
    /** An open day of Zwolle, on a Saturday. */
    specialDay: number
    /** Of the hall, later than anything that is planned. */
    roomClosure: number
  }
}

export const ESTABLISHMENTS = [
  {
    id: 1,
    name: 'Zwolle',
    street: 'Havenkade',
    street_no: '8',
    postal_code: '8011 AA',
    city: 'Zwolle',
    email: 'zwolle@noordkaap.example',
  },
  {
    id: 2,
    name: 'Deventer',
    street: 'Handelskade',
    street_no: '75',
    postal_code: '7417 DE',
    city: 'Deventer',
    email: null,
  },
]

/** Where the training takes place: the head office with a hall for practice, and a smaller second establishment. */
export async function seedEstablishments(trx: Trx, story: Story, now: Date): Promise<void> {
  await trx.insertInto('establishments').values(ESTABLISHMENTS).execute()
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
  await seedHours(trx, story, now)
  await trx.insertInto('travel_times').values({ establishment_id: 1, other_id: 2, minutes: 40 }).execute()
  const later = addDays(today(now), 300)
  await trx
    .insertInto('room_closures')
    .values({ id: 1, room_id: 3, description: 'Onderhoud vloer', first_day: later, last_day: addDays(later, 4) })
    .execute()
  story.roomClosure = 1
  story.establishments = { zwolle: 1, deventer: 2 }
  story.rooms = { zwolle1: 1, zwolle2: 2, hall: 3, deventerA: 4, deventerB: 5 }
  for (const table of ['establishments', 'rooms', 'establishment_days', 'room_closures'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      trx,
    )
}

/** Working days in both; Zwolle also an evening, a Saturday morning and an open day. */
async function seedHours(trx: Trx, story: Story, now: Date): Promise<void> {
  const days = [1, 2, 3, 4, 5]
  await trx
    .insertInto('establishment_hours')
    .values([
      ...days.map((day) => ({
        establishment_id: 1,
        weekday: day,
        opens: '08:00',
        closes: day === 4 ? '21:30' : '17:30',
      })),
      { establishment_id: 1, weekday: 6, opens: '09:00', closes: '13:00' },
      ...days.map((day) => ({ establishment_id: 2, weekday: day, opens: '08:30', closes: '17:00' })),
    ])
    .execute()
  const inAMonth = addDays(today(now), 28)
  await trx
    .insertInto('establishment_days')
    .values({
      id: 1,
      establishment_id: 1,
      day: addDays(inAMonth, 6 - weekday(inAMonth)),
      opens: '10:00',
      closes: '16:00',
      description: 'Open dag',
    })
    .execute()
  story.specialDay = 1
}
