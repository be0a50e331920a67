import { sql } from 'kysely'
import { NotFound } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Services } from '../../../platform/services.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { roomLabel } from '../../../system/establishments/index.ts'
import { nameColumns } from '../../../relations/contacts/index.ts'
import { type Skill, listCourseDetails } from '../../catalogue/courses/index.ts'
import type { Timing } from './planning.rules.ts'

export interface PlannedComponent extends Timing {
  /** Null for a course without components, which is planned as one part. */
  id: number | null
  description: string
  /** How many teachers give it. */
  teacher_application_count: number
  skills: Skill[]
}

export interface PlannedCourse {
  id: number
  description: string
  code: string
  online: boolean
  max_count: number
  last_max_count: number
  components: PlannedComponent[]
}

/** How long a course without components takes until somebody says otherwise. */
const WHOLE_DAY = { default_start: '09:00', duration_minutes: 480, days_after_previous: 0, optional: false }

/** An active course as it can be planned, or null. */
export async function findPlannable(db: Db | Trx, id: number): Promise<PlannedCourse | null> {
  const [course] = await listCourseDetails(db, [id])
  if (!course?.active) return null
  const { description, code, max_count, last_max_count, components } = course
  const whole = { id: null, description, teacher_application_count: 1, skills: [], ...WHOLE_DAY }
  return {
    id,
    description,
    code,
    online: course.online === 1,
    max_count,
    last_max_count,
    components: components.length > 0 ? components : [whole],
  }
}

/** The course that these components belong to. @throws NotFound when there is none, or more than one */
export async function courseOfComponents(db: Db, ids: number[]): Promise<PlannedCourse> {
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('course_components').select('course_id').distinct().where('id', 'in', ids).execute()
  const course = rows.length === 1 ? await findPlannable(db, rows[0]!.course_id) : null
  if (!course) throw new NotFound('Opleiding')
  return course
}

/** Rooms that can be planned in, with the address of their establishment. */
export const listRoomChoices = (db: Db | Trx) =>
  db
    .selectFrom('rooms')
    .innerJoin('establishments', 'establishments.id', 'rooms.establishment_id')
    .select([
      'rooms.id',
      roomLabel.as('label'),
      'rooms.establishment_id',
      'rooms.capacity',
      'establishments.street',
      'establishments.street_no',
      'establishments.street_no_adding',
      'establishments.postal_code',
      'establishments.city',
    ])
    .where('rooms.active', '=', true)
    .where('establishments.active', '=', true)
    .orderBy(sql`establishments.name collate "nl-x-icu"`)
    .orderBy(sql`rooms.name collate "nl-x-icu"`)
    .execute()
export type RoomChoice = Awaited<ReturnType<typeof listRoomChoices>>[number]

export interface CompanyChoice {
  id: number
  name: string
  street: string | null
  street_no: string | null
  street_no_adding: string | null
  postal_code: string | null
  city: string | null
}
const MOST_COMPANIES = 500

/** These companies and everything below them, in Dutch order. */
export async function listWithChildren(db: Db, ids: number[]): Promise<CompanyChoice[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<CompanyChoice>`
    with recursive tree as (
      select id from companies where id = any(${ids})
      union
      select c.id from companies c join tree on c.parent_id = tree.id
    )
    select c.id, c.name, c.street, c.street_no, c.street_no_adding, c.postal_code, c.city
    from companies c join tree on tree.id = c.id
    where c.active
    order by c.name collate "nl-x-icu", c.id limit ${MOST_COMPANIES}
  `.execute(db)
  return rows
}

/** Of these ids those that are companies. */
export async function findCompanies(db: Db | Trx, ids: number[]): Promise<CompanyChoice[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('companies')
    .select(['id', 'name', 'street', 'street_no', 'street_no_adding', 'postal_code', 'city'])
    .where('id', 'in', ids)
    .orderBy(sql`companies.name collate "nl-x-icu"`)
    .execute()
}

export interface ResponsibleCandidate {
  id: number
  label: string
  roles: number[]
  /** Ids. */
  skills: number[]
}
const MOST_PEOPLE = 1000

/** The people offered as responsibles: the lookup of contacts by role that the selectors use (T-205). */
export async function listResponsibleCandidates(services: Services, viewer: Viewer): Promise<ResponsibleCandidate[]> {
  const contacts = services.registry.selectors.get('contact')!
  const filters = { roles: 'teacher,lotus' }
  // The lookup knows more of its rows than the platform's selectors need.
  return (await contacts.search(services, viewer, { text: '', filters, limit: MOST_PEOPLE })) as ResponsibleCandidate[]
}

/** Of these ids the people who can be a responsible. */
export async function findPeople(db: Db | Trx, ids: number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('contacts')
    .select(['contacts.id', ...nameColumns, 'roles'])
    .where('id', 'in', ids)
    .where('active', '=', true)
    .execute()
}
