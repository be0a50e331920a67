import { type Expression, type SqlBool, sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import { type Viewer, isPlanner, viewerScope } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound, type Reason } from '../../../platform/errors.ts'
import { countOf } from '../../../platform/database/count.ts'
import { companiesVisibleTo } from '../../../relations/companies/index.ts'
import { byName, contactsVisibleTo, fullName, nameColumns } from '../../../relations/contacts/index.ts'
import { type Cell, type HeldCertificate, NOTHING, type Person, cellOf } from './matrix.rules.ts'
import { matrixArea } from './rights.ts'

/** Row scope of the record type 'certificate-need': as of its company. */
export function needsVisibleTo(viewer: Viewer): Expression<SqlBool> {
  if (viewerScope(viewer, matrixArea) === 'all') return sql<SqlBool>`true`
  return sql<SqlBool>`exists (select from companies where companies.id = certificate_needs.company_id
    and ${companiesVisibleTo(viewer)})`
}

/** A company and all below it, each with the companies above it that are shown. */
async function listTree(db: Db | Trx, companyId: number) {
  const { rows } = await sql<{ id: number; name: string; above: number[] }>`
    with recursive tree as (
      select id, name, array[id] as above from companies where id = ${companyId}
      union all select c.id, c.name, tree.above || c.id from companies c join tree on c.parent_id = tree.id
        where c.id <> all(tree.above)
    ) select id, name, above from tree order by cardinality(above), name collate "nl-x-icu"`.execute(db)
  if (rows.length === 0) throw new NotFound('Bedrijf')
  return rows
}

/** Whether a company or one below it asks for certificates, or has people who hold some. */
export const hasMatrix = (companyId: number): Expression<SqlBool> => sql<SqlBool>`
  with recursive tree as (
    select id from companies where id = ${companyId}
    union select c.id from companies c join tree on c.parent_id = tree.id
  ) select exists (select from certificate_needs where company_id in (select id from tree))
    or exists (select from contact_companies cc join certificates on certificates.contact_id = cc.contact_id
      where cc.company_id in (select id from tree))`

/** Courses by the certificate that they give or renew: the one that is not a refresher of another. */
export const kinds = sql`(select c.id, coalesce((select min(p.id) from courses p
  where p.refresher_course_id = c.id and p.id <> c.id), c.id) as kind from courses c)`

/** The most people of one matrix; a company with more is looked at by establishment. */
const MOST_PEOPLE = 2000

export interface Shown extends Person {
  name: string
  company: string
}

/** Who takes courses there, as far as the viewer may see them. */
async function listPeople(db: Db, viewer: Viewer, tree: Awaited<ReturnType<typeof listTree>>): Promise<Shown[]> {
  const companies = new Map(tree.map((company) => [company.id, company]))
  let query = db
    .selectFrom('contacts')
    .select(['contacts.id', 'contacts.job_title', ...nameColumns])
    .select(
      sql<number>`(select cc.company_id from contact_companies cc where cc.contact_id = contacts.id
        and cc.company_id = any(${[...companies.keys()]}) order by cc.company_id = contacts.company_id desc, cc.id limit 1)`.as(
        'member_of',
      ),
    )
    .where(
      sql<SqlBool>`contacts.id in (select contact_id from contact_companies where company_id = any(${[...companies.keys()]}))`,
    )
    .where('contacts.active', '=', true)
    .where(sql<SqlBool>`contacts.roles @> array[${ROLE.student}::integer]`)
    .where(contactsVisibleTo(viewer))
  for (const name of byName) query = query.orderBy(name)
  const rows = await query.orderBy('contacts.id').limit(MOST_PEOPLE).execute()
  return rows.map((row) => {
    const company = companies.get(row.member_of)!
    return {
      id: row.id,
      name: fullName(row),
      company: company.name,
      companies: company.above,
      jobTitle: row.job_title ?? '',
    }
  })
}

type Known = { contact_id: number; kind: number }

interface Facts {
  held: HeldCertificate[]
  due: string | null
  booked: Cell['booked']
}

/** What these people hold, take again and are enrolled for, by person and kind. */
async function listCells(db: Db, ids: number[]) {
  const [held, due, booked] = await Promise.all([
    sql<Known & HeldCertificate>`
      select certificates.contact_id, k.kind, certificates.id, certificates.valid_until as until
      from certificates join ${kinds} k on k.id = certificates.course_id
      where certificates.contact_id = any(${ids}) and certificates.withdrawn_at is null`.execute(db),
    sql<Known & { until: string }>`
      select r.contact_id, k.kind, max(r.expires_at) as until from contact_refreshers r join ${kinds} k on k.id = r.course_id
      where r.contact_id = any(${ids}) group by r.contact_id, k.kind`.execute(db),
    sql<Known & { id: number; day: string; done: string }>`
      select distinct on (e.contact_id, k.kind) e.contact_id, k.kind, a.id, (a.starts_at at time zone 'Europe/Amsterdam')::date as day, over.done
      from enrolments e join appointments a on a.id = e.appointment_id
        join appointment_groups g on g.id = a.group_id join ${kinds} k on k.id = g.course_id
        cross join lateral (select max((p.ends_at at time zone 'Europe/Amsterdam')::date) as done from appointments p
          where p.group_id = a.group_id and p.status <> 'cancelled') over
      where e.contact_id = any(${ids}) and a.ends_at > now() and a.status <> 'cancelled'
      order by e.contact_id, k.kind, over.done, a.starts_at, a.id`.execute(db),
  ])
  const known = new Map<number, Map<number, Facts>>()
  const factsOf = ({ contact_id, kind }: Known): Facts => {
    const own = known.get(contact_id) ?? new Map<number, Facts>()
    const facts = own.get(kind) ?? { held: [], due: null, booked: null }
    known.set(contact_id, own.set(kind, facts))
    return facts
  }
  for (const row of held.rows) factsOf(row).held.push(row)
  for (const row of due.rows) factsOf(row).due = row.until
  for (const row of booked.rows) factsOf(row).booked = { id: row.id, day: row.day, done: row.done }
  const found = new Set([...held.rows, ...due.rows, ...booked.rows].map(({ kind }) => kind))
  // Most of a matrix is empty: what is nothing is one and the same.
  const cell = (contactId: number, kind: number): Cell => {
    const facts = known.get(contactId)?.get(kind)
    return facts ? cellOf(facts.held, facts.due, facts.booked) : NOTHING
  }
  return { found, cell }
}

/** What these companies need, by certificate. */
export const listNeeds = (db: Db | Trx) =>
  db
    .selectFrom('certificate_needs')
    .innerJoin('companies', 'companies.id', 'certificate_needs.company_id')
    .innerJoin('courses', 'courses.id', 'certificate_needs.course_id')
    .innerJoin(sql<{ id: number; kind: number }>`${kinds}`.as('k'), 'k.id', 'certificate_needs.course_id')
    .select([
      'certificate_needs.id',
      'certificate_needs.company_id',
      'certificate_needs.course_id',
      'certificate_needs.job_title',
      'certificate_needs.needed',
      'certificate_needs.version',
      'certificate_needs.updated_at',
      'companies.name as company',
      'courses.description as course',
      'k.kind',
    ])

/** All that the matrix of a company is made of, by as many queries whatever its size. @throws NotFound */
export async function readMatrix(db: Db, viewer: Viewer, companyId: number) {
  const tree = await listTree(db, companyId)
  const people = await listPeople(db, viewer, tree)
  const needs = await listNeeds(db)
    .where(sql<SqlBool>`certificate_needs.company_id = any(${tree.map(({ id }) => id)})`)
    .orderBy(sql`courses.description collate "nl-x-icu"`)
    .orderBy('certificate_needs.job_title')
    .orderBy('certificate_needs.id')
    .execute()
  const { found, cell } = await listCells(
    db,
    people.map(({ id }) => id),
  )
  for (const { kind } of needs) found.add(kind)
  const columns = await db
    .selectFrom('courses')
    .select(['id', 'description'])
    .where(sql<SqlBool>`id = any(${[...found]})`)
    .orderBy(sql`description collate "nl-x-icu"`)
    .orderBy('id')
    .execute()
  // A function is a field of the person, which a company may keep from others than the office.
  return { tree, people, needs, columns, cell, seesFunctions: isPlanner(viewer) }
}
export type Matrix = Awaited<ReturnType<typeof readMatrix>>

/** @throws NotFound */
export async function getNeed(db: Db | Trx, id: number) {
  const need = await listNeeds(db).where('certificate_needs.id', '=', id).executeTakeFirst()
  if (!need) throw new NotFound('Benodigd certificaat')
  return need
}

/** The functions that people of a company have, in Dutch order. */
export async function listFunctions(db: Db | Trx, companyId: number): Promise<string[]> {
  const tree = await listTree(db, companyId)
  const rows = await db
    .selectFrom('contacts')
    .select('job_title')
    .distinct()
    .where(
      sql<SqlBool>`contacts.id in (select contact_id from contact_companies where company_id = any(${tree.map(({ id }) => id)}))`,
    )
    .where(sql<SqlBool>`coalesce(job_title, '') <> ''`)
    .execute()
  return rows.map(({ job_title }) => job_title ?? '').sort((a, b) => a.localeCompare(b, 'nl'))
}

export async function needNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await listNeeds(db).where('certificate_needs.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, [row.course, row.job_title, row.company].filter(Boolean).join(', ')]))
}

/** What keeps a course from being deleted, as far as this module knows. */
export async function courseBlockers(db: Db | Trx, courseId: number): Promise<Reason[]> {
  const needs = db.selectFrom('certificate_needs').where('course_id', '=', courseId)
  return [{ label: 'Benodigde certificaten van bedrijven', count: await countOf(needs) }]
}
