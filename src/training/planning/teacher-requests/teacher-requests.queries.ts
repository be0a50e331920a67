import { type Expression, type SqlBool, sql } from 'kysely'
import { countOf } from '../../../platform/database/count.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import { undoSeconds } from '../../../platform/jobs/jobs.ts'
import { nameColumns, nameText } from '../../../relations/contacts/index.ts'
import { neededTeachers, partAddress, partPlace, teachersThere } from '../appointments/index.ts'
import type { RequestState, Way } from './labels.ts'

/** Whether it is still to come and to be given. Refers to `appointments`. */
export const isComing = sql<boolean>`(appointments.starts_at > now()
  and appointments.status in ('option', 'planned', 'confirmed'))`

const parts = (db: Db | Trx) =>
  db
    .selectFrom('appointments')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .leftJoin('rooms', 'rooms.id', 'appointments.room_id')
    .leftJoin('establishments', 'establishments.id', 'rooms.establishment_id')
    .select([
      'appointments.id',
      'appointments.group_id',
      'appointments.component_id',
      'appointments.description',
      'appointments.starts_at',
      'appointments.ends_at',
      'appointments.status',
      'appointments.room_id',
      'appointments.version',
      'appointments.teacher_application_count',
      'courses.description as course',
      'courses.online',
      neededTeachers.as('needed'),
      teachersThere.as('there'),
      partPlace.as('place'),
      partAddress.as('address'),
      sql<number[]>`array(select r.contact_id from appointment_responsibles r
        where r.appointment_id = appointments.id)`.as('responsibles'),
      // Until then whoever changed it may take that back (rulings 10.5).
      sql<Date>`appointments.updated_at + make_interval(secs => ${undoSeconds})`.as('settled_at'),
    ])

/** The part that teachers are sought for. @throws NotFound */
export async function getSearchPart(db: Db | Trx, id: number) {
  const part = await parts(db).where('appointments.id', '=', id).executeTakeFirst()
  if (!part) throw new NotFound('Onderdeel')
  return part
}
export type SearchPart = Awaited<ReturnType<typeof getSearchPart>>

/** All parts of a planning, in order of time. */
export const listSearchParts = (db: Db | Trx, planningId: number) =>
  parts(db)
    .where('appointments.group_id', '=', planningId)
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id')
    .execute()

/** The searches of these parts, the newest first. */
export const listSearches = async (db: Db | Trx, partIds: number[]) =>
  partIds.length === 0
    ? []
    : (
        await db
          .selectFrom('teacher_searches')
          .selectAll()
          .where('appointment_id', 'in', partIds)
          .orderBy('id', 'desc')
          .execute()
      ).map((row) => ({ ...row, way: row.way as Way }))
export type Search = Awaited<ReturnType<typeof listSearches>>[number]

/** The search that goes on for a part. */
export const findOpenSearch = async (db: Db | Trx, partId: number): Promise<Search | undefined> =>
  (await listSearches(db, [partId])).find(({ state }) => state === 'open')

/** @throws NotFound */
export async function getSearch(db: Db | Trx, id: number): Promise<Search> {
  const row = await db.selectFrom('teacher_searches').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('Aanvraag')
  return { ...row, way: row.way as Way }
}

const requests = (db: Db | Trx) =>
  db
    .selectFrom('teacher_requests')
    .innerJoin('contacts', 'contacts.id', 'teacher_requests.contact_id')
    .innerJoin('teacher_searches', 'teacher_searches.id', 'teacher_requests.search_id')
    .leftJoin('users', 'users.id', 'teacher_requests.answered_by')
    .selectAll('teacher_requests')
    .select([
      sql<RequestState>`teacher_requests.state`.as('state'),
      ...nameColumns,
      'contacts.email',
      nameText.as('name'),
      'users.name as answered_name',
      'teacher_searches.state as search_state',
      'teacher_searches.answer_hours',
      'teacher_searches.message',
    ])
export type TeacherRequest = Awaited<ReturnType<typeof getRequest>>

/** @throws NotFound */
export async function getRequest(db: Db | Trx, id: number) {
  const row = await requests(db).where('teacher_requests.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('Aanvraag')
  return row
}

/** Who are asked in these searches, in their order. */
export const listRequests = async (db: Db | Trx, searchIds: number[]) =>
  searchIds.length === 0
    ? []
    : requests(db)
        .where('teacher_requests.search_id', 'in', searchIds)
        .orderBy('teacher_requests.place')
        .orderBy('teacher_requests.id')
        .execute()

/** The request behind a link. */
export const findByHash = (db: Db | Trx, hash: string) =>
  requests(db)
    .innerJoin('teacher_request_links', 'teacher_request_links.request_id', 'teacher_requests.id')
    .where('teacher_request_links.token_hash', '=', hash)
    .executeTakeFirst()

/** What teachers asked for the part are still to answer, of its whole planning: a number behind the tab. */
export const countOpen = (partId: number): Expression<number> => sql<number>`
  select (select count(*) from teacher_requests r join appointments a on a.id = r.appointment_id
      where r.state = 'asked' and a.group_id = own.group_id)
    + (select count(*) from teacher_applications p join appointments a on a.id = p.appointment_id
      where p.state = 'open' and a.group_id = own.group_id)
  from appointments own where own.id = ${partId}`

/** Whether a teacher was ever asked for the planning of a part, or applied. */
export const wasAsked = (partId: number): Expression<SqlBool> => sql<SqlBool>`
  select exists (select from appointments own join appointments a on a.group_id = own.group_id
    where own.id = ${partId} and (exists (select from teacher_searches s where s.appointment_id = a.id)
      or exists (select from teacher_applications p where p.appointment_id = a.id)))`

/** What keeps a part from being deleted: teachers who are asked for it. */
export async function partAsked(db: Db | Trx, partId: number) {
  const of = db.selectFrom('teacher_requests').where('appointment_id', '=', partId).where('state', '=', 'asked')
  return [{ label: 'Gevraagde docenten', one: 'gevraagde docent', count: await countOf(of) }]
}
