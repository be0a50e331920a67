import { type Expression, type SqlBool, sql } from 'kysely'
import { NotFound, type Reason } from '../../../platform/errors.ts'
import { countOf } from '../../../platform/database/count.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Searched } from '../../../platform/matching/conditions.ts'
import { productLabelSql } from '../../../administration/catalogue/products/index.ts'
import { listComponentsOf } from './components.queries.ts'

/** Dutch order of courses; an index serves it. */
export const byDescription = sql`courses.description collate "nl-x-icu"`

/** What courses are searched by in their lists: description and code. */
export const searchedCourses: Searched = { text: sql<string>`courses.search_text`, table: 'courses' }

export const listCourses = (db: Db) =>
  db
    .selectFrom('courses')
    .select([
      'courses.id',
      'courses.version',
      'courses.description',
      'courses.code',
      'courses.online',
      'courses.max_count',
      'courses.validity_months',
      'courses.active',
      sql<number>`(select count(*)::integer from course_components c where c.course_id = courses.id)`.as(
        'component_count',
      ),
    ])

/** The courses of which one certificate is needed, in Dutch order. */
const requiredOf = sql<{ id: number; description: string }[]>`coalesce((
  select json_agg(json_build_object('id', other.id, 'description', other.description)
    order by other.description collate "nl-x-icu", other.id)
  from course_requirements needed join courses other on other.id = needed.required_course_id
  where needed.course_id = courses.id), '[]')`

/** What leaving late costs, the earliest first. */
const costsOf = sql<{ days: number; percentage: number }[]>`coalesce((
  select json_agg(json_build_object('days', c.days, 'percentage', c.percentage) order by c.days desc)
  from course_cancellation_costs c where c.course_id = courses.id), '[]')`

/** What a product of a course is read as. */
const productNameOf = (id: Expression<unknown>) =>
  sql<string | null>`(select ${productLabelSql} from products where products.id = ${id})`

/** One course with the name of its refresher. @throws NotFound */
export async function getCourse(db: Db | Trx, id: number) {
  const course = await db
    .selectFrom('courses')
    .leftJoin('courses as refresher', 'refresher.id', 'courses.refresher_course_id')
    .leftJoin('checklists', 'checklists.id', 'courses.checklist_id')
    .leftJoin('skills', 'skills.id', 'courses.proves_skill_id')
    .selectAll('courses')
    .select([
      'refresher.description as refresher_description',
      'checklists.name as checklist_name',
      'skills.name as proves_skill',
      requiredOf.as('required'),
      productNameOf(sql`courses.product_id`).as('product_name'),
      productNameOf(sql`courses.group_product_id`).as('group_product_name'),
      productNameOf(sql`courses.no_show_product_id`).as('no_show_product_name'),
      costsOf.as('cancellation_costs'),
    ])
    .where('courses.id', '=', id)
    .executeTakeFirst()
  if (!course) throw new NotFound('Opleiding')
  return course
}
export type Course = Awaited<ReturnType<typeof getCourse>>

/** Other courses that this one refreshes. */
export const listRefreshedBy = (db: Db | Trx, id: number) =>
  db
    .selectFrom('courses')
    .select(['id', 'description'])
    .where('refresher_course_id', '=', id)
    .where('id', '<>', id)
    .orderBy(byDescription)
    .execute()

/** Places of the latest planning of a course: what the next one most likely gets. */
const lastMaxCount = sql<number>`coalesce((
  select a.max_count from appointment_groups g join appointments a on a.group_id = g.id
  where g.course_id = courses.id order by g.id desc, a.id desc limit 1), courses.max_count)`

/** The active courses that can take its place. */
const alternativesOf = sql<{ id: number; description: string }[]>`coalesce((
  select json_agg(json_build_object('id', other.id, 'description', other.description) order by other.description, other.id)
  from course_alternatives c join courses other on other.id = c.alternative_id
  where c.course_id = courses.id and other.active), '[]')`

/** Courses as the calls of training 3.2 answer them, in Dutch order; ids that do not exist are left out. */
export async function listCourseDetails(db: Db, ids: number[]) {
  if (ids.length === 0) return []
  const [courses, components] = await Promise.all([
    db
      .selectFrom('courses')
      .select([
        'id',
        'description',
        'code',
        'online',
        'refresher_course_id',
        'checklist_id as checklist',
        'product_id as product',
        'group_product_id',
        'active',
        'max_count',
      ])
      .select([lastMaxCount.as('last_max_count'), alternativesOf.as('alternatives')])
      .where('id', 'in', ids)
      .orderBy(byDescription)
      .execute(),
    listComponentsOf(db, ids),
  ])
  return courses.map(({ online, refresher_course_id, ...course }) => ({
    ...course,
    online: online ? 1 : 0,
    refresher_course_id: refresher_course_id ?? -1,
    components: components
      .filter(({ course_id }) => course_id === course.id)
      .map(({ course_id: _course, position: _position, ...component }) => component),
  }))
}

/** Id and description: the active courses, or those of `ids` whatever their state. */
export const listCourseNames = (db: Db, ids?: number[]) =>
  db
    .selectFrom('courses')
    .select(['id', 'description'])
    .where(ids === undefined ? sql<SqlBool>`courses.active` : sql<SqlBool>`courses.id = any(${ids})`)
    .orderBy(byDescription)
    .execute()

export async function courseNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  return new Map((await listCourseNames(db, ids)).map((row) => [row.id, row.description]))
}

/** What blocks deleting a product: the courses that are sold as it. */
export async function productBlockers(db: Db | Trx, id: number): Promise<Reason[]> {
  const sold = db
    .selectFrom('courses')
    .where((eb) =>
      eb.or([eb('product_id', '=', id), eb('group_product_id', '=', id), eb('no_show_product_id', '=', id)]),
    )
  return [{ label: 'Opleidingen', one: 'opleiding', count: await countOf(sold) }]
}

/** What blocks deleting a course, as far as this module knows. */
export async function courseBlockers(db: Db | Trx, id: number): Promise<Reason[]> {
  const { rows } = await sql<{ plannings: number; refreshed: number; replaced: number; required: number }>`
    select (select count(*)::integer from appointment_groups where course_id = ${id}) as plannings,
           (select count(*)::integer from courses where refresher_course_id = ${id} and id <> ${id}) as refreshed,
           (select count(*)::integer from course_alternatives where alternative_id = ${id}) as replaced,
           (select count(*)::integer from course_requirements
            where required_course_id = ${id} and course_id <> ${id}) as required
  `.execute(db)
  const { plannings, refreshed, replaced, required } = rows[0]!
  return [
    { label: 'Planningen', count: plannings },
    { label: 'Opleidingen met deze herhaling', count: refreshed },
    { label: 'Opleidingen met dit alternatief', count: replaced },
    { label: 'Opleidingen die dit certificaat vragen', count: required },
  ]
}

/** What blocks deleting a room: the plannings that take place in it. */
export async function roomBlockers(db: Db | Trx, id: number): Promise<Reason[]> {
  const { count } = await db
    .selectFrom('appointments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('room_id', '=', id)
    .executeTakeFirstOrThrow()
  return [{ label: 'Planningen in dit lokaal', count }]
}

/** What blocks deleting a checklist: the courses that ask it. */
export async function checklistBlockers(db: Db | Trx, id: number): Promise<Reason[]> {
  const asking = db.selectFrom('courses').where('checklist_id', '=', id)
  return [{ label: 'Opleidingen', one: 'opleiding', count: await countOf(asking) }]
}
