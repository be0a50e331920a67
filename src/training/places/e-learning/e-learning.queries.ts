import { type Expression, type SqlBool, sql } from 'kysely'
import { hasRole, type Viewer, viewerScope } from '../../../platform/access/viewer.ts'
import { ROLE } from '../../../platform/access/roles.ts'
import { amountOf, pricesFor } from '../../../administration/catalogue/prices/index.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import { today } from '../../../platform/format/zone.ts'
import { fullName, nameColumns, nameText, ownContactIds } from '../../../relations/contacts/index.ts'
import { hasAddress } from './e-learning.rules.ts'
import { eLearningArea } from './rights.ts'

export function licensesVisibleTo(viewer: Viewer): Expression<SqlBool> {
  const scope = viewerScope(viewer, eLearningArea)
  if (scope === 'all') return sql<SqlBool>`true`
  if (scope === 'none' || viewer.contactId === null) return sql<SqlBool>`false`
  return sql<SqlBool>`e_learning_licenses.contact_id in (${ownContactIds(viewer.contactId, hasRole(viewer, ROLE.supervisor))})`
}

export const listCourses = (db: Db | Trx) =>
  db
    .selectFrom('e_learning_courses')
    .leftJoin('products', 'products.id', 'e_learning_courses.product_id')
    .leftJoin('courses', 'courses.id', 'e_learning_courses.course_id')
    .select([
      'e_learning_courses.id',
      'e_learning_courses.code',
      'e_learning_courses.description',
      'e_learning_courses.expiry_days',
      'e_learning_courses.product_id',
      'e_learning_courses.course_id',
      'e_learning_courses.active',
      'e_learning_courses.version',
      'e_learning_courses.updated_at',
      'products.name as product',
      'courses.description as course',
      sql<number>`(select count(*)::integer from e_learning_licenses l
        where l.e_learning_course_id = e_learning_courses.id and l.active)`.as('licenses'),
    ])
export type ELearningCourse = Awaited<ReturnType<ReturnType<typeof listCourses>['executeTakeFirstOrThrow']>>

/** @throws NotFound */
export async function getCourse(db: Db | Trx, id: number): Promise<ELearningCourse> {
  const course = await listCourses(db).where('e_learning_courses.id', '=', id).executeTakeFirst()
  if (!course) throw new NotFound('E-learning')
  return course
}

export const findCourseByCode = (db: Db | Trx, code: string): Promise<ELearningCourse | undefined> =>
  listCourses(db).where('e_learning_courses.code', '=', code).executeTakeFirst()

/** @throws NotFound */
export async function getCourseByCode(db: Db | Trx, code: string): Promise<ELearningCourse> {
  const course = await findCourseByCode(db, code)
  if (!course) throw new NotFound('E-learning')
  return course
}

/** What belongs to the course of a planning comes first. */
export async function listOfferedTo(db: Db | Trx, courseId: number | null): Promise<ELearningCourse[]> {
  return listCourses(db)
    .where('e_learning_courses.active', '=', true)
    .orderBy(sql`(e_learning_courses.course_id = ${courseId}) is not true`)
    .orderBy('e_learning_courses.description')
    .execute()
}

export const listLicenses = (db: Db | Trx) =>
  db
    .selectFrom('e_learning_licenses')
    .innerJoin('e_learning_courses', 'e_learning_courses.id', 'e_learning_licenses.e_learning_course_id')
    .innerJoin('contacts', 'contacts.id', 'e_learning_licenses.contact_id')
    .leftJoin('companies', 'companies.id', 'contacts.company_id')
    .select([
      'e_learning_licenses.id',
      'e_learning_licenses.contact_id',
      'e_learning_licenses.group_id',
      'e_learning_licenses.active',
      'e_learning_licenses.expires_on',
      'e_learning_licenses.progress',
      'e_learning_licenses.completed_at',
      'e_learning_licenses.grade',
      'e_learning_licenses.supplier_id',
      'e_learning_licenses.wish',
      'e_learning_licenses.stopped',
      'e_learning_licenses.message',
      'e_learning_licenses.link_sent_at',
      'e_learning_licenses.version',
      'e_learning_licenses.created_at',
      'e_learning_licenses.updated_at',
      'e_learning_courses.code',
      'e_learning_courses.description',
      'e_learning_courses.expiry_days',
      'e_learning_courses.product_id',
      'contacts.email',
      'contacts.company_id',
      'companies.name as company',
      ...nameColumns,
    ])
    .select(
      sql<number>`(select count(*)::integer from e_learning_charges c
      where c.license_id = e_learning_licenses.id and c.invoice_id is null and e_learning_licenses.supplier_id is not null)`.as(
        'to_bill',
      ),
    )
export type License = Awaited<ReturnType<ReturnType<typeof listLicenses>['executeTakeFirstOrThrow']>>

export const stateOf = (license: License) => ({
  active: license.active,
  completed: license.completed_at !== null,
  until: license.expires_on,
  wish: license.wish,
  stopped: license.stopped,
})

/** @throws NotFound */
export async function getLicense(db: Db | Trx, id: number): Promise<License> {
  const license = await listLicenses(db).where('e_learning_licenses.id', '=', id).executeTakeFirst()
  if (!license) throw new NotFound('Licentie')
  return license
}

export const listOfPlanning = (db: Db | Trx, planningId: number): Promise<License[]> =>
  listLicenses(db)
    .where('e_learning_licenses.group_id', '=', planningId)
    .orderBy('contacts.last_name')
    .orderBy('e_learning_licenses.id')
    .execute()

/** The parts of the planning that a licence hangs on. */
export async function partsOf(db: Db | Trx, id: number) {
  const rows = await db
    .selectFrom('appointments')
    .innerJoin('e_learning_licenses', 'e_learning_licenses.group_id', 'appointments.group_id')
    .select('appointments.id')
    .where('e_learning_licenses.id', '=', id)
    .execute()
  return rows.map((row) => ({ type: 'appointment', id: row.id }))
}

/** Students of a planning without a licence in it, each with a licence of theirs that is attached to none. */
export async function listWithout(db: Db | Trx, planningId: number, courseId: number | null) {
  const { rows } = await sql<{
    id: number
    name: string
    company: string | null
    email: string | null
    loose: string | null
  }>`
    select contacts.id, ${nameText} as name, companies.name as company, contacts.email::text as email,
      (select max(l.expires_on)::text from e_learning_licenses l where l.contact_id = contacts.id and l.active
        and l.group_id is null and l.completed_at is null and l.expires_on >= current_date
        and l.e_learning_course_id = ${courseId}::integer) as loose
    from contacts left join companies on companies.id = contacts.company_id
    where contacts.active and exists (select from enrolments e join appointments a on a.id = e.appointment_id
        where a.group_id = ${planningId} and e.contact_id = contacts.id)
      and not exists (select from e_learning_licenses l where l.contact_id = contacts.id and l.group_id = ${planningId} and l.active)
    order by contacts.last_name collate "nl-x-icu", contacts.id`.execute(db)
  return rows.map((row) => ({ ...row, valid: hasAddress(row.email) }))
}

/** What one licence costs who has no agreement, in cents without VAT; null where the course has no product. */
export async function priceOfCourse(
  db: Db | Trx,
  { product_id }: Pick<ELearningCourse, 'product_id'>,
): Promise<number | null> {
  if (product_id === null) return null
  const [answer] = await pricesFor(db, [{ product_id, day: today(), count: '1', company_id: null, contact_id: null }])
  const { price, discount, discount_type } = answer!
  return Number(amountOf({ price, count: '1', discount, discount_type }))
}

/** '78,00': the price of a course times the number of new licences. */
export const priceText = (cents: number, licenses: number): string =>
  ((cents * licenses) / 100).toFixed(2).replace('.', ',')

export async function licenseNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await listLicenses(db).where('e_learning_licenses.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, `${fullName(row)}, ${row.description}`]))
}
