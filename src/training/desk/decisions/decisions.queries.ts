import { type SqlBool, sql } from 'kysely'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { waitingRows } from '../../../system/attention/points.ts'
import { appointmentsVisibleTo, statusLabel } from '../../planning/appointments/index.ts'

/** The rule that holds for a planning: its own, else that of its course. Refers to `appointment_groups`. */
const rule = sql`(select coalesce(own.min_count, of_course.min_count) as min_count,
    coalesce(own.decide_days, of_course.decide_days) as decide_days
  from (select 1) one
  left join planning_decisions own on own.group_id = appointment_groups.id
  left join course_decisions of_course on of_course.course_id = appointment_groups.course_id)`

/** A planning stands for its first part that is not cancelled. */
const isFirstPart = sql<SqlBool>`(appointments.status <> 'cancelled' and not exists (select from appointments earlier
  where earlier.group_id = appointments.group_id and earlier.status <> 'cancelled'
    and (earlier.starts_at, earlier.id) < (appointments.starts_at, appointments.id)))`

/** Plannings with a minimum that are still to begin and not certain. */
const isUncertain = sql<SqlBool>`(appointments.starts_at > now() and exists (select from appointments part
  where part.group_id = appointments.group_id and part.status in ('option', 'planned')))`

/** Plannings of which something uncertain is still to come: few, whatever has been. */
const comesUncertain = sql<SqlBool>`(appointments.group_id in (select coming.group_id from appointments coming
    where coming.starts_at > now() and coming.status in ('option', 'planned'))
  and (rule.min_count is not null or appointment_groups.option_until is not null))`

/** So many days before an option ends it is to be decided. */
const OPTION_NOTICE = 3

/** Who is enrolled in a planning, and how many places of it are kept. */
export const enrolled = sql<number>`(select count(distinct e.contact_id)::integer from enrolments e join appointments part on part.id = e.appointment_id
        where part.group_id = appointments.group_id and part.status <> 'cancelled')`
export const reserved = sql<number>`(select coalesce(max(part.reserved_count), 0) from appointments part
        where part.group_id = appointments.group_id and part.status <> 'cancelled')`

/** The day on which it is decided whether there are enough people; null where nothing says how many that are. */
const minimumBy = sql<string | null>`(case when ${isUncertain}
  then (appointments.starts_at at time zone 'Europe/Amsterdam')::date - rule.decide_days end)`

/** The last day of an option of which something is still to come. */
const optionBy = sql<
  string | null
>`(case when exists (select from appointments part where part.group_id = appointments.group_id
  and part.status = 'option' and part.starts_at > now()) then appointment_groups.option_until end)`

/** The day by which it is decided at last; null: there is nothing to decide. */
export const decideBy = sql<string | null>`least(${minimumBy}, ${optionBy})`

const daysLeft = sql<number>`(${decideBy} - current_date)`

export const isDue = sql<SqlBool>`coalesce(${minimumBy} <= current_date or ${optionBy} <= current_date + ${sql.lit(OPTION_NOTICE)}, false)`

/** Plannings with a minimum that are not certain yet, and options with an end, with their numbers. */
export const listDeciding = (db: Db | Trx) =>
  db
    .selectFrom('appointments')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .innerJoin('appointment_statuses as st', 'st.key', 'appointments.status')
    .innerJoinLateral(sql<{ min_count: number | null; decide_days: number | null }>`${rule}`.as('rule'), (join) =>
      join.onTrue(),
    )
    .select([
      'appointments.id',
      'appointments.group_id',
      'appointments.starts_at',
      'appointments.ends_at',
      'courses.description as course',
      sql<number | null>`case when ${minimumBy} is not null then rule.min_count end`.as('min_count'),
      optionBy.as('option_until'),
      sql<boolean>`exists (select from appointments part where part.group_id = appointments.group_id and part.status = 'option')`.as(
        'is_option',
      ),
      'st.label as status_name',
      statusLabel({ part: 'appointments', planning: 'appointment_groups', status: 'st' }).as('status_label'),
      sql<string>`coalesce(st.color, st.css)`.as('status_css'),
      daysLeft.as('days_left'),
      enrolled.as('enrolled'),
      reserved.as('reserved'),
    ])
    .where(comesUncertain)
    .where(isFirstPart)
    .where(sql<SqlBool>`${decideBy} is not null`)

/** Those that are to be decided now. */
export const waitingDecisions = (viewer: Viewer) =>
  waitingRows({
    day: decideBy,
    planning: sql`appointments.group_id`,
    from: sql`from appointments join appointment_groups on appointment_groups.id = appointments.group_id
        cross join lateral ${rule} rule
      where ${comesUncertain} and ${isFirstPart} and ${isDue} and ${appointmentsVisibleTo(viewer)}`,
  })

/** The numbers of the planning of a part, as JSON; null where nothing is to be decided. */
export const decidingOf = (partId: number) => sql<{
  enrolled: number
  min_count: number | null
  option_until: string | null
  days_left: number
  first: number
} | null>`
  select json_build_object('min_count', case when ${minimumBy} is not null then rule.min_count end, 'option_until', ${optionBy}, 'days_left', ${daysLeft}, 'first', appointments.id,
    'enrolled', (select count(distinct e.contact_id) from enrolments e join appointments part on part.id = e.appointment_id
      where part.group_id = appointments.group_id and part.status <> 'cancelled'))
  from appointments join appointment_groups on appointment_groups.id = appointments.group_id
    cross join lateral ${rule} rule
  where appointments.group_id = (select chosen.group_id from appointments chosen where chosen.id = ${partId})
    and ${isFirstPart} and ${decideBy} is not null`

/** One planning with its numbers; none where there is nothing to decide about it, or no more. */
export const findDeciding = (db: Db | Trx, partId: number) =>
  listDeciding(db)
    .where('appointments.group_id', '=', (eb) =>
      eb.selectFrom('appointments as chosen').select('chosen.group_id').where('chosen.id', '=', partId),
    )
    .executeTakeFirst()

/** The rule of a course. */
export const findCourseRule = (db: Db | Trx, courseId: number) =>
  db.selectFrom('course_decisions').selectAll().where('course_id', '=', courseId).executeTakeFirst()

/** The rule of a planning itself. */
export const findPlanningRule = (db: Db | Trx, planningId: number) =>
  db.selectFrom('planning_decisions').selectAll().where('group_id', '=', planningId).executeTakeFirst()

/** The enrolments of the part that stands for a planning. */
export async function listEnrolmentIds(db: Db | Trx, partId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('enrolments')
    .select('id')
    .where('appointment_id', '=', partId)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
