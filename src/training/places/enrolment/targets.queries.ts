import { type SqlBool, sql } from 'kysely'
import { viewerScope, type Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { isOpenPart, partPlace, placeFor } from '../../planning/appointments/index.ts'
import { enrolmentArea } from '../../rights.ts'

/**
 * Whether a planning, all parts of it, takes somebody still: there is a place, and none of it is cancelled or finished;
 * a supervisor gets into open parts alone. Refers to `appointment_groups`.
 */
export const takesPeople = (viewer: Viewer) =>
  viewerScope(viewer, enrolmentArea, 'change') === 'all'
    ? sql<SqlBool>`not exists (select 1 from appointments part where part.group_id = appointment_groups.id
        and (part.status in ('cancelled', 'done') or part.max_count <= part.enrolled_count + part.reserved_count))`
    : sql<SqlBool>`not exists (select 1 from appointments where appointments.group_id = appointment_groups.id
        and not ${isOpenPart})`

export interface Target {
  /** The part that stands for the planning: the same component as asked for, else the first one. */
  id: number
  group_id: number
  course_id: number
  course: string
  starts_at: Date
  ends_at: Date
  parts: number
  free: number
  place: string
  status_label: string
  status_css: string
  /** It is not sure that it will be given. */
  is_option: boolean
  incompany: string | null
}

export interface TargetsOf {
  courseIds: number[]
  /** Planning to leave out: the one people come from. */
  exceptPlanning: number | null
  /** With one part: only that part, in plannings that have it. */
  part: { componentId: number | null; description: string } | null
  /** Whole plannings, or single parts. */
  what: 'all' | 'this'
  /** Least number of free places, in every part that counts. */
  freeSpace: number
  /** Components that a planning has to have. */
  componentIds: number[]
  /** Who is to go there: plannings that are in-company are offered for people of their companies alone. */
  movers?: { appointmentId: number; contactIds: number[] }
  /** Without the plannings of companies. */
  openToAll?: boolean
  /** Plannings that have been, the latest first, instead of those to come. */
  historical: boolean
  page: number
  size: number
}

/** No planning of companies that one of the people does not belong to, now or by the enrolment. Refers to `g`. */
const takesMovers = ({ appointmentId, contactIds }: NonNullable<TargetsOf['movers']>) => sql<SqlBool>`
  (not g.incompany or not exists (
    select 1 from enrolments leaving join contacts on contacts.id = leaving.contact_id
    where leaving.appointment_id = ${appointmentId} and leaving.contact_id = any(${contactIds}::integer[])
      and not exists (select 1 from appointment_group_companies taking where taking.group_id = g.id
        and taking.company_id in (leaving.company_id, contacts.company_id))))`

/** Plannings of a course that people can go to, in order of time, of a day the options last; cancelled and finished ones are never among them. */
export async function listTargets(db: Db | Trx, viewer: Viewer, wanted: TargetsOf): Promise<Target[]> {
  const now = sql`now()`
  const when = wanted.historical
    ? sql<SqlBool>`min(appointments.starts_at) <= ${now}`
    : sql<SqlBool>`min(appointments.starts_at) > ${now}`
  // Of all plannings that a course ever had these are few.
  const near = wanted.historical
    ? sql<SqlBool>`true`
    : sql<SqlBool>`appointments.group_id in (select coming.group_id from appointments coming where coming.starts_at > ${now})`
  const direction = wanted.historical ? sql`desc` : sql`asc`
  const same =
    wanted.part === null
      ? sql<SqlBool>`false`
      : wanted.part.componentId === null
        ? sql<SqlBool>`(appointments.component_id is null and appointments.description = ${wanted.part.description})`
        : sql<SqlBool>`appointments.component_id = ${wanted.part.componentId}`
  const counted = wanted.what === 'this' ? same : sql<SqlBool>`true`
  const open =
    viewerScope(viewer, enrolmentArea, 'change') === 'all' ? sql<SqlBool>`true` : sql<SqlBool>`bool_and(${isOpenPart})`
  const { rows } = await sql<Target>`
    with plannings as (
      select appointments.group_id,
             coalesce((array_agg(appointments.id order by appointments.id) filter (where ${same}))[1],
                      (array_agg(appointments.id order by appointments.starts_at, appointments.id))[1]) as id,
             min(appointments.starts_at) as first, bool_or(appointments.status = 'option') as is_option, count(*)::integer as parts,
             min(appointments.max_count - appointments.enrolled_count - appointments.reserved_count)::integer as free
      from appointments join appointment_groups g on g.id = appointments.group_id
      where g.course_id = any(${wanted.courseIds}::integer[]) and appointments.group_id is distinct from ${wanted.exceptPlanning}::integer and ${counted} and ${near}
        and ${wanted.movers ? takesMovers(wanted.movers) : sql`true`} and ${wanted.openToAll ? sql`not g.incompany` : sql`true`}
      group by appointments.group_id
      having bool_and(appointments.status not in ('cancelled', 'done')) and ${when} and ${open}
         and min(appointments.max_count - appointments.enrolled_count - appointments.reserved_count) >= ${wanted.freeSpace}
         and coalesce(array_agg(appointments.component_id), '{}') @> ${wanted.componentIds}::integer[]
      order by min(appointments.starts_at)::date ${direction}, is_option, first ${direction}, appointments.group_id ${direction}
      limit ${wanted.size} offset ${wanted.page * wanted.size}
    )
    select plannings.id, plannings.group_id, courses.id as course_id, courses.description as course, appointments.starts_at, appointments.ends_at, plannings.parts, plannings.free,
           ${placeFor(viewer)} as place, st.label as status_label, coalesce(st.color, st.css) as status_css, plannings.is_option,
           (select string_agg(c.name, ', ' order by c.name) from appointment_group_companies gc
            join companies c on c.id = gc.company_id where gc.group_id = plannings.group_id) as incompany
    from plannings join appointments on appointments.id = plannings.id
    join appointment_statuses st on st.key = appointments.status
    join appointment_groups g on g.id = plannings.group_id join courses on courses.id = g.course_id
    order by plannings.first::date ${direction}, plannings.is_option, plannings.first ${direction}, plannings.group_id ${direction}
  `.execute(db)
  return rows
}

/** The next plannings of a course that anybody can be enrolled in, with what the viewer may know of them. */
export const listComing = (
  db: Db | Trx,
  viewer: Viewer,
  { courseId, except, size }: { courseId: number; except: number | null; size: number },
): Promise<Target[]> =>
  listTargets(db, viewer, {
    courseIds: [courseId],
    exceptPlanning: except,
    part: null,
    what: 'all',
    freeSpace: 1,
    componentIds: [],
    openToAll: true,
    historical: false,
    page: 0,
    size,
  })

/** The components a planning consists of: a planning to move to has them too. */
export async function listComponentIds(db: Db | Trx, planningId: number): Promise<number[]> {
  const rows = await db.selectFrom('appointments').select('component_id').where('group_id', '=', planningId).execute()
  return rows.flatMap(({ component_id }) => (component_id === null ? [] : [component_id]))
}

/** Where a part is held, as far as the viewer may read it. */
export async function findPlace(db: Db | Trx, viewer: Viewer, id: number): Promise<string> {
  const part = await db
    .selectFrom('appointments')
    .select(placeFor(viewer).as('place'))
    .where('id', '=', id)
    .executeTakeFirst()
  return part?.place ?? ''
}

/** Parts with when and where, in order of time. */
export const listPartPlaces = (db: Db | Trx, ids: number[]) =>
  db
    .selectFrom('appointments')
    .select([
      'appointments.id',
      'appointments.description',
      'appointments.starts_at',
      'appointments.ends_at',
      partPlace.as('place'),
    ])
    .where('appointments.id', 'in', ids)
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id')
    .execute()
