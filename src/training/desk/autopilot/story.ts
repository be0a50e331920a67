import { type SqlBool, sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { addDays, instantOf, today as dayOf, weekday } from '../../../platform/format/zone.ts'
import type { Story } from '../../../platform/story.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    /** A refresher that somebody in the region has no place for yet and the planning with four places left. */
    autopilot: { due: number; part: number }
  }
}

/** People of each of the three companies around Zwolle. */
const EACH = 4
const TAKEN = 4

/** People of a company who take no refresher of the course and are not enrolled for it. */
async function peopleOf(trx: Trx, companyId: number | null, courseId: number, count: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('contacts')
    .select('id')
    .where((eb) => (companyId === null ? eb('company_id', 'is', null) : eb('company_id', '=', companyId)))
    .where('active', '=', true)
    .where(sql<SqlBool>`roles @> array[${ROLE.student}::integer]`)
    .where(
      sql<SqlBool>`not exists (select from contact_refreshers r where r.contact_id = contacts.id
      and r.course_id = ${courseId})`,
    )
    .where(
      sql<SqlBool>`not exists (select from enrolments e join appointments a on a.id = e.appointment_id
      join appointment_groups g on g.id = a.group_id where e.contact_id = contacts.id and g.course_id = ${courseId}
      and a.ends_at > now())`,
    )
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
  return rows.map(({ id }) => id)
}

/** The first working day from this one on, on which a room and a teacher are free. */
async function freeDay(trx: Trx, from: string, roomId: number, teacherId: number): Promise<string> {
  for (let day = from; ; day = addDays(day, 1)) {
    if (weekday(day) > 5) continue
    const { rows } = await sql`select from bookings where during && tstzrange(${instantOf(day, '00:00')}, ${instantOf(addDays(day, 1), '00:00')})
      and ((resource = 'room' and resource_id = ${roomId}) or (resource = 'contact' and resource_id = ${teacherId}))`.execute(trx) // prettier-ignore
    if (rows.length === 0) return day
  }
}

/** A region with twelve people of three companies whose refresher ends soon, and a planning with four places left. */
export async function seedAutopilot(trx: Trx, story: Story, now: Date): Promise<void> {
  const { deLinde, thuiszorg, vanLoon } = story.companies
  const course_id = story.courses.cpr
  const today = dayOf(now)
  const people: number[] = []
  for (const company of [deLinde, thuiszorg, vanLoon]) people.push(...(await peopleOf(trx, company, course_id, EACH)))
  const dues = await trx
    .insertInto('contact_refreshers')
    .values(people.map((contact_id, i) => ({ contact_id, course_id, expires_at: addDays(today, 62 + i * 2) })))
    .returning('id')
    .execute()
  const room_id = story.rooms.zwolle2
  const day = await freeDay(trx, addDays(today, 24), room_id, story.contacts.teacher)
  const { id: group_id } = await trx.insertInto('appointment_groups').values({ course_id }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
  const component = await trx
    .selectFrom('course_components')
    .select(['id', 'description'])
    .where('course_id', '=', course_id)
    .executeTakeFirstOrThrow()
  const { id: part } = await trx
    .insertInto('appointments')
    .values({
      group_id,
      room_id,
      component_id: component.id,
      description: component.description,
      starts_at: instantOf(day, '18:30')!,
      ends_at: instantOf(day, '21:30')!,
      status: 'planned',
      max_count: TAKEN + EACH,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('appointment_responsibles')
    .values({ appointment_id: part, contact_id: story.contacts.teacher, role_id: ROLE.teacher })
    .execute()
  const others = await peopleOf(trx, null, course_id, TAKEN)
  await trx
    .insertInto('enrolments')
    .values(others.map((contact_id) => ({ appointment_id: part, contact_id, company_id: null })))
    .execute()
  story.autopilot = { due: dues[0]!.id, part }
}
