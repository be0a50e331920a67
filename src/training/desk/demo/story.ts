import { type Selectable, sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import type { DB, Trx } from '../../../platform/database/types.ts'
import { addDays, instantOf, today as dayOf, weekday } from '../../../platform/format/zone.ts'
import type { Story } from '../../../platform/story.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    /** Parts by their place in the story. */
    appointments: {
      /** A confirmed course next week with students of De Linde and Bram, given by Jeroen van Dijk. */
      coming: number
      /** A part of a course in-company at Van Loon, given by Ingrid Bosman: outside every 'own' scope. */
      foreign: number
      /** Held yesterday, results still open. */
      toFinish: number
      /** Finished a month ago; certificates were given. */
      finished: number
      /** Full to the last place. */
      full: number
      /** An option that nobody has confirmed yet. */
      option: number
    }
    plannings: { coming: number; foreign: number; toFinish: number; finished: number; full: number; option: number }
  }
}

type Status = 'option' | 'planned' | 'confirmed' | 'executed' | 'done' | 'cancelled'
interface Planning {
  name?: keyof Story['plannings']
  course: keyof Story['courses']
  /** Working days from today. */
  in: number
  room: number
  teacher: number
  status: Status
  students: number
  max?: number
  incompany?: number
}

const TEACHERS = [3, 4, 7]
const COURSES: (keyof Story['courses'])[] = ['bhv', 'bhvRefresher', 'ehbo', 'vca', 'forklift', 'nen3140', 'cpr']

/** The day that lies `count` working days from `from`. */
function workingDay(from: string, count: number): string {
  let day = from
  for (let left = Math.abs(count); left > 0;) {
    day = addDays(day, Math.sign(count))
    if (weekday(day) <= 5) left--
  }
  while (weekday(day) > 5) day = addDays(day, count < 0 ? -1 : 1)
  return day
}

/** The plannings the story names, then a regular rhythm around today. */
function plannings(): Planning[] {
  const named: Planning[] = [
    { name: 'coming', course: 'bhv', in: 5, room: 0, teacher: 3, status: 'confirmed', students: 9, max: 14 },
    {
      name: 'foreign',
      course: 'bhvRefresher',
      in: 6,
      room: 3,
      teacher: 4,
      status: 'confirmed',
      students: 0,
      max: 10,
      incompany: 4,
    },
    { name: 'toFinish', course: 'bhvRefresher', in: -1, room: 1, teacher: 3, status: 'executed', students: 8 },
    { name: 'finished', course: 'bhv', in: -25, room: 0, teacher: 3, status: 'done', students: 10 },
    { name: 'full', course: 'vca', in: 8, room: 1, teacher: 7, status: 'confirmed', students: 6, max: 6 },
  ]
  const rhythm = Array.from({ length: 38 }, (_, i): Planning => {
    const offset = -30 + i * 2
    const past = offset < 0
    return {
      ...(offset === 4 ? { name: 'option' } : {}),
      course: COURSES[i % COURSES.length]!,
      in: offset,
      room: i % 5,
      teacher: TEACHERS[i % TEACHERS.length]!,
      status: i % 13 === 6 ? 'cancelled' : past ? 'done' : (['planned', 'confirmed', 'option'] as const)[i % 3]!,
      students: past ? 5 + (i % 6) : i % 8,
    }
  })
  return [...named, ...rhythm]
}

type Component = Selectable<DB['course_components']>

/** The day of each part: as many working days after the one before it as its component says. */
function daysOf(planning: Planning, components: Component[], today: string): string[] {
  const days: string[] = []
  for (const { days_after_previous } of components) {
    const before = days.at(-1)
    if (before === undefined) days.push(workingDay(today, planning.in))
    else days.push(days_after_previous > 0 ? workingDay(before, days_after_previous) : before)
  }
  return days
}

async function seedEmptyPlanning(trx: Trx, planning: Planning, row: { id: number; course_id: number }): Promise<void> {
  const { id } = row
  await trx
    .insertInto('appointment_groups')
    .values({ ...row, incompany: planning.incompany !== undefined })
    .execute()
  if (planning.incompany)
    await trx
      .insertInto('appointment_group_companies')
      .values({ group_id: id, company_id: planning.incompany })
      .execute()
}

/** One part, on its day, with its teacher. */
async function seedPart(
  trx: Trx,
  planning: Planning,
  component: Component,
  part: { id: number; group_id: number; day: string; room_id: number; max_count: number },
): Promise<void> {
  const { day, ...row } = part
  const starts_at = instantOf(day, component.default_start.slice(0, 5))!
  const ends_at = new Date(starts_at.getTime() + component.duration_minutes * 60_000)
  const { id: component_id, description } = component
  await trx
    .insertInto('appointments')
    .values({ ...row, component_id, description, starts_at, ends_at, status: planning.status })
    .execute()
  await trx
    .insertInto('appointment_responsibles')
    .values({ appointment_id: part.id, contact_id: planning.teacher, role_id: ROLE.teacher })
    .execute()
}

/** A planning with its parts, the first of which gets the id `first`; how many there are. */
async function seedPlanning(
  trx: Trx,
  story: Story,
  planned: Planning,
  at: { planningId: number; first: number; index: number; today: string },
): Promise<number> {
  const { planningId, first, index, today } = at
  const course_id = story.courses[planned.course]
  const components = await trx
    .selectFrom('course_components')
    .selectAll()
    .where('course_id', '=', course_id)
    .where('optional', '=', false)
    .orderBy('position')
    .execute()
  const course = trx.selectFrom('courses').select('max_count').where('id', '=', course_id)
  const max_count = planned.max ?? (await course.executeTakeFirstOrThrow()).max_count
  const days = daysOf(planned, components, today)
  // A planning of which a part is still to come cannot have been finished.
  const isOver = days.every((day) => day < today)
  const planning = { ...planned, status: planned.status === 'done' && !isOver ? 'confirmed' : planned.status }
  const rooms = Object.values(story.rooms)
  const room_id = rooms[planning.room % rooms.length]!
  await seedEmptyPlanning(trx, planning, { id: planningId, course_id })
  for (const [i, component] of components.entries())
    await seedPart(trx, planning, component, { id: first + i, group_id: planningId, day: days[i]!, room_id, max_count })
  if (planning.name) {
    story.plannings[planning.name] = planningId
    story.appointments[planning.name] = first
  }
  await enrolStudents(trx, story, planning, index, { first, count: components.length })
  return components.length
}

/** Courses planned around today: people enrolled, results of what is over, one reservation. */
export async function seedTraining(trx: Trx, story: Story, now: Date): Promise<void> {
  const today = dayOf(now)
  story.plannings = {} as Story['plannings']
  story.appointments = {} as Story['appointments']
  let planningId = 20_400
  let partId = 1
  for (const [index, planning] of plannings().entries())
    partId += await seedPlanning(trx, story, planning, { planningId: ++planningId, first: partId, index, today })
  await trx
    .insertInto('reservations')
    .values({
      appointment_id: story.appointments.coming,
      company_id: story.companies.twente,
      contact_id: 16,
      places: 2,
      names_by: addDays(today, 1),
    })
    .execute()
  // The option that comes last waits for an answer for ten more days.
  await sql`
    update appointment_groups set option_until = ${addDays(today, 10)}::date where id = (
      select group_id from appointments where status = 'option' order by starts_at desc limit 1)
  `.execute(trx)
  await trx
    .insertInto('appointment_responsibles')
    .values({ appointment_id: story.appointments.coming, contact_id: story.contacts.lotus, role_id: ROLE.lotus })
    .execute()
  await permitSame(trx)
  await sql`select setval(pg_get_serial_sequence('appointment_groups', 'id'), ${planningId})`.execute(trx)
  await sql`select setval(pg_get_serial_sequence('appointments', 'id'), ${partId})`.execute(trx)
}

/** The rhythm now and then gives a teacher two plannings at a time, which the planner knows of. */
async function permitSame(trx: Trx): Promise<void> {
  await sql`
    insert into double_bookings
      (contact_id, room_id, first_record, first_id, later_record, later_id, during, sentence)
    select case one.resource when 'contact' then one.resource_id end, case one.resource when 'room' then one.resource_id end,
      'appointment', one.record_id, 'appointment', other.record_id,
      range_merge(range_agg(one.during * other.during)),
      'Beide groepen zitten in hetzelfde gebouw; een collega springt bij.'
    from bookings one join bookings other on other.resource = one.resource and other.resource_id = one.resource_id
      and other.during && one.during and other.record_id > one.record_id
    group by 1, 2, 3, 4, 5, 6`.execute(trx)
}

/** People take turns; the named course starts with the people the story is about. */
async function enrolStudents(
  trx: Trx,
  story: Story,
  planning: Planning,
  index: number,
  parts: { first: number; count: number },
): Promise<void> {
  const start =
    planning.name === 'coming' || planning.name === 'finished' || planning.name === 'toFinish' ? 0 : 12 + index * 5
  const people = Array.from(
    { length: planning.students },
    (_, i) => story.students[(start + i) % story.students.length]!,
  )
  const over = planning.status === 'done'
  const rows = people.flatMap(({ id, companyId }, i) =>
    Array.from({ length: parts.count }, (_, part) => ({
      appointment_id: parts.first + part,
      contact_id: id,
      company_id: companyId,
      // One in six was absent, one in nine came but has to do it again.
      present: over ? (i % 6 === 5 ? 0 : 1) : null,
      passed: over ? (i % 6 === 5 || i % 9 === 7 ? 0 : 1) : null,
      note: planning.name === 'coming' && i === 0 ? 'Vegetarische lunch' : '',
    })),
  )
  if (rows.length > 0) await trx.insertInto('enrolments').values(rows).execute()
}
