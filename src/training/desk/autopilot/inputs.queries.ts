import { type Expression, type SqlBool, sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { addDays, instantOf, wallClock } from '../../../platform/format/zone.ts'
import type { Registry } from '../../../platform/registry.ts'
import { fullName, nameColumns } from '../../../relations/contacts/index.ts'
import { roomLabel } from '../../../system/establishments/index.ts'
import { closedDays } from '../../../system/holidays/index.ts'
import { listOccupations } from '../../../system/occupations/index.ts'
import { findProofs, partPlace } from '../../planning/appointments/index.ts'
import { listCourseDetails } from '../../catalogue/courses/index.ts'
import { freePlaces, withHeld } from '../../places/enrolment/index.ts'
import { graceUntil, isBooked, listRefreshers, refreshersVisibleTo } from '../../proof/refreshers/index.ts'
import { findCourseAsks, listCountingCertificates, listFinished } from '../../catalogue/requirements/index.ts'
import type { Due, Ground, Opening, PlannableCourse, RoomChoice, Stretch, TeacherChoice } from './types.ts'
import { AHEAD_DAYS } from './new-plannings.rules.ts'

/** As many refreshers as one proposal is made for; the first to end come first. */
export const MOST_DUES = 2000
/** A planning that begins sooner is not filled any more. */
const NOTICE_DAYS = 3
/** How long a course without components takes. */
const WHOLE_DAY = { default_start: '09:00', duration_minutes: 480, days_after_previous: 0, optional: false, skills: [] }

/** Refreshers of people who take part and are not enrolled for them, as far as the grace is not over. */
async function listDues(db: Db | Trx, viewer: Viewer, which: Expression<SqlBool>) {
  const rows = await listRefreshers(db)
    .select(['contact_refreshers.contact_id', 'contact_refreshers.course_id', 'contacts.company_id', 'contacts.email'])
    .select([
      'contacts.birth_date',
      'contacts.language',
      sql<string | null>`coalesce(companies.postal_code, contacts.postal_code)`.as('zip'),
    ])
    .where(refreshersVisibleTo(viewer))
    .where('contacts.active', '=', true)
    .where(sql<SqlBool>`not ${isBooked} and ${graceUntil} >= current_date`)
    .where(which)
    .orderBy('contact_refreshers.expires_at')
    .orderBy('contact_refreshers.id')
    .limit(MOST_DUES)
    .execute()
  const dues = rows.map((row): Due => ({
    id: row.id,
    contactId: row.contact_id,
    name: fullName(row),
    companyId: row.company_id,
    company: row.company_name,
    courseId: row.course_id,
    course: row.course_description,
    dueOn: row.expires_at,
    lastOn: row.grace_until,
    postalCode: row.zip,
    email: row.email,
  }))
  return {
    dues,
    birthDates: new Map(rows.map((row) => [row.contact_id, row.birth_date])),
    languages: new Map(rows.map((row) => [row.contact_id, row.language])),
  }
}

/** Plannings to come of these courses, or those of these parts, with the places that are really free in all of them. */
async function listOpenings(
  db: Db | Trx,
  viewer: Viewer,
  of: { courseIds: number[]; until: string } | { partIds: number[] },
): Promise<Opening[]> {
  const which =
    'partIds' in of
      ? sql<SqlBool>`g.id in (select group_id from appointments where id = any(${of.partIds}))`
      : sql<SqlBool>`g.course_id = any(${of.courseIds}) and exists (select from appointments soon where soon.group_id = g.id
          and soon.starts_at < ${instantOf(addDays(of.until, 1), '00:00')} and soon.starts_at > now())`
  const parts = await db
    .selectFrom('appointments')
    .innerJoin('appointment_groups as g', 'g.id', 'appointments.group_id')
    .leftJoin('rooms', 'rooms.id', 'appointments.room_id')
    .leftJoin('establishments', 'establishments.id', 'rooms.establishment_id')
    .select(['appointments.id', 'group_id', 'g.course_id', 'g.incompany', 'starts_at', 'ends_at', 'status'])
    .select(['max_count', 'enrolled_count', 'reserved_count', partPlace.as('place')])
    .select(
      sql<string | null>`coalesce(rooms.postal_code, establishments.postal_code, appointments.postal_code)`.as('zip'),
    ) // prettier-ignore
    .select(
      sql<number[]>`array(select company_id from appointment_group_companies own where own.group_id = g.id)`.as(
        'companies',
      ),
    )
    .where(which)
    .orderBy('starts_at')
    .orderBy('appointments.id')
    .execute()
  if (parts.length === 0) return []
  const known = await withHeld(db, viewer, parts)
  const soonest = addDays(wallClock(new Date()).day, NOTICE_DAYS)
  return [...Map.groupBy(known, ({ group_id }) => group_id).values()].flatMap((own): Opening[] => {
    const [first] = own
    if (own.some(({ status }) => status === 'cancelled' || status === 'done')) return []
    const [begin, last] = [first!, own.at(-1)!].map(({ starts_at }) => wallClock(starts_at).day) as [string, string]
    if (begin < soonest) return []
    return [
      {
        key: `p${first!.id}`,
        courseId: first!.course_id,
        spans: own.map(({ starts_at, ends_at }) => ({ starts_at, ends_at })),
        first: begin,
        last,
        free: Math.min(...own.map(freePlaces)),
        place: first!.place,
        postalCode: first!.zip,
        companies: first!.incompany ? first!.companies : null,
        fresh: null,
      },
    ]
  })
}

/** The courses that are given, with how many a new planning of each needs. */
async function listCourses(db: Db | Trx, ids: number[], minimum: number): Promise<PlannableCourse[]> {
  const courses = await listCourseDetails(db, ids)
  const rules = await db
    .selectFrom('course_decisions')
    .select(['course_id', 'min_count'])
    .where(sql<SqlBool>`course_id = any(${ids})`)
    .execute()
  const minimumOf = new Map(rules.map(({ course_id, min_count }) => [course_id, min_count]))
  return courses
    .filter(({ active }) => active)
    .map(({ id, description, online, max_count, components }) => ({
      id,
      name: description,
      online: online === 1,
      maxCount: max_count,
      minimum: minimumOf.get(id) ?? minimum,
      components:
        components.length === 0
          ? [{ id: null, description, ...WHOLE_DAY }]
          : components.map(({ skills, ...component }) => ({ ...component, skills: skills.map((skill) => skill.id) })),
    }))
}

async function listRooms(db: Db | Trx): Promise<RoomChoice[]> {
  return db
    .selectFrom('rooms')
    .innerJoin('establishments', 'establishments.id', 'rooms.establishment_id')
    .select(['rooms.id', roomLabel.as('label'), 'rooms.capacity', 'establishments.name as establishment'])
    .select(sql<string | null>`coalesce(rooms.postal_code, establishments.postal_code)`.as('postalCode'))
    .where('rooms.active', '=', true)
    .where('establishments.active', '=', true)
    .orderBy('establishments.id')
    .orderBy('rooms.id')
    .execute()
}

async function listTeachers(db: Db | Trx, components: number[]): Promise<TeacherChoice[]> {
  const rows = await db
    .selectFrom('contacts')
    .select(['contacts.id', ...nameColumns])
    .select(
      sql<number[]>`array(select skill_id from contact_skills own where own.contact_id = contacts.id)`.as('skills'),
    )
    .where('active', '=', true)
    .where(sql<SqlBool>`roles @> array[${ROLE.teacher}::integer]`)
    .orderBy('contacts.id')
    .execute()
  const found = await findProofs(
    db,
    components,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    name: fullName(row),
    skills: row.skills,
    proofs: components.flatMap((componentId) =>
      (found.get(`${componentId}-${row.id}`) ?? []).map(({ valid_until }) => ({ componentId, until: valid_until })),
    ),
  }))
}

/** All that a proposal is made from, by as many queries whatever the number of people and plannings. */
export async function readGround(
  db: Db | Trx,
  registry: Registry,
  viewer: Viewer,
  asked: {
    which: Expression<SqlBool>
    /** None: the plannings of the courses that are due. */
    partIds?: number[]
    minimum: number
    withinKm: number | null
  },
): Promise<Ground> {
  const today = wallClock(new Date()).day
  const { dues, birthDates, languages } = await listDues(db, viewer, asked.which)
  const courseIds = [...new Set(dues.map(({ courseId }) => courseId))]
  const end = addDays(today, AHEAD_DAYS + 31)
  const last = dues.map(({ lastOn }) => lastOn).reduce((a, b) => (a > b ? a : b), today)
  const until = addDays(last < end ? last : end, 31)
  const openings = await listOpenings(db, viewer, asked.partIds ? { partIds: asked.partIds } : { courseIds, until })
  const courses = await listCourses(db, courseIds, asked.minimum)
  const components = courses.flatMap((course) => course.components.flatMap(({ id }) => id ?? []))
  const rooms = await listRooms(db)
  const teachers = await listTeachers(db, components)
  const people = [...new Set(dues.map(({ contactId }) => contactId))]
  const taken = await listOccupations(db, registry, {
    spans: [{ from: instantOf(today, '00:00')!, to: instantOf(until, '00:00')! }],
    of: {
      student: people,
      contact: [...new Set([...people, ...teachers.map(({ id }) => id)])],
      room: rooms.map(({ id }) => id),
    },
  })
  const busy = new Map<string, Stretch[]>()
  for (const { resource, resource_id, starts_at, ends_at } of taken) {
    const key = `${resource}-${resource_id}`
    const own = busy.get(key)
    if (own) own.push({ starts_at, ends_at })
    else busy.set(key, [{ starts_at, ends_at }])
  }
  const asks = await findCourseAsks(db, courseIds)
  return {
    today,
    dues,
    openings,
    courses,
    rooms,
    teachers,
    busy,
    closed: new Set(Object.keys((await closedDays(db)).between(today, until))),
    asks,
    birthDates,
    languages,
    proofs: await listCountingCertificates(db, [...asks.keys()], people),
    eLearned: await listFinished(db, [...asks.keys()], people),
    withinKm: asked.withinKm,
  }
}
