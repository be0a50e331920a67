import { type Expression, type NotNull, type SqlBool, sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import { NotFound, type Reason } from '../../../platform/errors.ts'
import { type Viewer, hasRole, viewerScope } from '../../../platform/access/viewer.ts'
import { countOf } from '../../../platform/database/count.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { byName, nameColumns, ownContactIds } from '../../../relations/contacts/index.ts'
import type { CertificateLight, CertificateSnapshot, CertificateState } from './certificates.rules.ts'
import { certificatesArea } from './rights.ts'

/** Row scope of the record type 'certificate': own people for a supervisor, the own ones for a student (rulings 4). */
export function certificatesVisibleTo(viewer: Viewer): Expression<SqlBool> {
  const scope = viewerScope(viewer, certificatesArea)
  if (scope === 'all') return sql<SqlBool>`true`
  if (scope === 'none' || viewer.contactId === null) return sql<SqlBool>`false`
  return sql<SqlBool>`certificates.contact_id in (${ownContactIds(viewer.contactId, hasRole(viewer, ROLE.supervisor))})`
}

export const countCertificatesOf = (viewer: Viewer, contactId: number): Expression<number> =>
  sql<number>`select count(*) from certificates where certificates.contact_id = ${contactId} and ${certificatesVisibleTo(viewer)}`

/** Of the people of these companies, of whom their lists of contacts tell. */
export const isOfCompany = (companyIds: number[]) => sql<SqlBool>`certificates.contact_id in (
  select contact_id from contact_companies where company_id in (${sql.join(companyIds)}))`

export const countCertificatesAt = (viewer: Viewer, companyId: number): Expression<number> =>
  sql<number>`select count(*) from certificates where ${isOfCompany([companyId])} and ${certificatesVisibleTo(viewer)}`

/** Those of the whole planning that a part belongs to, as its tab lists them. */
export const countCertificatesFor = (viewer: Viewer, appointmentId: number): Expression<number> =>
  sql<number>`select count(*) from certificates
    where certificates.group_id = (select group_id from appointments where id = ${appointmentId}) and ${certificatesVisibleTo(viewer)}`

/** Whoever holds a certificate stays on record with it. */
export async function holderBlockers(db: Db | Trx, contactId: number): Promise<Reason[]> {
  const held = db.selectFrom('certificates').where('contact_id', '=', contactId)
  return [{ label: 'Certificaten', count: await countOf(held), url: `/contact/view/${contactId}?item=certificates` }]
}

/** The last day counts: 'geldig tot en met'. */
export const stateColumn = sql<CertificateState>`case when certificates.withdrawn_at is not null then 'withdrawn'
  when certificates.valid_until < current_date then 'expired' else 'valid' end`

/** Of those that matter soon also whether the holder is enrolled for the refresher. Refers to `courses`. */
export const lightColumn = sql<CertificateLight | null>`case when certificates.withdrawn_at is not null then null
  when coalesce(certificates.valid_until > current_date + interval '3 months', true) then 'ok'
  when exists (select 1 from enrolments e join appointments a on a.id = e.appointment_id
    join appointment_groups g on g.id = a.group_id
    where e.contact_id = certificates.contact_id and a.starts_at > now() and a.status <> 'cancelled'
      and g.course_id = coalesce(courses.refresher_course_id, courses.id)) then 'booked'
  when certificates.valid_until < current_date then 'late' else 'soon' end`

export const listCertificates = (db: Db) =>
  db
    .selectFrom('certificates')
    .innerJoin('contacts', 'contacts.id', 'certificates.contact_id')
    .innerJoin('courses', 'courses.id', 'certificates.course_id')
    // Read only by the group and the column that ask for it; the database leaves it out of all else.
    .leftJoin('companies', 'companies.id', 'contacts.company_id')
    .select([
      'certificates.id',
      'certificates.number',
      'certificates.issued_on',
      'certificates.valid_until',
      stateColumn.as('state'),
      lightColumn.as('light'),
      'courses.description as course_description',
      ...nameColumns,
    ])

/** What this person holds: what counts longest first, and no more of what is over than anybody looks for. */
export const listOwnCertificates = (db: Db, contactId: number) =>
  listCertificates(db)
    .where('certificates.contact_id', '=', contactId)
    .where('certificates.withdrawn_at', 'is', null)
    .orderBy(sql`coalesce(certificates.valid_until, 'infinity'::date)`, 'desc')
    .orderBy('certificates.id', 'desc')
    .limit(50)
    .execute()

/** One certificate, with what it was made with and what took its place. */
export const certificateById = (db: Db | Trx, id: number) =>
  db
    .selectFrom('certificates')
    .innerJoin('courses', 'courses.id', 'certificates.course_id')
    .leftJoin('layouts', 'layouts.id', 'certificates.layout_id')
    .leftJoin('certificates as replaced', 'replaced.id', 'certificates.replaces_id')
    .leftJoin('certificates as successor', 'successor.replaces_id', 'certificates.id')
    .selectAll('certificates')
    .select([
      stateColumn.as('state'),
      'courses.description as course_description',
      'layouts.name as layout_name',
      'replaced.number as replaced_number',
      'successor.id as successor_id',
      'successor.number as successor_number',
      sql<number>`(select min(id) from appointments where group_id = certificates.group_id)`.as('part_id'),
    ])
    .where('certificates.id', '=', id)

/** @throws NotFound */
export async function getCertificate(db: Db | Trx, id: number) {
  const certificate = await certificateById(db, id).executeTakeFirst()
  if (!certificate) throw new NotFound('Certificaat')
  return { ...certificate, snapshot: certificate.snapshot as CertificateSnapshot }
}

/** Layouts a certificate can be made with. */
export const listCertificateLayouts = (db: Db | Trx) =>
  db
    .selectFrom('layouts')
    .select(['id', 'name', 'version'])
    .where('kind', '=', 'certificate')
    .where('active', '=', true)
    .orderBy('id')
    .execute()

/** The certificates of one planning that we issued and that count: who has one of which layout. */
export const listHeldCertificates = (db: Db | Trx, planningId: number) =>
  db
    .selectFrom('certificates')
    .select(['id', 'contact_id', 'layout_id', 'number'])
    .where('group_id', '=', planningId)
    .where('withdrawn_at', 'is', null)
    .where('layout_id', 'is not', null)
    .$narrowType<{ layout_id: NotNull }>()
    .execute()

/** Ids of the certificates of one planning that we issued, that count and that the viewer may see, by name of the person. */
export async function listIdsByName(
  db: Db,
  viewer: Viewer,
  choice: { planningId: number; contactIds: number[]; layoutIds: number[]; issuedOn?: string | null },
): Promise<number[]> {
  let query = db
    .selectFrom('certificates')
    .innerJoin('contacts', 'contacts.id', 'certificates.contact_id')
    .select('certificates.id')
    .where('certificates.group_id', '=', choice.planningId)
    .where('certificates.withdrawn_at', 'is', null)
    .where('certificates.issuer', 'is', null)
    .where(certificatesVisibleTo(viewer))
  if (choice.contactIds.length > 0)
    query = query.where(sql<SqlBool>`certificates.contact_id = any(${choice.contactIds})`)
  if (choice.layoutIds.length > 0) query = query.where(sql<SqlBool>`certificates.layout_id = any(${choice.layoutIds})`)
  if (choice.issuedOn) query = query.where('certificates.issued_on', '=', choice.issuedOn)
  for (const name of byName) query = query.orderBy(name)
  const rows = await query.orderBy('contacts.id').orderBy('certificates.layout_id').execute()
  return rows.map((row) => row.id)
}

/** Those of these that we issued and that count, in the order in which they were. */
export async function listCounting(db: Db, ids: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('certificates')
    .select('id')
    .where('id', 'in', ids)
    .where('withdrawn_at', 'is', null)
    .where('issuer', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** What is needed to draw these certificates, by id. */
export async function listSnapshots(db: Db, ids: number[]) {
  const rows = await db
    .selectFrom('certificates')
    .select(['id', 'snapshot', 'token', 'layout_id', 'layout_version'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** What the public check may know of a certificate. */
const findChecked = async (db: Db, where: { token: string } | { number: string }) => {
  const found = await db
    .selectFrom('certificates')
    .select([stateColumn.as('state'), 'snapshot'])
    .where((eb) => eb.and(where))
    .where('issuer', 'is', null)
    .executeTakeFirst()
  return found && { state: found.state, snapshot: found.snapshot as CertificateSnapshot }
}
export const findByToken = (db: Db, token: string) => findChecked(db, { token })
export const findByNumber = (db: Db, number: string) => findChecked(db, { number })

/**
 * Whether what somebody typed is this last name: case, accents, spaces and signs do not count, and the prefix may be
 * left out.
 */
export async function isLastName(db: Db, typed: string, { lastName, lastNamePrefix }: CertificateSnapshot['person']) {
  const plain = (name: string) => sql`regexp_replace(normalise(${name}), '[^[:alnum:]]+', '', 'g')`
  const { rows } = await sql<{ same: boolean }>`
    select typed <> '' and typed in (${plain(lastName)}, ${plain(lastNamePrefix + lastName)}) as same
    from (select ${plain(typed)} as typed) given
  `.execute(db)
  return rows[0]!.same
}

export async function certificateNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('certificates').select(['id', 'number']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.number]))
}

/** On which days certificates of a planning were issued, as far as the viewer may see them, newest first. */
export const countByIssueDate = (db: Db, viewer: Viewer, planningId: number) =>
  db
    .selectFrom('certificates')
    .select(['issued_on', sql<number>`count(*)::integer`.as('count')])
    .where('group_id', '=', planningId)
    .where('withdrawn_at', 'is', null)
    .where('issuer', 'is', null)
    .where(certificatesVisibleTo(viewer))
    .groupBy('issued_on')
    .orderBy('issued_on', 'desc')
    .execute()
