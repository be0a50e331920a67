import { type Expression, type SqlBool, sql } from 'kysely'
import { ROLE } from '../../platform/access/roles.ts'
import { NotFound, type Reason } from '../../platform/errors.ts'
import { type Viewer, hasRole, viewerScope } from '../../platform/access/viewer.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { Searched } from '../../platform/matching/conditions.ts'
import type { Services } from '../../platform/services.ts'
import { initialsInName, fullName } from '../naming/index.ts'
import { companiesArea } from './rights.ts'

/**
 * Companies a supervisor may see: the linked ones and everything below them (rulings 4). The ids come from the tree
 * once per query, not per row.
 */
export const supervisedCompanyIds = (contactId: number) => sql<number>`
  with recursive tree as (
    select cc.company_id as id from contact_companies cc where cc.contact_id = ${contactId}
    union
    select c.id from companies c join tree on c.parent_id = tree.id
  ) select id from tree`

/** Row scope of the record type 'company'. */
export function companiesVisibleTo(viewer: Viewer): Expression<SqlBool> {
  if (viewerScope(viewer, companiesArea) === 'all') return sql<SqlBool>`true`
  if (!hasRole(viewer, ROLE.supervisor) || viewer.contactId === null) return sql<SqlBool>`false`
  return sql<SqlBool>`companies.id in (${supervisedCompanyIds(viewer.contactId)})`
}

/** Dutch order of companies; an index serves it. */
export const byCompanyName = sql<string>`companies.name collate "nl-x-icu"`

/** What companies are searched by in their lists: their name. */
export const searchedCompanies: Searched = {
  text: sql<string>`companies.search_text`,
  table: 'companies',
  listed: { by: byCompanyName, withoutInitial: sql<string>`without_initial(companies.search_text, companies.name)` },
}

export const listCompanies = (db: Db) =>
  db
    .selectFrom('companies')
    .select([
      'companies.id',
      'companies.version',
      'companies.name',
      'companies.client_id',
      'companies.coc_no',
      'companies.city',
      'companies.phone',
      'companies.email',
      'companies.active',
    ])

export async function getCompany(db: Db | Trx, id: number) {
  const company = await db
    .selectFrom('companies')
    .leftJoin('companies as parent', 'parent.id', 'companies.parent_id')
    .leftJoin('contacts as person', 'person.id', 'companies.contact_person_id')
    .selectAll('companies')
    .select([
      'parent.name as parent_name',
      'person.first_name as person_first_name',
      initialsInName({ alias: 'person' }).as('person_initials'),
      'person.last_name_prefix as person_last_name_prefix',
      'person.last_name as person_last_name',
    ])
    .where('companies.id', '=', id)
    .executeTakeFirst()
  if (!company) throw new NotFound('Bedrijf')
  return company
}

export type Company = Awaited<ReturnType<typeof getCompany>>

/** A company without the names of the company above it and of the contact person where the viewer may not see those. */
export async function getCompanyFor(
  { registry }: Pick<Services, 'registry'>,
  db: Db,
  viewer: Viewer,
  id: number,
): Promise<Company> {
  const company = await getCompany(db, id)
  const sees = (type: string, named: number | null) => registry.isVisible(db, viewer, type, named)
  const [parent, person] = await Promise.all([
    sees('company', company.parent_id),
    sees('contact', company.contact_person_id),
  ])
  return {
    ...company,
    ...(parent ? {} : { parent_id: null, parent_name: null }),
    ...(person ? {} : { contact_person_id: null }),
  }
}

/** The contact person's name. */
export const personName = (company: Company): string =>
  fullName({
    first_name: company.person_first_name ?? '',
    initials: company.person_initials ?? '',
    last_name_prefix: company.person_last_name_prefix ?? '',
    last_name: company.person_last_name ?? '',
  })

/** Ids of all companies below this one, however deep. */
export async function listDescendants(db: Db, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive tree as (
      select id from companies where parent_id = ${id}
      union
      select c.id from companies c join tree on c.parent_id = tree.id
    ) select id from tree order by id
  `.execute(db)
  return rows.map((row) => row.id)
}

/** The whole tree a company stands in, top first, as far as the viewer sees it. */
export async function listTree(db: Db, viewer: Viewer, id: number) {
  const { rows } = await sql<{ id: number; name: string; active: boolean; depth: number }>`
    with recursive above as (
      select id, parent_id from companies where id = ${id}
      union
      select c.id, c.parent_id from companies c join above on c.id = above.parent_id
    ), tree as (
      select id, 0 as depth, array[name] as path from companies
      where id = (select id from above where parent_id is null)
      union all
      select c.id, tree.depth + 1, tree.path || c.name from companies c join tree on c.parent_id = tree.id
    )
    select companies.id, companies.name, companies.active, tree.depth
    from tree join companies using (id) where ${companiesVisibleTo(viewer)} order by tree.path
  `.execute(db)
  return rows
}

/** What keeps companies that go together from being disabled, as far as this area knows. */
export async function companyDisableBlockers(db: Db | Trx, ids: number[]): Promise<Map<number, Reason[]>> {
  const rows = await db
    .selectFrom('companies')
    .select('parent_id as id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('parent_id', 'in', ids)
    .where('id', 'not in', ids)
    .where('active', '=', true)
    .groupBy('parent_id')
    .execute()
  return new Map(
    rows.map(({ id, count }) => [
      id!,
      [
        {
          label: 'Actieve onderliggende bedrijven',
          one: 'actief onderliggend bedrijf',
          count,
          url: `/company/view/${id}?item=more`,
        },
      ],
    ]),
  )
}

/** What blocks deleting a company, as far as this area knows; later areas add theirs in their manifests. */
export async function companyBlockers(db: Db | Trx, id: number): Promise<Reason[]> {
  const { rows } = await sql<{ contacts: number; children: number }>`
    select (select count(*)::integer from contact_companies where company_id = ${id}) as contacts,
           (select count(*)::integer from companies where parent_id = ${id}) as children
  `.execute(db)
  const { contacts, children } = rows[0]!
  return [
    { label: 'Contacten', count: contacts, url: `/contacts?company_id=${id}` },
    { label: 'Onderliggende bedrijven', count: children, url: `/company/view/${id}?item=more` },
  ]
}

export async function companyNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('companies').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}
