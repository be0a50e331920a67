import { type Expression, type SqlBool, sql } from 'kysely'
import { ROLE } from '../../platform/access/roles.ts'
import { NotFound } from '../../platform/errors.ts'
import { isStaff, type Viewer, viewerScope } from '../../platform/access/viewer.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { RecordReading } from '../../platform/screens/popup/popup.ts'
import type { TabCountsOf } from '../../platform/screens/popup/popup-extensions.ts'
import type { Indexed, Searched } from '../../platform/matching/conditions.ts'
import type { Sort } from '../../platform/screens/table/table-query.ts'
import {
  hiddenFields,
  initialsInName,
  organisationHidden,
  unlessHidden,
  nameColumns,
  nameColumnsOf,
  fullName,
} from '../naming/index.ts'
import { byCompanyName, companiesVisibleTo, supervisedCompanyIds } from '../companies/index.ts'
import { contactsArea } from './rights.ts'

/**
 * People a viewer with the right 'own' may see (rulings 4): themselves, and for a supervisor the people linked by name,
 * plus everyone of the linked companies and their children when supervisor_for_all is set.
 */
export const ownContactIds = (contactId: number, isSupervisor: boolean) =>
  isSupervisor
    ? sql<number>`
        select ${contactId}::integer
        union select s.contact_id from supervisions s where s.supervisor_id = ${contactId}
        union select cc.contact_id from contact_companies cc
          where cc.company_id in (${supervisedCompanyIds(contactId)})
            and exists (select 1 from contacts me where me.id = ${contactId} and me.supervisor_for_all)`
    : sql<number>`select ${contactId}::integer`

/** Row scope of the record type 'contact'. */
export function contactsVisibleTo(viewer: Viewer): Expression<SqlBool> {
  const scope = viewerScope(viewer, contactsArea)
  if (scope === 'all') return sql<SqlBool>`true`
  if (scope === 'none' || viewer.contactId === null) return sql<SqlBool>`false`
  return sql<SqlBool>`contacts.id in (${ownContactIds(viewer.contactId, viewer.roles.includes(ROLE.supervisor))})`
}

/** Those who may read the name of everybody's company. */

/**
 * Whether a viewer may read the name of a person's company: staff of everybody they see, a supervisor where the company
 * is in scope, everybody their own.
 */
export function companyShownTo(viewer: Viewer): Expression<SqlBool> {
  if (isStaff(viewer)) return sql<SqlBool>`true`
  return sql<SqlBool>`(${companiesVisibleTo(viewer)} or contacts.id = ${viewer.contactId})`
}

/** A person's name in SQL, as `fullName` writes it. */
export const nameText = sql<string>`concat_ws(' ', coalesce(nullif(contacts.first_name, ''), nullif(${initialsInName()}, '')),
  nullif(contacts.last_name_prefix, ''), contacts.last_name)`

/** People with one of these roles; written into the statement, since there are far fewer of one role than of another. */
export const hasAnyRole = (roles: number[]) =>
  sql<SqlBool>`contacts.roles && array[${sql.join(roles.map((role) => sql.lit(role)))}]::integer[]`

/** People with no role but these, for which the index of roles is used, as it is not for the opposite of having any. */
export const hasNoRoleBut = (roles: number[]) =>
  sql<SqlBool>`contacts.roles <@ ${sql.lit(`{${roles.join(',')}}`)}::integer[]`

/** Roles lie evenly through a list by name, so that only the rare ones are worth their index. */
export const indexedRoles: Indexed = { table: 'contacts', most: 2_000 }

/** Dutch order: last name without its prefix, then first name. */
const byLastName = sql<string>`contacts.last_name collate "nl-x-icu"`
export const byName = [byLastName, sql`contacts.first_name collate "nl-x-icu"`]

/** What people are searched by in their lists: all of their name. */
export const searchedContacts: Searched = {
  text: sql<string>`contacts.search_text`,
  table: 'contacts',
  listed: { by: byLastName, withoutInitial: sql<string>`without_initial(contacts.search_text, contacts.last_name)` },
}

export function listContacts(db: Db, viewer: Viewer) {
  // Of who may not read every company's name not every company is joined.
  const place = isStaff(viewer) ? { employer: 'companies' } : {}
  return db
    .selectFrom('contacts')
    .leftJoin('companies', (join) => join.onRef('companies.id', '=', 'contacts.company_id').on(companyShownTo(viewer)))
    .select([
      'contacts.id',
      'contacts.version',
      ...nameColumnsOf(initialsInName(place)),
      'contacts.client_id',
      'contacts.email',
      unlessHidden('mobile_phone', place),
      'contacts.roles',
      'contacts.active',
      'contacts.company_id',
      'companies.name as company_name',
      'companies.client_id as company_client_id',
      organisationHidden.as('organisation_hidden'),
    ])
}

/** By the debtor number, which is the person's own or the company's. */
export const byClientId: Sort = {
  by: [sql`coalesce(contacts.client_id, companies.client_id, 0)`],
  type: 'bigint',
  parts: (viewer) =>
    isStaff(viewer)
      ? [
          { where: sql`contacts.client_id is not null`, by: [sql`contacts.client_id`] },
          { where: sql`contacts.client_id is null and companies.id is not null`, by: [sql`companies.client_id`] },
          { where: sql`contacts.client_id is null and contacts.company_id is null`, by: [sql`0::bigint`] },
        ]
      : undefined,
}

/** By the name of the company; people without one first. */
export const byCompany: Sort = {
  by: [sql`coalesce(companies.name, '') collate "nl-x-icu"`],
  parts: (viewer) =>
    isStaff(viewer)
      ? [
          { where: sql`contacts.company_id is null`, by: [sql`''::text collate "nl-x-icu"`] },
          { where: sql`companies.id is not null`, by: [byCompanyName] },
        ]
      : undefined,
}

/** What a list says of a person's company; nothing of one that the viewer may not see. */
export const companyText = ({
  company_id,
  company_name,
}: {
  company_id: number | null
  company_name: string | null
}) => (company_id === null ? { text: 'Particulier', muted: true } : company_name)

/** The companies of a contact as far as the viewer may read their names, the main one first. */
const companiesOf = (viewer: Viewer | undefined) => {
  const visible = viewer ? companiesVisibleTo(viewer) : sql<SqlBool>`true`
  const shown = viewer ? companyShownTo(viewer) : visible
  return sql<{ id: number; name: string; visible: boolean }[]>`coalesce((
    select json_agg(json_build_object('id', companies.id, 'name', companies.name, 'visible', ${visible})
      order by companies.id = contacts.company_id desc, companies.name)
    from contact_companies cc join companies on companies.id = cc.company_id
    where cc.contact_id = contacts.id and ${shown}), '[]')`
}
const skillsOf = sql<{ id: number; name: string }[]>`coalesce((
  select json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name)
  from contact_skills cs join skills s on s.id = cs.skill_id where cs.contact_id = contacts.id), '[]')`

interface ContactOptions {
  /** Whose scope the companies keep to. */
  viewer?: Viewer
  /** Selected along for the contact's popup. */
  tabCounts?: TabCountsOf
}

/** What says which fields of a contact nobody sees. */
interface Hiding {
  organisation_hidden: unknown
  company_hidden: string[] | null
  initials: string
}

const contactById = (db: Db | Trx, id: number, { viewer, tabCounts }: ContactOptions = {}) => {
  const shown = viewer ? companyShownTo(viewer) : sql<SqlBool>`true`
  return db
    .selectFrom('contacts')
    .leftJoin('companies', 'companies.id', 'contacts.company_id')
    .leftJoin('users', 'users.contact_id', 'contacts.id')
    .selectAll('contacts')
    .select([
      sql<string | null>`case when ${shown} then companies.name end`.as('company_name'),
      sql<number | null>`case when ${shown} then companies.client_id end`.as('company_client_id'),
      'users.id as user_id',
      'users.email as user_email',
      'users.roles as user_roles',
      'users.last_login_at',
      companiesOf(viewer).as('companies'),
      skillsOf.as('skills'),
      organisationHidden.as('organisation_hidden'),
      'companies.hidden_contact_fields as company_hidden',
    ])
    .$if(tabCounts !== undefined, (query) => query.select(tabCounts!(id).as('tab_counts')))
    .where('contacts.id', '=', id)
}

/**
 * One contact with its companies, skills, account and hidden fields, in one round trip.
 * @throws NotFound
 */
export const getContact = async (db: Db | Trx, id: number) => found(await contactById(db, id).executeTakeFirst())

/** The contact of a popup, as far as its viewer may read it, with what the tabs of others count. @throws NotFound */
export const getShownContact = async (db: Db, readRecord: RecordReading['readRecord']) =>
  found(await readRecord(({ id, ...options }) => contactById(db, id, options)))

function found<Row extends Hiding>(contact: Row | undefined) {
  if (!contact) throw new NotFound('Contact')
  const hidden = hiddenFields(contact.organisation_hidden, contact.company_hidden)
  return { ...contact, initials: hidden.has('initials') ? '' : contact.initials, hidden }
}

export async function contactNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('contacts')
    .select(['contacts.id', ...nameColumns])
    .where('contacts.id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, fullName(row)]))
}
