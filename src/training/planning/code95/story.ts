import { sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { addDays, instantOf, today as dayOf, wallClock, weekday } from '../../../platform/format/zone.ts'
import type { Story } from '../../../platform/story.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    /** First aid for drivers: the course, a part that comes and is to be announced, and one that is over. */
    code95: { course: number; coming: number; over: number; drivers: number[] }
  }
}

const COURSE = 16
const DRIVERS = 5
/** What is held in the days after it is in time to be announced. */
const COMING = 6

interface Wanted {
  roomId: number
  teacher: number
  /** A part on whose day the teacher stays free: who takes over from somebody who is ill. */
  apartFrom: number
}

/** The first working day from this one on, forwards or back, on which the room and the teacher are free. */
async function freeDay(trx: Trx, from: string, step: 1 | -1, { roomId, teacher, apartFrom }: Wanted): Promise<string> {
  const { starts_at } = await trx
    .selectFrom('appointments')
    .select('starts_at')
    .where('id', '=', apartFrom)
    .executeTakeFirstOrThrow()
  for (let day = from; ; day = addDays(day, step)) {
    if (weekday(day) > 5 || day === wallClock(starts_at).day) continue
    const { rows } = await sql`select from bookings where during && tstzrange(${instantOf(day, '00:00')}, ${instantOf(addDays(day, 1), '00:00')})
      and ((resource = 'room' and resource_id = ${roomId}) or (resource = 'contact' and resource_id = ${teacher}))`.execute(trx) // prettier-ignore
    if (rows.length === 0) return day
  }
}

async function addDay(trx: Trx, day: string, room_id: number, teacher: number, status: string): Promise<number> {
  const { id: group_id } = await trx
    .insertInto('appointment_groups')
    .values({ course_id: COURSE })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await trx
    .insertInto('appointments')
    .values({
      group_id,
      room_id,
      component_id: COURSE * 10 + 1,
      description: 'Eerste hulp langs de weg',
      starts_at: instantOf(day, '08:30')!,
      ends_at: instantOf(day, '16:30')!,
      status,
      max_count: 12,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('appointment_responsibles')
    .values({ appointment_id: id, contact_id: teacher, role_id: ROLE.teacher })
    .execute()
  return id
}

/** A transport company sends its drivers: one day is over, one is to be announced. */
export async function seedCode95(trx: Trx, story: Story, now: Date): Promise<void> {
  const { vanLoon } = story.companies
  const today = dayOf(now)
  await trx
    .insertInto('courses')
    .values({
      id: COURSE,
      description: 'EHBO voor chauffeurs',
      code: 'C95-EHBO',
      max_count: 12,
      validity_months: null,
      code95_code: 'U21-1',
      code95_hours: 7,
      code95_practice: true,
      code95_certified_until: addDays(today, 700),
      bring: 'Geldig rijbewijs en legitimatiebewijs.',
    })
    .execute()
  await trx
    .insertInto('course_components')
    .values({
      id: COURSE * 10 + 1,
      course_id: COURSE,
      position: 1,
      description: 'Eerste hulp langs de weg',
      duration_minutes: 480,
      default_start: '08:30',
    })
    .execute()
  const people = await trx
    .selectFrom('contacts')
    .select('id')
    .where('company_id', '=', vanLoon)
    .where('active', '=', true)
    .orderBy('id', 'desc')
    .limit(DRIVERS)
    .execute()
  const drivers = people.map(({ id }) => id)
  const room = story.rooms.zwolle2
  const { teacher } = story.contacts
  const wanted = { roomId: room, teacher, apartFrom: story.appointments.option }
  const overOn = await freeDay(trx, addDays(today, -3), -1, wanted)
  const comingOn = await freeDay(trx, addDays(today, COMING), 1, wanted)
  const over = await addDay(trx, overOn, room, teacher, 'executed')
  const coming = await addDay(trx, comingOn, room, teacher, 'confirmed')
  await trx
    .insertInto('enrolments')
    .values([
      ...drivers.map((contact_id) => ({ appointment_id: over, contact_id, company_id: vanLoon })),
      ...drivers.slice(0, 2).map((contact_id) => ({ appointment_id: coming, contact_id, company_id: vanLoon })),
    ])
    .execute()
  await sql`select setval(pg_get_serial_sequence('courses', 'id'), (select max(id) from courses)),
    setval(pg_get_serial_sequence('course_components', 'id'), (select max(id) from course_components))`.execute(trx)
  story.code95 = { course: COURSE, coming, over, drivers }
}
