import { type Expression, type SqlBool, sql } from 'kysely'
import { type Viewer, isPlanner, hasRole, withRoles } from '../../../platform/access/viewer.ts'
import { ROLE, type RoleId, STAFF } from '../../../platform/access/roles.ts'
import { limitTo } from '../../../platform/database/limit.ts'
import type { Db } from '../../../platform/database/types.ts'
import {
  LACKING,
  appointmentsVisibleTo,
  fixedReason,
  inCompanyNames,
  isNamedTo,
  lacksPlace,
  lacksTeacher,
  statusLabel,
} from '../appointments/index.ts'
import type { AppointmentsAnswer, CalendarAppointment } from '../../../system/calendar/points.ts'
import type { AppointmentsQuery } from './calendar.forms.ts'
import { partBeside } from '../appointments/index.ts'

/** Beyond this a month, week or day says that there is more. */
const MOST_APPOINTMENTS = 5_000
const COUNT_LIMIT = 10_000

/** What the filter 'tasks' can ask for: work that is still to be done on a planning. */
export const TASKS: Record<string, { label: string; where: Expression<SqlBool> }> = {
  no_teacher: { label: LACKING.no_teacher, where: lacksTeacher() },
  no_room: { label: LACKING.no_room, where: lacksPlace() },
  to_finish: {
    label: 'Af te ronden',
    where: sql<SqlBool>`(appointments.ends_at < now() and appointments.status not in ('done', 'cancelled'))`,
  },
}

/** Students and lotus see of a planning that it is cancelled or full, not which status it has (T-195). */
export const seesStatus = (viewer: Viewer): boolean => hasRole(viewer, ...STAFF, ROLE.supervisor)

/** Whether the viewer sees a part by one of these roles; in the query only where other roles show other parts. */
function seenAs(viewer: Viewer, ...roles: RoleId[]): Expression<SqlBool> {
  const among = viewer.roles.filter((role) => roles.includes(role))
  return among.length === viewer.roles.length
    ? sql<SqlBool>`true`
    : among.length === 0
      ? sql<SqlBool>`false`
      : appointmentsVisibleTo(withRoles(viewer, among))
}

/** The conditions of the calendar's filters (T-015); what somebody may not see is not to be found out by filtering. */
function filterConditions(query: AppointmentsQuery, viewer: Viewer): Expression<SqlBool>[] {
  const staff = seesStatus(viewer)
  const planner = isPlanner(viewer)
  const conditions: Expression<SqlBool>[] = []
  const add = (condition: Expression<SqlBool>) => conditions.push(condition)
  if (query.course_id) add(sql<SqlBool>`g.course_id = ${query.course_id}`)
  if (planner && query.instructor_id)
    add(
      sql<SqlBool>`exists (select 1 from appointment_responsibles r where r.appointment_id = appointments.id and r.contact_id = ${query.instructor_id})`,
    )
  if (query.not_full === 'yes')
    add(sql<SqlBool>`appointments.enrolled_count + appointments.reserved_count < appointments.max_count`)
  if (staff && query.incompany)
    add(sql<SqlBool>`(${seenAs(viewer, ...STAFF, ROLE.supervisor)} and g.incompany = ${query.incompany === 'yes'})`)
  if (staff && query.status)
    add(
      sql<SqlBool>`(${seenAs(viewer, ...STAFF, ROLE.supervisor)} and appointments.status = any(${query.status.split(',')}))`,
    )
  if (query.establishment_id)
    add(sql<SqlBool>`appointments.room_id in (select id from rooms where establishment_id = ${query.establishment_id})`)
  if (query.room_id) add(sql<SqlBool>`appointments.room_id = ${query.room_id}`)
  for (const task of query.tasks?.split(',') ?? []) if (planner && TASKS[task]) add(TASKS[task].where)
  if (planner && query.company_id)
    add(sql<SqlBool>`(exists (select 1 from appointment_group_companies gc where gc.group_id = g.id and gc.company_id = ${query.company_id})
      or exists (select 1 from enrolments e where e.appointment_id = appointments.id and e.company_id = ${query.company_id}))`)
  if (planner && query.appointment_group_id) add(sql<SqlBool>`appointments.group_id = ${query.appointment_group_id}`)
  return conditions
}

interface Row {
  id: number
  group_id: number
  starts: number
  ends: number
  part: string
  course: string
  code: string
  version: number
  status: string
  status_label: string
  status_css: string
  own_color: string | null
  room: string | null
  place: string | null
  max_count: number
  taken: number
  teachers: string[] | null
  companies: string[] | null
  other_companies: number
  /** By which of the viewer's roles this part is seen. */
  as_staff: boolean
  as_supervisor: boolean
}

function namesOf({ course, part }: Row): { course: string; part?: string } {
  const own = partBeside(course, part)
  return own === '' ? { course } : { course, part: own }
}

/** Roles 1, 2, 3 and 4 see in-company names and status; 1 and 2 also code, number, teachers and room (T-194…T-196). */
function present(row: Row, viewer: Viewer): CalendarAppointment {
  const planner = isPlanner(viewer)
  const free = row.max_count - row.taken
  const cancelled = row.status === 'cancelled'
  const open = row.status === 'planned' || row.status === 'confirmed' || row.status === 'option'
  const full = open && free <= 0
  const fixed = fixedReason(row.status)
  return {
    id: row.id,
    start_datetime: row.starts,
    end_datetime: row.ends,
    description: row.part === row.course ? row.course : `${row.course}: ${row.part}`,
    ...namesOf(row),
    full,
    cancelled,
    ...(row.place ? { place: row.place } : {}),
    ...(planner || row.as_supervisor ? { free, max_count: row.max_count } : {}),
    ...(row.as_staff ? { status: { key: row.status, label: row.status_label, css: row.status_css } } : {}),
    // That a part is full is said by a colour of its own.
    ...(row.as_staff && row.own_color && !full
      ? { css: { 'background-color': row.own_color, color: row.own_color } }
      : {}),
    ...(row.as_staff && row.companies ? { incompany: inCompanyNames(row.companies, row.other_companies) } : {}),
    ...(planner
      ? {
          appointment_group_id: row.group_id,
          course_code: row.code,
          ...(row.room ? { room: row.room } : {}),
          ...(row.teachers ? { teachers: row.teachers } : {}),
          version: row.version,
          ...(fixed ? { fixed } : {}),
        }
      : {}),
  }
}

/**
 * What a view shows. Said twice, in other words: of a period that it does not know PostgreSQL expects a hundredth of
 * all rows, so that with many of them it would rather plan anew each time than keep a plan. Of both it expects few.
 */
export const isDuring = (from: Date, to: Date) => {
  const period = sql`tstzrange(appointments.starts_at, appointments.ends_at)`
  return sql<SqlBool>`${period} && tstzrange(${from}, ${to}) and ${period} && tstzrange(${from}, ${to}, '[)')`
}

/** The appointments of one view, filtered and in the viewer's scope; one round trip (two for a list with its total). */
export async function listAppointments(db: Db, viewer: Viewer, query: AppointmentsQuery): Promise<AppointmentsAnswer> {
  const from = new Date(query.from * 1000)
  const to = new Date(query.to * 1000)
  const isList = query.type === 'l'
  const where = sql.join(
    [isDuring(from, to), appointmentsVisibleTo(viewer), ...filterConditions(query, viewer)],
    sql` and `,
  )
  const named = sql<SqlBool>`(${seenAs(viewer, ...STAFF)} or ${isNamedTo(
    withRoles(
      viewer,
      viewer.roles.filter((role) => role === ROLE.supervisor),
    ),
  )})`
  const limit = isList ? query.count : MOST_APPOINTMENTS + 1
  const { rows } = await sql<Row>`
    select appointments.id, appointments.group_id,
           extract(epoch from appointments.starts_at)::bigint as starts, extract(epoch from appointments.ends_at)::bigint as ends,
           appointments.version, appointments.description as part, c.description as course, c.code, appointments.status,
           ${statusLabel({ part: 'appointments', planning: 'g', status: 'st' })} as status_label, coalesce(st.color, st.css) as status_css, st.color as own_color,
           r.name as room,
           coalesce(appointments.city, e.name, case when c.online then 'Online' end) as place,
           appointments.max_count, appointments.enrolled_count + appointments.reserved_count as taken,
           (select json_agg(concat_ws(' ', t.first_name, nullif(t.last_name_prefix, ''), t.last_name) order by t.last_name)
            from appointment_responsibles ar join contacts t on t.id = ar.contact_id
            where ar.appointment_id = appointments.id and ar.role_id = ${sql.lit(ROLE.teacher)}) as teachers,
           case when g.incompany then coalesce(named.names, '[]'::json) end as companies,
           coalesce(named.others, 0) as other_companies,
           ${seenAs(viewer, ...STAFF, ROLE.supervisor)} as as_staff, ${seenAs(viewer, ROLE.supervisor)} as as_supervisor
    from appointments
    join appointment_groups g on g.id = appointments.group_id
    join courses c on c.id = g.course_id
    join appointment_statuses st on st.key = appointments.status
    left join rooms r on r.id = appointments.room_id
    left join establishments e on e.id = r.establishment_id
    left join lateral (
      select json_agg(companies.name order by companies.name) filter (where ${named}) as names,
             count(*) filter (where not ${named})::integer as others
      from appointment_group_companies gc join companies on companies.id = gc.company_id
      where g.incompany and gc.group_id = g.id) named on true
    where ${where}
    order by appointments.starts_at, appointments.id
    ${limitTo(limit, isList ? query.page * query.count : 0)}
  `.execute(db)
  const shown = rows.slice(0, isList ? query.count : MOST_APPOINTMENTS)
  const total = isList && (rows.length === query.count || query.page > 0) ? await count(db, where) : shown.length
  return {
    appointments: shown.map((row) => present(row, viewer)),
    total,
    ...(!isList && rows.length > MOST_APPOINTMENTS ? { more: true } : {}),
  }
}

async function count(db: Db, where: Expression<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select 1 from appointments join appointment_groups g on g.id = appointments.group_id where ${where} ${limitTo(COUNT_LIMIT)}
    ) counted
  `.execute(db)
  return rows[0]!.count
}
