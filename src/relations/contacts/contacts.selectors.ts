import { sql, type SqlBool } from 'kysely'
import { ROLE, ROLES, type RoleId } from '../../platform/access/roles.ts'
import { idOrNone } from '../../platform/forms/fields.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import { selector } from '../../platform/screens/table/selector.ts'
import { worksAt } from './filters.ts'
import { byName, companyShownTo, hasAnyRole, indexedRoles, nameText, searchedContacts } from './contacts.queries.ts'
import { bornOrLives } from './namesakes.ts'

const ROLE_NAMES: Readonly<Record<string, RoleId>> = ROLE

/** 'teacher,lotus' or '3,6' as role ids; what is neither matches nobody. */
function roleIds(value: string): number[] {
  return value.split(',').map((role) => ROLE_NAMES[role] ?? (Object.hasOwn(ROLES, role) ? Number(role) : 0))
}

/** What tells namesakes apart, beside their name: company and birth date or place, as far as the viewer may read them. */
function apartFrom(viewer: Viewer) {
  const company = sql`case when contacts.company_id is null then 'Particulier'
    when ${companyShownTo(viewer)} then companies.name end`
  return sql<string>`concat_ws(' · ', ${company}, ${bornOrLives({ employer: 'companies' })})`
}

/** People, with the roles and skills that the choice of teachers needs (T-205). */
export const contactSelector = selector({
  type: 'contact',
  record: 'contact',
  table: 'contacts',
  limit: 1000,
  query: (db, viewer) =>
    db
      .selectFrom('contacts')
      .leftJoin('companies', 'companies.id', 'contacts.company_id')
      .select([
        'contacts.id',
        nameText.as('label'),
        'contacts.company_id',
        sql<string | null>`case when ${companyShownTo(viewer)} then companies.name end`.as('company_name'),
        'contacts.roles',
        apartFrom(viewer).as('sub'),
        sql<
          number[]
        >`coalesce((select array_agg(skill_id) from contact_skills where contact_id = contacts.id), '{}')`.as('skills'),
      ]),
  searched: searchedContacts,
  sort: byName,
  offered: sql<SqlBool>`contacts.active`,
  filters: {
    roles: { where: (value) => hasAnyRole(roleIds(value)), indexed: indexedRoles },
    company_id: (value, viewer) => worksAt([idOrNone(value)], viewer),
  },
})

export const skillSelector = selector({
  type: 'skill',
  record: 'skill',
  table: 'skills',
  query: (db) => db.selectFrom('skills').select(['skills.id', 'skills.name as label']),
  searched: { text: sql<string>`normalise(skills.name)` },
  sort: [sql`skills.name collate "nl-x-icu"`],
})
