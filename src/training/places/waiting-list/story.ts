import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { wallClock, weekday } from '../../../platform/format/zone.ts'
import type { Story } from '../../../platform/story.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    /** Who waits: entries of the full planning, and one for any planning of a course. */
    waiting: {
      /** First in line, but comes on other days alone. */
      first: number
      /** Of De Linde, so of the story's supervisor; has an offer. */
      offered: number
      /** Likewise of De Linde, next in line. */
      own: number
      /** For any planning of forklift. */
      any: number
      planningWithPlaces: number
    }
  }
}

/** People of other companies than those who are in, in the order of their ids. */
async function peopleFor(trx: Trx, story: Story, courseId: number): Promise<Story['students']> {
  const enrolled = await trx
    .selectFrom('enrolments')
    .innerJoin('appointments', 'appointments.id', 'enrolments.appointment_id')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
    .select('enrolments.contact_id')
    .where('appointment_groups.course_id', '=', courseId)
    .execute()
  const taken = new Set(enrolled.map(({ contact_id }) => contact_id))
  return story.students.filter(({ id }) => !taken.has(id))
}

/** A day of the week on which the planning is not, from Monday to Friday. */
const otherDay = (day: number): number => (day >= 5 ? 1 : day + 1)

/** A full planning with a line: one comes on another day, one wants another establishment, one has an offer, one is next. */
export async function seedWaiting(trx: Trx, story: Story, now: Date): Promise<void> {
  const people = await peopleFor(trx, story, story.courses.vca)
  const part = { id: story.appointments.full, planning: story.plannings.full }
  const of = (companyId: number) => people.filter((person) => person.companyId === companyId)
  const [early, elsewhere] = people.filter(
    ({ companyId }) => companyId !== null && companyId !== story.companies.deLinde,
  )
  const [offered, own] = [of(story.companies.deLinde)[0]!, of(story.companies.deLinde)[1]!]
  const { starts_at, establishment_id } = await trx
    .selectFrom('appointments')
    .leftJoin('rooms', 'rooms.id', 'appointments.room_id')
    .select(['starts_at', 'establishment_id'])
    .where('appointments.id', '=', part.id)
    .executeTakeFirstOrThrow()
  const day = weekday(wallClock(starts_at).day)
  const other = await trx
    .selectFrom('establishments')
    .select('id')
    .where('id', '<>', establishment_id ?? 0)
    .orderBy('id')
    .executeTakeFirst()
  const told = {
    course: story.courses.vca,
    planning: part.planning,
    weekdays: [] as number[],
    establishment: null as number | null,
  }
  const line: Told[] = [
    { ...told, person: early!, weekdays: [otherDay(day)], since: daysAgo(now, 21) },
    { ...told, person: elsewhere!, establishment: other?.id ?? null, since: daysAgo(now, 17) },
    { ...told, person: offered, since: daysAgo(now, 9) },
    { ...told, person: own, since: daysAgo(now, 4) },
  ]
  const ids: number[] = []
  for (const one of line) ids.push(await wait(trx, one))
  const any = people.findLast(({ companyId }) => companyId === story.companies.twente) ?? early!
  const anyId = await wait(trx, {
    course: story.courses.forklift,
    planning: null,
    person: any,
    weekdays: [6],
    establishment: null,
    since: daysAgo(now, 12),
  })
  await trx.insertInto('waiting_rules').values({ group_id: part.planning, company_quota: 3 }).execute()
  const offeredId = ids.at(-2)!
  await offer(trx, { planning: part.planning, partId: part.id, entryId: offeredId, skipped: ids.slice(0, -2), now })
  story.waiting = {
    first: ids[0]!,
    offered: offeredId,
    own: ids.at(-1)!,
    any: anyId,
    planningWithPlaces: await withPlaces(trx, story.courses.forklift),
  }
}

const daysAgo = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)

interface Told {
  course: number
  planning: number | null
  person: { id: number; companyId: number | null }
  weekdays: number[]
  establishment: number | null
  since: Date
}

async function wait(trx: Trx, { course, planning, person, weekdays, establishment, since }: Told): Promise<number> {
  const { id } = await trx
    .insertInto('waiting_entries')
    .values({
      course_id: course,
      group_id: planning,
      contact_id: person.id,
      company_id: person.companyId,
      weekdays,
      establishment_id: establishment,
      line_at: since,
      created_at: since,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('waiting_steps')
    .values({ entry_id: id, group_id: planning, kind: 'placed', at: since })
    .execute()
  return id
}

/** A place that came free an hour ago, and is offered until tomorrow. */
async function offer(
  trx: Trx,
  told: { planning: number; partId: number; entryId: number; skipped: number[]; now: Date },
): Promise<void> {
  await trx.updateTable('appointments').set({ max_count: 7 }).where('id', '=', told.partId).execute()
  const at = new Date(told.now.getTime() - 3_600_000)
  const { id } = await trx
    .insertInto('waiting_offers')
    .values({
      entry_id: told.entryId,
      group_id: told.planning,
      part_ids: [told.partId],
      offered_at: at,
      expires_at: new Date(told.now.getTime() + 26 * 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const step = { group_id: told.planning, offer_id: id, at }
  await trx
    .insertInto('waiting_steps')
    .values([
      ...told.skipped.map((entry_id, i) => ({
        ...step,
        entry_id,
        kind: 'skipped',
        why: i === 0 ? 'day' : 'place',
        detail: i === 0 ? 'Kan niet op deze dag' : 'Wil naar een andere vestiging',
      })),
      { ...step, entry_id: told.entryId, kind: 'offered', detail: `plaats ${told.skipped.length + 1}` },
    ])
    .execute()
  await trx
    .updateTable('waiting_turns')
    .set({ pending: false, freed_at: at })
    .where('group_id', '=', told.planning)
    .execute()
  await sql`delete from graphile_worker._private_jobs where key = ${`waiting-${told.planning}`}`.execute(trx)
}

/** The first planning of a course to come that takes people and has places. */
async function withPlaces(trx: Trx, courseId: number): Promise<number> {
  const row = await trx
    .selectFrom('appointments')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
    .select('appointments.group_id')
    .where('course_id', '=', courseId)
    .where('status', 'in', ['planned', 'confirmed'])
    .where('starts_at', '>', new Date())
    .orderBy('starts_at')
    .executeTakeFirstOrThrow()
  return row.group_id
}
