import { type Expression, type SqlBool, sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import { NotFound, type Reason } from '../../../platform/errors.ts'
import { type Viewer, hasRole, viewerScope } from '../../../platform/access/viewer.ts'
import { countOf } from '../../../platform/database/count.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { nameColumns, ownContactIds } from '../../../relations/contacts/index.ts'
import { OVER, RESPONSIBLE_ROLES, type ResponsibleRole } from './appointments.rules.ts'
import { statusLabel } from './status.commands.ts'
import { appointmentsArea } from './rights.ts'

/** Parts in which the viewer is a responsible in this role: a teacher's or lotus' own ones. */
const responsibleFor = (contactId: number, role: ResponsibleRole) =>
  sql<SqlBool>`exists (select 1 from appointment_responsibles own
    where own.appointment_id = appointments.id and own.contact_id = ${contactId} and own.role_id = ${role})`

/** Parts with people of a supervisor, or the student's own. */
const withOwnPeople = (contactId: number, isSupervisor: boolean) =>
  sql<SqlBool>`exists (select 1 from enrolments own
    where own.appointment_id = appointments.id and own.contact_id in (${ownContactIds(contactId, isSupervisor)}))`

/** Parts of which results can be known: from the day itself. Refers to `appointments`. */
export const resultsKnown = sql<boolean>`(appointments.status not in ('cancelled', 'option')
  and appointments.starts_at::date <= now()::date)`

const takesMore = sql<SqlBool>`(appointments.starts_at > now() and appointments.status in ('planned', 'confirmed')
  and appointments.enrolled_count + appointments.reserved_count < appointments.max_count)`

/** Coming parts that are open to everyone with places left: what a supervisor may enrol people in. */
export const isOpenPart = sql<SqlBool>`(${takesMore}
  and not exists (select 1 from appointment_groups closed where closed.id = appointments.group_id and closed.incompany))`

/** The same with those that are given for this company: what its people are enrolled in by its own link. */
export const isOpenPartFor = (companyId: number) => sql<SqlBool>`(${takesMore}
  and not exists (select 1 from appointment_groups closed where closed.id = appointments.group_id and closed.incompany
    and not exists (select 1 from appointment_group_companies own
      where own.group_id = closed.id and own.company_id = ${companyId})))`

/** Row scope of the record type 'appointment' (rulings 4). */
export function appointmentsVisibleTo(viewer: Viewer): Expression<SqlBool> {
  if (viewerScope(viewer, appointmentsArea) === 'all') return sql<SqlBool>`true`
  const { contactId } = viewer
  if (contactId === null) return sql<SqlBool>`false`
  const scopes: Expression<SqlBool>[] = []
  for (const { id: role } of RESPONSIBLE_ROLES) if (hasRole(viewer, role)) scopes.push(responsibleFor(contactId, role))
  if (hasRole(viewer, ROLE.supervisor)) scopes.push(withOwnPeople(contactId, true), isOpenPart)
  else if (hasRole(viewer, ROLE.student)) scopes.push(withOwnPeople(contactId, false))
  return scopes.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(scopes, sql` or `)})`
}

/** Which enrolments of a visible part the viewer may see (permissions, appointments). */
export function enrolmentsVisibleTo(viewer: Viewer): Expression<SqlBool> {
  if (viewerScope(viewer, appointmentsArea) === 'all') return sql<SqlBool>`true`
  const { contactId } = viewer
  if (contactId === null) return sql<SqlBool>`false`
  const scopes: Expression<SqlBool>[] = []
  if (hasRole(viewer, ROLE.teacher))
    scopes.push(sql<SqlBool>`exists (select 1 from appointment_responsibles own
      where own.appointment_id = enrolments.appointment_id and own.contact_id = ${contactId} and own.role_id = ${sql.lit(ROLE.teacher)})`)
  if (hasRole(viewer, ROLE.supervisor, ROLE.student))
    scopes.push(sql<SqlBool>`enrolments.contact_id in (${ownContactIds(contactId, hasRole(viewer, ROLE.supervisor))})`)
  return scopes.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(scopes, sql` or `)})`
}

/** Of the address of its room: that of its establishment, unless the room is hired elsewhere. */
const ofPlace = (column: string) =>
  sql<
    string | null
  >`case when rooms.city is null then ${sql.ref(`establishments.${column}`)} else ${sql.ref(`rooms.${column}`)} end`

/** One part with its course, group, room and status. @throws NotFound */
export async function getAppointment(db: Db | Trx, id: number) {
  const appointment = await db
    .selectFrom('appointments')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .innerJoin('appointment_statuses', 'appointment_statuses.key', 'appointments.status')
    .leftJoin('rooms', 'rooms.id', 'appointments.room_id')
    .leftJoin('establishments', 'establishments.id', 'rooms.establishment_id')
    .leftJoin('course_components', 'course_components.id', 'appointments.component_id')
    .selectAll('appointments')
    .select([
      'course_components.description as component_description',
      sql<number>`coalesce(course_components.teacher_application_count, 1)`.as('component_teachers'),
      'appointment_groups.course_id',
      'appointment_groups.incompany',
      'courses.description as course_description',
      'courses.code as course_code',
      'courses.online',
      'appointment_groups.option_until',
      'appointment_groups.version as planning_version',
      sql<number>`(select count(*)::integer from appointment_groups other
        where other.series_id = appointment_groups.series_id)`.as('series_count'),
      statusLabel({ part: 'appointments', planning: 'appointment_groups', status: 'appointment_statuses' }).as(
        'status_label',
      ),
      'appointment_statuses.css as status_css',
      'appointment_statuses.color as status_color',
      'rooms.name as room_name',
      'establishments.name as establishment_name',
      ofPlace('street').as('establishment_street'),
      ofPlace('street_no').as('establishment_street_no'),
      ofPlace('street_no_adding').as('establishment_street_no_adding'),
      ofPlace('postal_code').as('establishment_postal_code'),
      ofPlace('city').as('establishment_city'),
    ])
    .where('appointments.id', '=', id)
    .executeTakeFirst()
  if (!appointment) throw new NotFound('Planning')
  return appointment
}
export type Appointment = Awaited<ReturnType<typeof getAppointment>>

/** The components of a course in their order, by name. */
export const listComponentNames = (db: Db, courseId: number) =>
  db
    .selectFrom('course_components')
    .select(['id', 'description'])
    .where('course_id', '=', courseId)
    .orderBy('position')
    .execute()

/** All parts of one planning of a course, in order of time. */
export const listParts = (db: Db | Trx, planningId: number) =>
  db
    .selectFrom('appointments')
    .select(['id', 'description', 'starts_at', 'ends_at', 'status', 'max_count', 'enrolled_count', 'reserved_count'])
    .where('group_id', '=', planningId)
    .orderBy('starts_at')
    .orderBy('id')
    .execute()

/** `canBeFinished` of the parts that this one is planned with, as SQL. */
export const isUnfinished = (id: number): Expression<SqlBool> => sql<SqlBool>`exists (
  select 1 from appointments part join appointments chosen on chosen.group_id = part.group_id
  where chosen.id = ${id} and part.status <> all(${OVER}))`

/** Whether such a planning waits for nothing but that: all that is held has begun, and all results are known. */
export const isToBeFinished = (id: number): Expression<SqlBool> => sql<SqlBool>`(select
    bool_or(part.status <> all(${OVER})) and bool_and(part.starts_at::date <= now()::date and part.status <> 'option')
      and not exists (select 1 from enrolments e where e.appointment_id = any(array_agg(part.id))
        and (e.present is null or e.passed is null))
  from appointments part join appointments chosen on chosen.group_id = part.group_id
  where chosen.id = ${id} and part.status <> 'cancelled')`

/** Locks the parts in id order and answers them; enrol, move and reserve do this first (docs/database.md). */
export const lockParts = async (trx: Trx, ids: number[]) =>
  ids.length === 0
    ? []
    : trx.selectFrom('appointments').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute()

/** Teachers and other responsibles of a part. */
export const listResponsibles = (db: Db | Trx, appointmentIds: number[]) =>
  db
    .selectFrom('appointment_responsibles')
    .innerJoin('contacts', 'contacts.id', 'appointment_responsibles.contact_id')
    .select([
      'appointment_responsibles.id',
      'appointment_responsibles.appointment_id',
      'appointment_responsibles.contact_id',
      'appointment_responsibles.role_id',
      'appointment_responsibles.starts_at',
      'appointment_responsibles.ends_at',
      ...nameColumns,
      'contacts.email',
    ])
    .where('appointment_id', 'in', appointmentIds)
    .orderBy('appointment_responsibles.role_id')
    .orderBy('contacts.last_name')
    .execute()

export const listStatuses = (db: Db | Trx) =>
  db.selectFrom('appointment_statuses').select(['key', 'label', 'css', 'color']).orderBy('position').execute()

/** Who gave a part, or gives it, stays on record with it. */
export async function responsibleBlockers(db: Db | Trx, contactId: number): Promise<Reason[]> {
  const parts = db.selectFrom('appointment_responsibles').where('contact_id', '=', contactId)
  return [{ label: 'Onderdelen waarvoor deze persoon verantwoordelijk is', count: await countOf(parts) }]
}

/** A company that was planned for stays on record with it. */
export async function incompanyBlockers(db: Db | Trx, companyId: number): Promise<Reason[]> {
  const plannings = db.selectFrom('appointment_group_companies').where('company_id', '=', companyId)
  return [{ label: 'Incompany planningen', count: await countOf(plannings) }]
}

/** What blocks deleting a part: people in it, places kept, certificates given. */
export async function appointmentBlockers(db: Db | Trx, id: number): Promise<Reason[]> {
  const { rows } = await sql<{ enrolled: number; reserved: number; certificates: number }>`
    select a.enrolled_count as enrolled, a.reserved_count as reserved,
           (select count(*)::integer from certificates c where c.group_id = a.group_id) as certificates
    from appointments a where a.id = ${id}
  `.execute(db)
  const counts = rows[0] ?? { enrolled: 0, reserved: 0, certificates: 0 }
  return [
    { label: 'Inschrijvingen', count: counts.enrolled },
    { label: 'Gereserveerde plaatsen', count: counts.reserved },
    { label: 'Certificaten', count: counts.certificates },
  ]
}
