import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { NotFound, type Reason } from '../../../../platform/errors.ts'
import type { Viewer } from '../../../../platform/access/viewer.ts'
import { byName, companyShownTo, fullName, nameColumns } from '../../../../relations/contacts/index.ts'
import { enrolmentsVisibleTo, resultsKnown } from '../../../planning/appointments/index.ts'

/** Students of one part. */
export const listStudents = (db: Db, viewer: Viewer, appointmentId: number) =>
  db
    .selectFrom('enrolments')
    .innerJoin('contacts', 'contacts.id', 'enrolments.contact_id')
    .innerJoin('appointments', 'appointments.id', 'enrolments.appointment_id')
    .leftJoin('companies', (join) =>
      join.onRef('companies.id', '=', 'enrolments.company_id').on(companyShownTo(viewer)),
    )
    .leftJoin('users as waiving', 'waiving.id', 'enrolments.waived_by')
    .leftJoin('companies as relation', 'relation.id', 'enrolments.invoice_relation_id')
    .select([
      'enrolments.id',
      resultsKnown.as('known'),
      'appointments.starts_at',
      'enrolments.appointment_id',
      'enrolments.company_id',
      'enrolments.contact_id',
      'enrolments.present',
      'enrolments.passed',
      'enrolments.note',
      'enrolments.waiver',
      'enrolments.waived_at',
      'waiving.name as waived_by_name',
      'companies.name as company_name',
      'enrolments.use_invoice_relation',
      'relation.name as relation_name',
      ...nameColumns,
    ])
    .where('enrolments.appointment_id', '=', appointmentId)

export const studentSorts = {
  name: { by: byName },
  company: { by: [sql`coalesce(companies.name, '') collate "nl-x-icu"`] },
}

/** Enrolments with what they are for. */
const listEnrolled = (db: Db) =>
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

/** What one person was or is enrolled in. */
export const listEnrolmentsOf = (db: Db, contactId: number) =>
  listEnrolled(db).where('enrolments.contact_id', '=', contactId)

/** Who was or is enrolled for a company, and in what. */
export const listEnrolmentsFor = (db: Db, companyId: number) =>
  listEnrolled(db)
    .innerJoin('contacts', 'contacts.id', 'enrolments.contact_id')
    .select([...nameColumns])
    .where('enrolments.company_id', '=', companyId)

/** How many of them the viewer may see: the number on the tab. */
export const countEnrolmentsFor = (viewer: Viewer, companyId: number): Expression<number> =>
  sql<number>`select count(*) from enrolments where enrolments.company_id = ${companyId} and ${enrolmentsVisibleTo(viewer)}`

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

/** What is planned with people keeps them from being deactivated (T-110). */
export const contactDisableBlockers = (db: Db | Trx, ids: number[]) => reasonsOfContacts(db, ids, COMING)

/** What was planned with people ever keeps them from being deleted. */
export const contactBlockers = (db: Db | Trx, ids: number[]) => reasonsOfContacts(db, ids, sql<SqlBool>`true`)

/** Plannings, not parts, are counted. */
async function reasonsOfContacts(
  db: Db | Trx,
  ids: number[],
  counted: RawBuilder<SqlBool>,
): Promise<Map<number, Reason[]>> {
  const { rows } = await sql<{ id: number; open: number; incompany: number; reserved: number }>`
    select person.id, enrolled.*, (
      select count(*)::integer from reservations r join appointments a on a.id = r.appointment_id
      where r.contact_id = person.id and ${counted}) as reserved
    from unnest(${ids}::integer[]) as person (id)
    cross join lateral (
      select count(distinct g.id) filter (where not g.incompany)::integer as open,
             count(distinct g.id) filter (where g.incompany)::integer as incompany
      from enrolments e
      join appointments a on a.id = e.appointment_id
      join appointment_groups g on g.id = a.group_id
      where e.contact_id = person.id and ${counted}) enrolled
  `.execute(db)
  const tab = (id: number) => `/contact/view/${id}?item=enrolments`
  return new Map(
    rows.map(({ id, open, incompany, reserved }) => [
      id,
      [
        { label: 'Inschrijvingen', one: 'inschrijving', count: open, url: tab(id) },
        { label: 'Incompany trainingen', one: 'incompany training', count: incompany, url: tab(id) },
        { label: 'Reserveringen', one: 'reservering', count: reserved },
      ],
    ]),
  )
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

/** What is still to come keeps companies from being disabled. Plannings, not parts, are counted. */
export async function companyDisableBlockers(db: Db | Trx, ids: number[]): Promise<Map<number, Reason[]>> {
  const { rows } = await sql<{ id: number; enrolled: number; incompany: number; reserved: number }>`
    select company.id,
           (select count(distinct a.group_id)::integer from enrolments e join appointments a on a.id = e.appointment_id
            where e.company_id = company.id and ${COMING}) as enrolled,
           (select count(distinct a.group_id)::integer from appointment_group_companies c
            join appointments a on a.group_id = c.group_id where c.company_id = company.id and ${COMING}) as incompany,
           (select count(*)::integer from reservations r join appointments a on a.id = r.appointment_id
            where r.company_id = company.id and ${COMING}) as reserved
    from unnest(${ids}::integer[]) as company (id)
  `.execute(db)
  return new Map(
    rows.map(({ id, enrolled, incompany, reserved }) => [
      id,
      [
        { label: 'Lopende inschrijvingen', one: 'lopende inschrijving', count: enrolled },
        { label: 'Incompany planningen', one: 'incompany planning', count: incompany },
        { label: 'Reserveringen', one: 'reservering', count: reserved },
      ],
    ]),
  )
}
