import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import { waitingRows } from '../../../system/attention/points.ts'
import {
  appointmentsVisibleTo,
  enrolmentsVisibleTo,
  isNamedTo,
  placeFor,
  statusLabel,
} from '../../planning/appointments/index.ts'

/** A planning stands in a list by its first part. */
const isFirstPart = sql<SqlBool>`not exists (select 1 from appointments earlier
  where earlier.group_id = appointments.group_id and (earlier.starts_at, earlier.id) < (appointments.starts_at, appointments.id))`

/** The people who teach any part of it. */
const teachers = sql<string[] | null>`(
  select json_agg(distinct concat_ws(' ', t.first_name, nullif(t.last_name_prefix, ''), t.last_name))
  from appointments part join appointment_responsibles r on r.appointment_id = part.id and r.role_id = ${sql.lit(ROLE.teacher)}
  join contacts t on t.id = r.contact_id where part.group_id = appointments.group_id)`

/** Those it is given for, as far as the viewer may read their names, and how many others. */
const companies = (viewer: Viewer) => sql<{ names: string[] | null; others: number } | null>`(
  select json_build_object('names', json_agg(companies.name order by companies.name) filter (where ${isNamedTo(viewer)}),
    'others', count(*) filter (where not ${isNamedTo(viewer)}))
  from appointment_group_companies gc join companies on companies.id = gc.company_id
  where gc.group_id = appointments.group_id and appointment_groups.incompany)`

/** Plannings, with what says how they stand: of the part that comes, or of the first when all have been. */
export const listPlannings = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('appointments')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('appointments as part')
          .select(['part.id', 'part.status', 'part.max_count', 'part.description'])
          .select(sql<number>`part.enrolled_count + part.reserved_count`.as('taken'))
          .whereRef('part.group_id', '=', 'appointments.group_id')
          .orderBy(sql`part.ends_at < now()`)
          .orderBy('part.starts_at')
          .orderBy('part.id')
          .limit(1)
          .as('next'),
      (join) => join.onTrue(),
    )
    .innerJoin('appointment_statuses as st', 'st.key', 'next.status')
    .select([
      'appointments.id',
      'appointments.group_id',
      'appointments.starts_at',
      'courses.description as course',
      'appointment_groups.course_id',
      'next.id as next_id',
      'next.description as part',
      'next.max_count',
      'next.taken',
      'next.status',
      statusLabel({ part: 'next', planning: 'appointment_groups', status: 'st' }).as('status_label'),
      sql<string>`coalesce(st.color, st.css)`.as('status_css'),
      placeFor(viewer).as('place'),
      teachers.as('teachers'),
      companies(viewer).as('companies'),
      sql<number>`(select count(*)::integer from appointments part where part.group_id = appointments.group_id)`.as(
        'parts',
      ),
      sql<Date>`(select max(part.ends_at) from appointments part where part.group_id = appointments.group_id)`.as(
        'ends_at',
      ),
    ])
    .where(isFirstPart)

/** Of these companies: given for one of them, or with people of it, as far as the viewer may see either. */
export const isOfCompany = (companyIds: number[], viewer: Viewer) => sql<SqlBool>`appointments.group_id in (
  select gc.group_id from appointment_group_companies gc join companies on companies.id = gc.company_id
  where companies.id in (${sql.join(companyIds)}) and ${isNamedTo(viewer)}
  union select a.group_id from enrolments join appointments a on a.id = enrolments.appointment_id
  where enrolments.company_id in (${sql.join(companyIds)}) and ${enrolmentsVisibleTo(viewer)})`

const fromPlannings = (viewer: Viewer, of: Expression<SqlBool>) => sql`from appointments
  join appointment_groups on appointment_groups.id = appointments.group_id
  where ${isFirstPart} and ${of} and ${appointmentsVisibleTo(viewer)}`

/** How many of them a list holds. */
const countPlannings = (viewer: Viewer, of: Expression<SqlBool>) =>
  sql<number>`select count(*) ${fromPlannings(viewer, of)}`

/** The same as what waits for somebody, by the day on which each does harm. */
export const waitingPlannings = (viewer: Viewer, of: Expression<SqlBool>, day: RawBuilder<unknown>) =>
  waitingRows({ day, planning: sql`appointments.group_id`, from: fromPlannings(viewer, of) })

export const countPlanningsOfCompany = (viewer: Viewer, companyId: number): Expression<number> =>
  countPlannings(viewer, isOfCompany([companyId], viewer))

export const countPlanningsOfCourse = (viewer: Viewer, courseId: number): Expression<number> =>
  countPlannings(viewer, sql<SqlBool>`appointment_groups.course_id = ${courseId}`)

/** By the month in which they begin: how many plannings of a year the list holds, their places, and those that are taken. */
export async function sumPlannings(db: Db, viewer: Viewer, year: number) {
  const { rows } = await sql<{ month: number; plannings: number; places: number; taken: number }>`
    select extract(month from appointments.starts_at)::integer as month, count(*)::integer as plannings,
      sum(next.max_count)::integer as places, sum(next.enrolled_count + next.reserved_count)::integer as taken
    from appointments
      join lateral (select part.* from appointments part where part.group_id = appointments.group_id
        order by part.ends_at < now(), part.starts_at, part.id limit 1) next on true
    where ${isFirstPart} and next.status <> 'cancelled' and ${appointmentsVisibleTo(viewer)}
      and appointments.starts_at >= ${`${year}-01-01`}::date and appointments.starts_at < ${`${year + 1}-01-01`}::date
    group by 1`.execute(db)
  return rows
}
