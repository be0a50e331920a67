/** Rows for tests that need more or other people, courses and parts than the story tells of. */
import { type Insertable, sql } from 'kysely'
import type { DB, Db } from '../../src/platform/database/types.ts'

let made = 0
/** A number that no other row of this test file has. */
const fresh = (): number => ++made

export async function addContact(db: Db, contact: Partial<Insertable<DB['contacts']>> = {}): Promise<number> {
  const { id } = await db
    .insertInto('contacts')
    .values({ first_name: 'Test', last_name: `Persoon${fresh()}`, ...contact })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function addCourse(db: Db, course: Partial<Insertable<DB['courses']>> = {}): Promise<number> {
  const { id } = await db
    .insertInto('courses')
    .values({ description: 'Testopleiding', code: `TEST-${fresh()}`, ...course })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function addEmptyPlanning(db: Db, courseId: number): Promise<number> {
  const { id } = await db
    .insertInto('appointment_groups')
    .values({ course_id: courseId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * A part of a planning, held two days ago from 09:00 UTC for four hours unless said otherwise. A room that it books double
 * is permitted.
 */
export async function addPart(
  db: Db,
  { minutes = 240, ...part }: Partial<Insertable<DB['appointments']>> & { group_id: number; minutes?: number },
): Promise<number> {
  const day = new Date(Date.now() - 48 * 3_600_000).toISOString().slice(0, 10)
  const starts_at = part.starts_at ? new Date(part.starts_at) : new Date(`${day}T09:00:00Z`)
  return together(db, async (trx) => {
    const { id } = await trx
      .insertInto('appointments')
      .values({
        description: 'Onderdeel',
        max_count: 1000,
        status: 'executed',
        ...part,
        starts_at,
        ends_at: new Date(starts_at.getTime() + minutes * 60_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (part.room_id) await permitDoubles(trx, id)
    return id
  })
}

/** Somebody in a part; present and passed unless said otherwise. */
export async function addEnrolment(
  db: Db,
  enrolment: { appointment_id: number; contact_id: number; present?: 0 | 1 | null; passed?: 0 | 1 | null },
): Promise<void> {
  await db
    .insertInto('enrolments')
    .values({ present: 1, passed: 1, ...enrolment })
    .execute()
}

/** A planning of one part that all these people passed. */
export async function addPassedPlanning(
  db: Db,
  courseId: number,
  contactIds: number[],
  part: Omit<Parameters<typeof addPart>[1], 'group_id'> = {},
): Promise<{ planningId: number; partId: number }> {
  const planningId = await addEmptyPlanning(db, courseId)
  const partId = await addPart(db, { ...part, group_id: planningId })
  if (contactIds.length > 0)
    await db
      .insertInto('enrolments')
      .values(contactIds.map((contact_id) => ({ appointment_id: partId, contact_id, present: 1, passed: 1 })))
      .execute()
  return { planningId, partId }
}

/**
 * Somebody who gives a part, or plays in it: a teacher unless said otherwise. What it books double, as tests of something
 * else do, is permitted.
 */
export async function addResponsible(db: Db, values: Insertable<DB['appointment_responsibles']>): Promise<void> {
  await together(db, async (trx) => {
    await trx.insertInto('appointment_responsibles').values(values).execute()
    await permitDoubles(trx, values.appointment_id)
  })
}

const together = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)

const permitDoubles = (trx: Db, part: number) =>
  sql`
    insert into double_bookings (contact_id, room_id, first_record, first_id, later_record, later_id, during, sentence)
    select case one.resource when 'contact' then one.resource_id end, case one.resource when 'room' then one.resource_id end,
      one.record, one.record_id, other.record, other.record_id, range_merge(range_agg(one.during * other.during)), 'Proef'
    from bookings one join bookings other on other.resource = one.resource and other.resource_id = one.resource_id
      and other.during && one.during
      and (one.record > other.record or one.record = other.record and one.record_id < other.record_id)
    where ('appointment', ${part}::integer) in ((one.record, one.record_id), (other.record, other.record_id))
    group by 1, 2, 3, 4, 5, 6
    on conflict do nothing`.execute(trx)
