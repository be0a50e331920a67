import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'
import { NotFound, type Reason } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import { byName, companyShownTo, fullName, nameColumns } from '../../relations/contacts/index.ts'
import { enrolmentsVisibleTo } from '../appointments/index.ts'

/** Students of one part. */
export const listStudents = (db: Db, viewer: Viewer, appointmentId: number) =>
  db
    .selectFrom('enrolments')
    .innerJoin('contacts', 'contacts.id', 'enrolments.contact_id')
    .leftJoin('companies', (join) =>
      join.onRef('companies.id', '=', 'enrolments.company_id').on(companyShownTo(viewer)),
    )
    .select([
      'enrolments.id',
      'enrolments.appointment_id',
      'enrolments.company_id',
      'enrolments.contact_id',
      'enrolments.present',
      'enrolments.passed',
      'enrolments.note',
      'companies.name as company_name',
      ...nameColumns,
    ])
    .where('enrolments.appointment_id', '=', appointmentId)

export const studentSorts = {
  name: { by: byName },
  company: { by: [sql`coalesce(companies.name, '') collate "nl-x-icu"`] },
}

/** What one person was or is enrolled in. */
export const listEnrolmentsOf = (db: Db, contactId: number) =>
  db
    .selectFrom('enrolments')
    .innerJoin('appointments', 'appointments.id', 'enrolments.appointment_id')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .innerJoin('appointment_statuses', 'appointment_statuses.key', 'appointments.status')
    .select([
      'enrolments.id',
      'enrolments.appointment_id',
      'enrolments.contact_id',
      'enrolments.present',
      'enrolments.passed',
      'appointments.group_id',
      'appointments.description',
      'appointments.starts_at',
      'appointments.ends_at',
      'appointment_statuses.label as status_label',
      sql<string>`coalesce(appointment_statuses.color, appointment_statuses.css)`.as('status_css'),
      'courses.description as course_description',
    ])
    .where('enrolments.contact_id', '=', contactId)

/** How many enrolments of a person the viewer may see: the number on the tab. */
export const countEnrolmentsOf = (viewer: Viewer, contactId: number): Expression<number> =>
  sql<number>`select count(*) from enrolments where enrolments.contact_id = ${contactId} and ${enrolmentsVisibleTo(viewer)}`

/** Places of one part: what the bar above its students says. @throws NotFound */
export async function getPlaces(db: Db, appointmentId: number) {
  const row = await db
    .selectFrom('appointments')
    .select(['id', 'enrolled_count', 'reserved_count', 'max_count', 'status'])
    .where('id', '=', appointmentId)
    .executeTakeFirst()
  if (!row) throw new NotFound('Planning')
  return row
}

/** The note on one student, for whoever keeps it. @throws NotFound */
export async function getStudentNote(db: Db, viewer: Viewer, appointmentId: number, contactId: number) {
  const row = await db
    .selectFrom('enrolments')
    .innerJoin('contacts', 'contacts.id', 'enrolments.contact_id')
    .select(['enrolments.note', ...nameColumns])
    .where('enrolments.appointment_id', '=', appointmentId)
    .where('enrolments.contact_id', '=', contactId)
    .where(sql<SqlBool>`${enrolmentsVisibleTo(viewer)}`)
    .executeTakeFirst()
  if (!row) throw new NotFound('Cursist')
  return { note: row.note, name: fullName(row) }
}

/** A planning that is still to come. */
const COMING = sql<SqlBool>`(a.ends_at > now() and a.status <> 'cancelled')`

/** What is planned with a person keeps them from being deactivated (T-110). */
export const contactDisableBlockers = (db: Db | Trx, id: number) => reasonsOfContact(db, id, COMING)

/** What was planned with a person ever keeps them from being deleted. */
export const contactBlockers = (db: Db | Trx, id: number) => reasonsOfContact(db, id, sql<SqlBool>`true`)

/** Plannings, not parts, are counted. */
async function reasonsOfContact(db: Db | Trx, id: number, counted: RawBuilder<SqlBool>): Promise<Reason[]> {
  const { rows } = await sql<{ open: number; incompany: number; reserved: number }>`
    select count(distinct g.id) filter (where not g.incompany)::integer as open,
           count(distinct g.id) filter (where g.incompany)::integer as incompany,
           (select count(*)::integer from reservations r join appointments a on a.id = r.appointment_id
            where r.contact_id = ${id} and ${counted}) as reserved
    from enrolments e
    join appointments a on a.id = e.appointment_id
    join appointment_groups g on g.id = a.group_id
    where e.contact_id = ${id} and ${counted}
  `.execute(db)
  const { open, incompany, reserved } = rows[0]!
  return [
    { label: 'Inschrijvingen', one: 'inschrijving', count: open, url: `/contact/view/${id}?item=enrolments` },
    {
      label: 'Incompany trainingen',
      one: 'incompany training',
      count: incompany,
      url: `/contact/view/${id}?item=enrolments`,
    },
    { label: 'Reserveringen', one: 'reservering', count: reserved },
  ]
}

/** Who was enrolled for a company stays on record with it. */
export async function companyBlockers(db: Db | Trx, id: number): Promise<Reason[]> {
  const { rows } = await sql<{ enrolled: number; reserved: number }>`
    select (select count(*)::integer from enrolments where company_id = ${id}) as enrolled,
           (select count(*)::integer from reservations where company_id = ${id}) as reserved
  `.execute(db)
  const { enrolled, reserved } = rows[0]!
  return [
    { label: 'Inschrijvingen', count: enrolled },
    { label: 'Reserveringen', count: reserved },
  ]
}

/** What is still to come keeps a company from being disabled. Plannings, not parts, are counted. */
export async function companyDisableBlockers(db: Db | Trx, id: number): Promise<Reason[]> {
  const { rows } = await sql<{ enrolled: number; incompany: number; reserved: number }>`
    with coming as (select id, group_id from appointments where ends_at > now() and status <> 'cancelled')
    select (select count(distinct coming.group_id)::integer from enrolments e join coming on coming.id = e.appointment_id
            where e.company_id = ${id}) as enrolled,
           (select count(distinct c.group_id)::integer from appointment_group_companies c
            join coming using (group_id) where c.company_id = ${id}) as incompany,
           (select count(*)::integer from reservations r join coming on coming.id = r.appointment_id
            where r.company_id = ${id}) as reserved
  `.execute(db)
  const { enrolled, incompany, reserved } = rows[0]!
  return [
    { label: 'Lopende inschrijvingen', count: enrolled },
    { label: 'Incompany planningen', count: incompany },
    { label: 'Reserveringen', count: reserved },
  ]
}
